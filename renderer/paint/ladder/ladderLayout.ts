/** Divides a ladder's width between its columns, and its height between heads and rows. Pure; knows no book. */

/** CSS px. */
export interface LadderMetrics {
  readonly width: number
  readonly height: number
  readonly rowHeight: number
  /** Width of one digit of the number font. */
  readonly digit: number
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
/** Characters of the size of the last trade, of an amount that must stay whole beside it, and of a volume. */
export const LAST = 6
const AMOUNT = 7
const VOLUME = 4
/** Below this width the volume at price gives way to the depth, CSS px. */
const WITH_VOLUME = 360
/** Characters of a queue, and the width below which queues give way. */
const QUEUE = 4
const WITH_QUEUE = 420

export interface LadderLayout {
  /** From left to right, without gap or overlap, over the exact width. */
  readonly columns: Columns
  /** Where the digits of every price end. */
  readonly priceRight: number
  /** Whether there is room for the size of the last trade beside its price and arrow. Amounts have priority. */
  readonly lastFits: boolean
}

/** Divides `width` between the columns. The price is never cut. */
export function layoutOf(width: number, digit: number, priceLength: number): LadderLayout {
  const volume = width < WITH_VOLUME ? 0 : Math.ceil(VOLUME * digit) + PAD
  const queue = width < WITH_QUEUE ? 0 : Math.ceil(QUEUE * digit) + 1
  const rest = width - volume - 2 * queue
  const work = Math.max(28, Math.min(64, Math.floor(rest * 0.135)))
  const text = Math.ceil(priceLength * digit)
  const withLast = PAD + text + ARROW + Math.ceil(LAST * digit) + PAD
  const lastFits = rest - 2 * work - withLast >= 2 * (Math.ceil(AMOUNT * digit) + PAD)
  const withArrow = Math.min(Math.floor(rest / 2), Math.max(64, text + 2 * ARROW))
  const price = lastFits ? withLast : Math.max(text, withArrow)
  const bids = Math.max(0, Math.floor((rest - price - 2 * work) / 2))
  const asks = Math.max(0, rest - price - 2 * work - bids)
  const x = volume + work + queue + bids
  return {
    columns: {
      volume: { x: 0, width: volume },
      workBuy: { x: volume, width: work },
      queueBuy: { x: volume + work, width: queue },
      bids: { x: volume + work + queue, width: bids },
      price: { x, width: price },
      asks: { x: x + price, width: asks },
      queueSell: { x: width - work - queue, width: queue },
      workSell: { x: width - work, width: work },
    },
    priceRight: lastFits ? x + PAD + text : x + Math.round((price + text) / 2),
    lastFits,
  }
}
