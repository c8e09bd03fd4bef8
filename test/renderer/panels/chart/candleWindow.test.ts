import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  emptyWindow,
  GAP_SLOTS,
  goLive,
  joinChanges,
  MOST_BARS,
  newestSlotOf,
  PAGE_BARS,
  shiftOf,
  slotsOf,
  takeDelta,
  takeNewer,
  takeOlder,
  takeSnapshot,
  type CandleWindow,
} from '../../../../renderer/panels/chart/candleWindow.ts'
import type { Candle, CandleGap, CandlePage } from '../../../../shared/domain/candles/candle.ts'
import { gapsOf, type KnownRange } from '../../../../shared/domain/candles/candleCoverage.ts'
import { text } from '../ladder/scenes.ts'
import { candlesOf, newsOf } from './candles.ts'

const MINUTE = 60_000
const START = candlesOf(1, MINUTE)[0]!.openTime
const started = (candles: readonly Candle[], gaps: readonly CandleGap[] = []) =>
  takeSnapshot(emptyWindow('1m'), newsOf(candles, gaps))
const times = (candleWindow: CandleWindow) => candleWindow.candles.map(({ openTime }) => openTime)
const gap = (from: number, to: number): CandleGap => ({
  from: START + from * MINUTE,
  to: START + to * MINUTE,
})

/** All that a venue's history holds: minutes with holes, some of them known to be quiet. */
function history(all: readonly Candle[], known: readonly KnownRange[]) {
  return {
    tail: (upTo: number) => {
      const candles = all.slice(Math.max(0, upTo - 1_000), upTo)
      return newsOf(candles, gapsOf(known, candles[0]!.openTime, candles.at(-1)!.openTime))
    },
    older: (before: number): CandlePage => {
      const end = all.findIndex(({ openTime }) => openTime >= before)
      const upTo = end < 0 ? all.length : end
      const candles = all.slice(Math.max(0, upTo - PAGE_BARS), upTo)
      const gaps = candles[0] ? gapsOf(known, candles[0].openTime, before) : []
      return { ...newsOf(candles, gaps), more: upTo > PAGE_BARS }
    },
    newer: (after: number): CandlePage => {
      const from = all.findIndex(({ openTime }) => openTime > after)
      const candles = from < 0 ? [] : all.slice(from, from + PAGE_BARS)
      const last = candles.at(-1)
      const gaps = last ? gapsOf(known, after + MINUTE, last.openTime + MINUTE) : []
      return { ...newsOf(candles, gaps), more: from >= 0 && from + PAGE_BARS < all.length }
    },
  }
}

describe('what a chart holds', () => {
  test('candles in any sequence stay in order, one for each open time, each as last reported', () => {
    const all = candlesOf(40, MINUTE)
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(39), { maxLength: 6 }), { maxLength: 20 }), (deltas) => {
        let version = 0
        const newest = new Map<number, string>()
        const window = deltas.reduce(
          (candleWindow, picks) => {
            const delta = [...new Set([39, ...picks])].map((n) => {
              const candle = { ...all[n]!, volume: text(String(++version)) }
              newest.set(candle.openTime, candle.volume)
              return candle
            })
            return takeDelta(candleWindow, newsOf(delta))
          },
          started([all[0]!]),
        )
        expect(times(window)).toEqual([...new Set(times(window))].toSorted((a, b) => a - b))
        for (const { openTime, volume } of window.candles)
          expect(volume).toBe(newest.get(openTime) ?? all[0]!.volume)
      }),
    )
  })

  test('only bars at the end are drawn alone; an older bar or another gap redraws all', () => {
    const all = candlesOf(10, MINUTE)
    const start = started(all.slice(0, 8))
    expect(takeDelta(start, newsOf(all.slice(7, 9))).change).toEqual({
      kind: 'tail',
      candles: all.slice(7, 9),
    })
    expect(takeDelta(start, newsOf(all.slice(2, 3))).change).toEqual({ kind: 'all' })
    expect(takeDelta(start, newsOf([])).change).toEqual({ kind: 'none' })
    expect(takeDelta(start, newsOf(all.slice(8, 9), [gap(3, 4)])).change).toEqual({ kind: 'all' })
  })

  test('pages through a hundred thousand candles, a few thousand at a time, without a gap', () => {
    const all = candlesOf(100_000, MINUTE)
    const venue = history(all, [{ from: START, to: START + 100_000 * MINUTE, cursor: null, ended: true }])
    let window = started(venue.tail(all.length).candles)
    const firstOf = () => (window.candles[0]!.openTime - START) / MINUTE
    for (let pages = 0; window.more; pages++) {
      expect(pages).toBeLessThan(100)
      window = takeOlder(window, venue.older(window.candles[0]!.openTime))
      expect(window.candles).toEqual(all.slice(firstOf(), firstOf() + window.candles.length))
      expect(window.candles.length).toBeLessThanOrEqual(MOST_BARS)
    }
    expect(firstOf()).toBe(0)
    expect(window.live).toBe(false)
    // News meanwhile moves nothing, and is there when the view comes back.
    const news = { ...all.at(-1)!, volume: text('7') }
    expect(takeDelta(window, newsOf([news])).change).toEqual({ kind: 'none' })
    window = takeDelta(window, newsOf([news]))
    for (let pages = 0; !window.live; pages++) {
      expect(pages).toBeLessThan(100)
      window = takeNewer(window, venue.newer(window.candles.at(-1)!.openTime))
      expect(window.candles.length).toBeLessThanOrEqual(MOST_BARS)
    }
    expect(window.candles.at(-1)).toEqual(news)
    expect(times(window)).toEqual(times({ ...window, candles: all.slice(firstOf()) }))
    expect(window.more).toBe(true)
  })

  test('holds the venue’s candles and unknown times wherever it was scrolled', () => {
    const all = candlesOf(6_000, MINUTE).filter((_, n) => !(n % 50 > 44) && !(n > 2_000 && n < 2_400))
    const known = [
      { from: START, to: START + 1_500 * MINUTE, cursor: null, ended: true },
      { from: START + 1_600 * MINUTE, to: START + 2_010 * MINUTE, cursor: null, ended: false },
      { from: START + 2_300 * MINUTE, to: START + 6_000 * MINUTE, cursor: null, ended: false },
    ]
    const venue = history(all, known)
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('older', 'newer', 'live', 'news', 'snapshot'), { maxLength: 30 }),
        (moves) => {
          let upTo = 4_500
          let window = takeSnapshot(emptyWindow('1m'), venue.tail(upTo))
          for (const move of moves) {
            const before = slotsOf(window)
            const [first, last] = [window.candles[0]!, window.candles.at(-1)!]
            if (move === 'older' && window.more) window = takeOlder(window, venue.older(first.openTime))
            if (move === 'newer' && !window.live) window = takeNewer(window, venue.newer(last.openTime))
            if (move === 'live') window = goLive(window)
            if (move === 'snapshot') window = takeSnapshot(window, venue.tail(upTo))
            if (move === 'news' && upTo < all.length)
              window = takeDelta(window, { ...venue.tail(++upTo), candles: [all[upTo - 1]!] })
            const [from, to] = [window.candles[0]!.openTime, window.candles.at(-1)!.openTime]
            expect(window.candles).toEqual(all.filter(({ openTime }) => openTime >= from && openTime <= to))
            expect(window.gaps.filter((item) => item.from < to)).toEqual(gapsOf(known, from, to))
            // The view moves with its bars.
            const after = slotsOf(window)
            const shift = shiftOf(before, after)
            const common = before.findIndex(({ openTime }) =>
              after.some((slot) => slot.openTime === openTime),
            )
            const moved = before.some((slot, n) => after[n + shift]?.openTime === slot.openTime)
            expect(moved || common < 0 || move === 'live').toBe(true)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test('changes between two frames are joined, with the newest state of each candle', () => {
    const [one, two] = candlesOf(2, MINUTE)
    const newer = { ...one!, volume: text('9') }
    expect(joinChanges({ kind: 'tail', candles: [one!] }, { kind: 'tail', candles: [newer, two!] })).toEqual({
      kind: 'tail',
      candles: [newer, two],
    })
    const tail = { kind: 'tail', candles: [one!] } as const
    expect(joinChanges(tail, { kind: 'all' })).toEqual({ kind: 'all' })
    expect(joinChanges({ kind: 'none' }, tail)).toEqual(tail)
    expect(joinChanges(tail, { kind: 'none' })).toEqual(tail)
  })
})

describe('places on the time axis', () => {
  test('the newest candle has its gap, also while the chart shows the past', () => {
    const candles = candlesOf(5, MINUTE)
    const whole = newestSlotOf(started(candles, [gap(1, 4)]))
    expect([whole.candle?.openTime, whole.gap]).toEqual([START + 4 * MINUTE, null])
    const part = started(candles, [gap(1, 2), gap(4, 5)])
    expect(newestSlotOf(part).gap).toEqual(gap(4, 5))
    expect(slotsOf(part).at(-1)).toEqual({ openTime: START + 4 * MINUTE, candle: candles[4], gap: gap(4, 5) })
    expect(newestSlotOf({ ...part, live: false, candles: [], gaps: [] }).gap).toEqual(gap(4, 5))
    expect(newestSlotOf(emptyWindow('1m'))).toEqual({ candle: null, gap: null })
  })

  test('a gap takes its places, a quiet time none, and a candle that is cut by a gap is marked', () => {
    const all = candlesOf(12, MINUTE)
    // 3 and 4 were quiet, 7 and 8 are not known, and of 9 a part is missing.
    const candles = all.filter((_, n) => ![3, 4, 7, 8].includes(n))
    const window = started(candles, [{ from: START + 7 * MINUTE, to: START + 9.5 * MINUTE }])
    expect(
      slotsOf(window).map((slot) => [
        (slot.openTime - START) / MINUTE,
        slot.candle !== null,
        slot.gap !== null,
      ]),
    ).toEqual([
      [0, true, false],
      [1, true, false],
      [2, true, false],
      [5, true, false],
      [6, true, false],
      [7, false, true],
      [8, false, true],
      [9, true, true],
      [10, true, false],
      [11, true, false],
    ])
  })

  test('an unknown day within a week marks that week, which begins on Monday', () => {
    const monday = Date.UTC(2026, 0, 5)
    const week = 7 * 86_400_000
    const [first] = candlesOf(1, MINUTE)
    const weeks = [0, 1, 2].map((n) => ({ ...(first as Candle), openTime: monday + n * week }))
    const unknown = { from: monday + week + 5 * 86_400_000, to: monday + week + 6 * 86_400_000 }
    const window = takeSnapshot(emptyWindow('1w'), { candles: weeks, gaps: [unknown] })
    expect(
      slotsOf(window).map((slot) => [(slot.openTime - monday) / week, slot.candle !== null, slot.gap]),
    ).toEqual([
      [0, true, null],
      [1, true, unknown],
      [2, true, null],
    ])
  })

  test('a gap of days takes few places', () => {
    const all = candlesOf(6_000, MINUTE)
    const window = started([...all.slice(0, 10), ...all.slice(5_990)], [gap(10, 5_990)])
    const slots = slotsOf(window)
    expect(slots.filter(({ candle }) => candle === null).length).toBeLessThanOrEqual(GAP_SLOTS)
    expect(slots.filter(({ candle }) => candle === null).length).toBeGreaterThan(GAP_SLOTS / 2)
    expect(slots.map(({ openTime }) => openTime)).toEqual(
      slots.map(({ openTime }) => openTime).toSorted((a, b) => a - b),
    )
  })
})
