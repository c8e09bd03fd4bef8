/** What rests and what was traded at the rows in view, and how much rests near the touch. Pure; reads frames. */

import {
  askAt,
  bidAt,
  HEADER,
  printAt,
  touchOf,
  volumeAt,
  type BookFrame,
} from '../../../shared/domain/book/bookFrame.ts'

/** Amounts of one side in the rows in view, by row from the top; in amount units. */
export function depthInView(frame: BookFrame, side: 'bid' | 'ask', top: number, rows: number): Float64Array {
  const step = frame[HEADER.rowStep] ?? 1
  const count = frame[side === 'bid' ? HEADER.bidCount : HEADER.askCount] ?? 0
  const first = side === 'bid' ? bidAt(0) : askAt(frame, 0)
  const depth = new Float64Array(rows)
  for (let at = first; at < first + 2 * count; at += 2) {
    const place = (frame[at] ?? 0) / step
    const n = top - (side === 'bid' ? Math.floor(place) : Math.ceil(place))
    if (n >= 0 && n < rows) depth[n] = (depth[n] ?? 0) + (frame[at + 1] ?? 0)
    // Levels go away from the touch, so the rest is out of view too.
    else if (side === 'bid' ? n >= rows : n < 0) break
  }
  return depth
}

/** Traded amounts in the rows in view, by row from the top; in amount units. */
export function volumeInView(frame: BookFrame, top: number, rows: number): Float64Array {
  const step = frame[HEADER.rowStep] ?? 1
  const first = volumeAt(frame, 0)
  const volumes = new Float64Array(rows)
  const end = volumeAt(frame, frame[HEADER.volumeCount] ?? 0)
  for (let at = first; at < end; at += 2) {
    const n = top - Math.round((frame[at] ?? 0) / step)
    if (n >= rows) break
    if (n >= 0) volumes[n] = frame[at + 1] ?? 0
  }
  return volumes
}

/** The largest amount; 0 for none. A loop, because spreading would allocate an object per number, sixty times a second. */
export function largest(amounts: Float64Array): number {
  let most = 0
  for (let n = 0; n < amounts.length; n++) most = Math.max(most, amounts[n] ?? 0)
  return most
}

/** Rows of each side, from the touch, whose depth is added up. */
export const CUMULATIVE_ROWS = 15

/** What rests in the best 15 rows of a side, in amount units; 0 for an empty side. */
export function restingNear(frame: BookFrame, side: 'bid' | 'ask'): number {
  const { bid, ask } = touchOf(frame)
  const touch = side === 'bid' ? bid : ask
  if (touch === null) return 0
  const top = side === 'bid' ? touch : touch + CUMULATIVE_ROWS - 1
  const depth = depthInView(frame, side, top, CUMULATIVE_ROWS)
  let sum = 0
  for (let n = 0; n < depth.length; n++) sum += depth[n] ?? 0
  return sum
}

export interface LastTrade {
  readonly row: number
  /** In amount units; −1 where unknown. */
  readonly amount: number
  readonly direction: 'up' | 'down' | 'same'
}

/** A buy stands at the offer's row, every other trade at the bid's. */
const tradeAt = (price: number, amount: number, side: number, step: number): LastTrade => ({
  row: side > 0 ? Math.ceil(price / step) : Math.floor(price / step),
  amount,
  direction: side > 0 ? 'up' : side < 0 ? 'down' : 'same',
})

/** The newest trade; null before the first. */
export function lastOf(frame: BookFrame): LastTrade | null {
  const price = frame[HEADER.lastPrice] ?? -1
  if (price <= 0) return null
  return tradeAt(
    price,
    frame[HEADER.lastAmount] ?? -1,
    frame[HEADER.lastSide] ?? 0,
    frame[HEADER.rowStep] ?? 1,
  )
}

/** A trade of the last seconds. `fade` 0: new, 2: about to go. */
export interface RecentTrade extends LastTrade {
  readonly fade: 0 | 1 | 2
}

/** Ms since a trade up to which it has each fade. Beyond the last it is not shown. */
const FADES = [1_000, 2_500, 5_000] as const
/** Ms after which no trade is shown. */
const OLDEST = 5_000
const NO_TRADES: ReadonlyMap<number, RecentTrade> = new Map()

/** The newest trade of each row, of those of the last seconds. `now`: wall clock, ms. */
export function recentTrades(frame: BookFrame, now: number): ReadonlyMap<number, RecentTrade> {
  const count = frame[HEADER.printCount] ?? 0
  const newest = count > 0 ? (frame[printAt(frame, 0) + 3] ?? 0) : -Infinity
  if (now - newest > OLDEST) return NO_TRADES
  const trades = new Map<number, RecentTrade>()
  for (let n = 0; n < count; n++) {
    const at = printAt(frame, n)
    const age = now - (frame[at + 3] ?? 0)
    const fade = FADES.findIndex((ms) => age <= ms)
    if (fade < 0) break
    const trade = tradeAt(frame[at] ?? 0, frame[at + 1] ?? 0, frame[at + 2] ?? 0, frame[HEADER.rowStep] ?? 1)
    if (!trades.has(trade.row)) trades.set(trade.row, { ...trade, fade: fade as 0 | 1 | 2 })
  }
  return trades
}
