/** Divides a ladder's width between its columns, and its height between heads and rows. Pure; knows no book. */

/** What a dealer can switch off. Prices and own orders always stay: an order that nobody sees would pass for none. */
export const COLUMN_SWITCHES = ['volume', 'queue', 'bids', 'asks', 'prints'] as const
export type ColumnSwitch = (typeof COLUMN_SWITCHES)[number]

/** How a dealer has a ladder. */
export interface LadderShape {
  /** Many ladders side by side: one column for the own orders of both sides, with the bars of the volume behind them. */
  readonly isCompact: boolean
  readonly off: readonly ColumnSwitch[]
}

export const FULL_LADDER: LadderShape = { isCompact: false, off: [] }

/** CSS px. */
export interface LadderMetrics {
  readonly width: number
  readonly height: number
  readonly rowHeight: number
  /** Width of one digit of the number font. */
  readonly digit: number
  /** Left out: the full ladder. */
  readonly shape?: LadderShape
}

export interface Column {
  readonly x: number
  readonly width: number
}
/** From left to right. */
export const COLUMN_NAMES = [
  'volume',
  'workBuy',
  'queueBuy',
  'bids',
  'price',
  'asks',
  'queueSell',
  'workSell',
  'gutter',
] as const
export type ColumnName = (typeof COLUMN_NAMES)[number]
/** A column that is off has the width 0. */
export type Columns = Readonly<Record<ColumnName, Column>>

/** Rows above the first price: headings, and the strip of the cumulative depth. */
const HEAD_ROWS = 2

export const firstRowY = (rowHeight: number): number => HEAD_ROWS * rowHeight

/** A row of height below the prices says what is out of view. */
const FOOT_ROWS = 1

export const rowsThatFit = (height: number, rowHeight: number): number =>
  Math.max(0, Math.floor(height / rowHeight) - HEAD_ROWS - FOOT_ROWS)

export const PAD = 6
const ARROW = 15
/** Characters of the size of the last trade, and of an amount that must stay whole beside it. */
const ROOM = { full: { last: 6, amount: 7 }, compact: { last: 4, amount: 6 } } as const
/** Characters of a volume. */
const VOLUME = 4
/** Below this width the volume at price gives way to the depth, CSS px. */
const WITH_VOLUME = 360
/** Characters of a queue, and the width below which queues give way. */
const QUEUE = 4
const WITH_QUEUE = 420
/** The gutter holds the line between the legs of a combo. Below this width the line stands at the edge of the own orders. */
const GUTTER = 8
const WITH_GUTTER = 300

export interface LadderLayout {
  /** From left to right, without gap or overlap, over the exact width. */
  readonly columns: Columns
  /** Where the digits of every price end. */
  readonly priceRight: number
  /** Characters of the size of the last trade beside its price and arrow; 0 where there is no room. Amounts have priority. */
  readonly lastRoom: number
}

/** Divides `width` between the columns. The price is never cut. */
export function layoutOf(
  width: number,
  digit: number,
  priceLength: number,
  { isCompact, off }: LadderShape = FULL_LADDER,
): LadderLayout {
  const { last, amount } = isCompact ? ROOM.compact : ROOM.full
  const isOn = (column: ColumnSwitch) => !off.includes(column)
  const volume = isCompact || !isOn('volume') || width < WITH_VOLUME ? 0 : Math.ceil(VOLUME * digit) + PAD
  const queue = isCompact || !isOn('queue') || width < WITH_QUEUE ? 0 : Math.ceil(QUEUE * digit) + 1
  const gutter = isCompact || width < WITH_GUTTER ? 0 : GUTTER
  const rest = width - volume - 2 * queue - gutter
  const work = Math.max(28, Math.min(isCompact ? 40 : 64, Math.floor(rest * (isCompact ? 0.12 : 0.135))))
  const workSell = isCompact ? 0 : work
  const text = Math.ceil(priceLength * digit)
  const withLast = PAD + text + ARROW + Math.ceil(last * digit) + PAD
  const depth = rest - work - workSell
  const sides = (isOn('bids') ? 1 : 0) + (isOn('asks') ? 1 : 0)
  const lastFits = isOn('prints') && depth - withLast >= sides * (Math.ceil(amount * digit) + PAD)
  const withArrow = Math.min(Math.floor(rest / 2), Math.max(64, text + 2 * ARROW))
  const least = lastFits ? withLast : Math.max(text, withArrow)
  const price = sides === 0 ? Math.max(least, depth) : least
  const ofSides = Math.max(0, depth - price)
  const bids = isOn('bids') ? Math.floor(ofSides / Math.max(1, sides)) : 0
  const asks = ofSides - bids
  const x = volume + work + queue + bids
  return {
    columns: {
      volume: { x: 0, width: volume },
      workBuy: { x: volume, width: work },
      queueBuy: { x: volume + work, width: queue },
      bids: { x: volume + work + queue, width: bids },
      price: { x, width: price },
      asks: { x: x + price, width: asks },
      queueSell: { x: width - gutter - workSell - queue, width: queue },
      workSell: { x: width - gutter - workSell, width: workSell },
      gutter: { x: width - gutter, width: gutter },
    },
    priceRight: lastFits ? x + PAD + text : x + Math.round((price + text) / 2),
    lastRoom: lastFits ? last : 0,
  }
}

/** The column that holds the bars of the traded volumes. */
export const volumeColumn = (columns: Columns): ColumnName =>
  columns.volume.width > 0 ? 'volume' : 'workBuy'

/** The column that holds the line between the legs of sells. That of buys stands beside their own orders. */
export const sellJointColumn = (columns: Columns): ColumnName =>
  columns.gutter.width > 0 ? 'gutter' : 'workSell'
