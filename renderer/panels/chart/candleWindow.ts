/** The part of an instrument's candles that a chart holds: a few thousand. Pages are added at one end and candles dropped at the other. Pure. */

import {
  INTERVALS,
  openTimeOf,
  type Candle,
  type CandleGap,
  type CandleNews,
  type CandlePage,
  type Interval,
} from '../../../shared/domain/candles/candle.ts'

/** The most bars that a chart holds, because its cost grows with them (docs/market-data.md#charts). */
export const MOST_BARS = 3_000
/** Bars left after a cut of a live window, so that not every new bar causes a cut. */
const KEPT_BARS = 2_500
/** Bars per page. */
export const PAGE_BARS = 1_000

/** How a change reaches the chart: bars at the end, or all bars again. */
export type CandleChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'tail'; readonly candles: readonly Candle[] }
  | { readonly kind: 'all' }

export interface CandleWindow {
  readonly interval: Interval
  /** Oldest first, one per open time, without a break. */
  readonly candles: readonly Candle[]
  /** The unknown times among the candles. */
  readonly gaps: readonly CandleGap[]
  /** The newest candles that the core published, in the chart or not. */
  readonly tail: CandleNews
  /** Whether the chart holds the newest candle. */
  readonly live: boolean
  /** Whether older candles may exist. */
  readonly more: boolean
  /** The change from the previous window. */
  readonly change: CandleChange
}

export const emptyWindow = (interval: Interval): CandleWindow => ({
  interval,
  candles: [],
  gaps: [],
  tail: { candles: [], gaps: [] },
  live: true,
  more: true,
  change: { kind: 'none' },
})

const ALL: CandleChange = { kind: 'all' }
const oldestOf = (candles: readonly Candle[]): number => candles[0]?.openTime ?? Infinity
const newestOf = (candles: readonly Candle[]): number => candles.at(-1)?.openTime ?? -Infinity

/** Joins the gaps of a time with the gaps of the time after it, which begins at `at`. */
function joinGaps(before: readonly CandleGap[], at: number, after: readonly CandleGap[]): CandleGap[] {
  const cut = [
    ...before.map(({ from, to }) => ({ from, to: Math.min(to, at) })),
    ...after.map(({ from, to }) => ({ from: Math.max(from, at), to })),
  ].filter(({ from, to }) => from < to)
  const joined: CandleGap[] = []
  for (const gap of cut) {
    const last = joined.at(-1)
    if (last && last.to >= gap.from) joined[joined.length - 1] = { from: last.from, to: gap.to }
    else joined.push(gap)
  }
  return joined
}

/** Limits a window's gaps to the time of its candles. */
const held = (candleWindow: CandleWindow): CandleWindow => {
  const from = oldestOf(candleWindow.candles)
  const to = candleWindow.live ? Infinity : newestOf(candleWindow.candles) + INTERVALS[candleWindow.interval]
  const gaps = candleWindow.gaps
    .filter((gap) => gap.to > from && gap.from < to)
    .map((gap) => ({ from: Math.max(gap.from, from), to: Math.min(gap.to, to) }))
  return { ...candleWindow, gaps }
}

const sameGaps = (a: readonly CandleGap[], b: readonly CandleGap[]): boolean =>
  a.length === b.length && a.every((gap, n) => gap.from === b[n]?.from && gap.to === b[n]?.to)

/** Merges `more` into `candles` by open time; mostly at the end. */
function merged(candles: readonly Candle[], more: readonly Candle[]): Candle[] {
  const into = [...candles]
  for (const candle of more) {
    let at = into.length
    while (at > 0 && (into[at - 1] as Candle).openTime > candle.openTime) at--
    const same = into[at - 1]?.openTime === candle.openTime
    into.splice(same ? at - 1 : at, same ? 1 : 0, candle)
  }
  return into
}

/** Applies a new snapshot of the newest candles. Older candles stay where they join the snapshot. A window on the past does not change. */
export function takeSnapshot(candleWindow: CandleWindow, tail: CandleNews): CandleWindow {
  if (!candleWindow.live) return { ...candleWindow, tail, change: { kind: 'none' } }
  const from = oldestOf(tail.candles)
  const joins = newestOf(candleWindow.candles) >= from
  const older = joins ? candleWindow.candles.filter(({ openTime }) => openTime < from) : []
  const gaps = joins ? joinGaps(candleWindow.gaps, from, tail.gaps) : tail.gaps
  return held({
    ...candleWindow,
    candles: [...older, ...tail.candles],
    gaps,
    tail,
    more: joins ? candleWindow.more : true,
    change: ALL,
  })
}

/** Applies new and changed candles. A window on the past does not move. */
export function takeDelta(candleWindow: CandleWindow, delta: CandleNews): CandleWindow {
  const tail = {
    candles: merged(candleWindow.tail.candles, delta.candles).slice(-PAGE_BARS),
    gaps: delta.gaps,
  }
  if (!candleWindow.live) return { ...candleWindow, tail, change: { kind: 'none' } }
  const oldest = candleWindow.candles.length === 0 ? -Infinity : oldestOf(candleWindow.candles)
  const news = delta.candles
    .filter(({ openTime }) => openTime >= oldest)
    .toSorted((a, b) => a.openTime - b.openTime)
  const candles = merged(candleWindow.candles, news)
  const cut = candles.length > MOST_BARS
  const next = held({
    ...candleWindow,
    candles: cut ? candles.slice(-KEPT_BARS) : candles,
    gaps: joinGaps(candleWindow.gaps, oldestOf(tail.candles), delta.gaps),
    tail,
    more: cut || candleWindow.more,
  })
  const last = newestOf(candleWindow.candles)
  const atEnd = candleWindow.candles.length > 0 && !cut && news.every(({ openTime }) => openTime >= last)
  if (!atEnd || !sameGaps(candleWindow.gaps, next.gaps)) return { ...next, change: ALL }
  return { ...next, change: news.length === 0 ? { kind: 'none' } : { kind: 'tail', candles: news } }
}

/** Adds older candles before the window. Drops the newest where there are too many. */
export function takeOlder(candleWindow: CandleWindow, page: CandlePage): CandleWindow {
  const from = oldestOf(candleWindow.candles)
  const older = page.candles.filter(({ openTime }) => openTime < from)
  const candles = [...older, ...candleWindow.candles]
  const kept = candles.slice(0, MOST_BARS)
  return held({
    ...candleWindow,
    candles: kept,
    gaps: joinGaps(page.gaps, from, candleWindow.gaps),
    live: candleWindow.live && kept.length === candles.length,
    more: page.more && older.length > 0,
    change: older.length > 0 ? ALL : { kind: 'none' },
  })
}

/** Adds newer candles after the window, and joins the newest candles where the page reaches them. Drops the oldest where there are too many. */
export function takeNewer(candleWindow: CandleWindow, page: CandlePage): CandleWindow {
  const to = newestOf(candleWindow.candles)
  const newer = page.candles.filter(({ openTime }) => openTime > to)
  const all = [...candleWindow.candles, ...newer]
  const edge = newestOf(all) + INTERVALS[candleWindow.interval]
  const tailFrom = oldestOf(candleWindow.tail.candles)
  const live = !page.more || edge >= tailFrom
  const joined = live
    ? merged(
        all.filter(({ openTime }) => openTime < tailFrom),
        candleWindow.tail.candles,
      )
    : all
  const candles = joined.slice(-MOST_BARS)
  const gaps = joinGaps(candleWindow.gaps, to + INTERVALS[candleWindow.interval], page.gaps)
  return held({
    ...candleWindow,
    candles,
    gaps: live ? joinGaps(gaps, tailFrom, candleWindow.tail.gaps) : gaps,
    live,
    more: candleWindow.more || candles.length < joined.length,
    change: ALL,
  })
}

/** The window of the newest candles alone. */
export const goLive = (candleWindow: CandleWindow): CandleWindow =>
  candleWindow.live
    ? { ...candleWindow, change: { kind: 'none' } }
    : held({
        ...candleWindow,
        candles: candleWindow.tail.candles,
        gaps: candleWindow.tail.gaps,
        live: true,
        more: true,
        change: ALL,
      })

/** Joins two changes without a drawing between them. The newest state of each candle counts. */
export function joinChanges(first: CandleChange, second: CandleChange): CandleChange {
  if (first.kind === 'all' || second.kind === 'all') return ALL
  if (first.kind === 'none') return second
  if (second.kind === 'none') return first
  const newest = new Map([...first.candles, ...second.candles].map((candle) => [candle.openTime, candle]))
  return { kind: 'tail', candles: [...newest.values()].toSorted((a, b) => a.openTime - b.openTime) }
}

/** A place on the chart's time axis: a candle, or a part of a gap. */
export interface Slot {
  readonly openTime: number
  readonly candle: Candle | null
  /** The gap that the slot is in, or that cuts into its candle. */
  readonly gap: CandleGap | null
}

/** The newest candle that the core published, in the chart or not, with the gap that cuts into it. Null before the first. */
export function newestSlotOf({ tail, interval }: CandleWindow): Pick<Slot, 'candle' | 'gap'> {
  const [candle, gap] = [tail.candles.at(-1), tail.gaps.at(-1)]
  if (!candle) return { candle: null, gap: null }
  const isCut = gap && gap.from < candle.openTime + INTERVALS[interval] && gap.to > candle.openTime
  return { candle, gap: isCut ? gap : null }
}

/** The most slots of a gap, however long the gap is. */
export const GAP_SLOTS = 24

/** Candles and gaps as slots, oldest first. A quiet time has no slot. A gap has its own slots, or covers the candles that it cuts. */
export function slotsOf({ candles, gaps, interval }: CandleWindow): Slot[] {
  const length = INTERVALS[interval]
  const slots: Slot[] = []
  let next = 0
  const upTo = (time: number) => {
    for (let candle = candles[next]; candle && candle.openTime < time; candle = candles[++next])
      slots.push({ openTime: candle.openTime, candle, gap: null })
  }
  for (const gap of gaps) {
    const first = openTimeOf(gap.from, length)
    const end = openTimeOf(gap.to + length - 1, length)
    upTo(first)
    const count = (end - first) / length
    const step = Math.max(1, Math.ceil(count / GAP_SLOTS)) * length
    for (let at = first; at < end; at += step) {
      const before = slots.length
      for (
        let candle = candles[next];
        candle && candle.openTime < Math.min(at + step, end);
        candle = candles[++next]
      )
        slots.push({ openTime: candle.openTime, candle, gap })
      if (slots.length === before && (slots.at(-1)?.openTime ?? -Infinity) < at)
        slots.push({ openTime: at, candle: null, gap })
    }
  }
  upTo(Infinity)
  return slots
}

/** Index of the slot at a time, or of the next slot after it. */
export function slotAt(slots: readonly Slot[], time: number): number {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((slots[middle] as Slot).openTime < time) low = middle + 1
    else high = middle
  }
  return low
}

/** How far slots moved to the right between two drawings, so that the view can follow. 0 where the drawings share no slot. */
export function shiftOf(before: readonly Slot[], after: readonly Slot[]): number {
  for (const from of [0, before.length - 1]) {
    const anchor = before[from]
    const to = anchor ? slotAt(after, anchor.openTime) : -1
    if (anchor && after[to]?.openTime === anchor.openTime) return to - from
  }
  return 0
}
