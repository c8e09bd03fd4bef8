/** Sparklines: unknown times are breaks, a quiet time is not, and rows in view are read one after another. */

import { expect, it } from 'vitest'
import { createTrendFeed } from '../../../../renderer/panels/quoteboard/trend/trendFeed.ts'
import { trendOf } from '../../../../renderer/panels/quoteboard/trend/trend.ts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import { ok } from '../../../../shared/base/result.ts'
import type { Request } from '../../../../shared/contract/contract.ts'
import type { ContractClient } from '../../../../shared/contract/ports.ts'
import type { Candle, CandlePage } from '../../../../shared/domain/candles/candle.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

const FIVE = 300_000
const NOW = Date.UTC(2026, 0, 5, 9)
const candle = (openTime: number, close: string, open = close): Candle => ({
  openTime,
  open: open as DecimalText,
  high: close as DecimalText,
  low: close as DecimalText,
  close: close as DecimalText,
  volume: '1' as DecimalText,
})
const pageOf = (candles: readonly Candle[], gaps: CandlePage['gaps'] = []): CandlePage => ({
  candles: [...candles],
  gaps,
  more: false,
})

it('is one line over a quiet time, and breaks where trades are unknown', () => {
  const candles = [candle(NOW - 6 * FIVE, '100'), candle(NOW - 2 * FIVE, '104'), candle(NOW - FIVE, '102')]
  expect(trendOf(pageOf(candles), NOW)?.lines.map((line) => line.length)).toEqual([3])
  const gap = { from: NOW - 5 * FIVE, to: NOW - 3 * FIVE }
  const broken = trendOf(pageOf(candles, [gap]), NOW)
  expect(broken?.lines.map((line) => line.map(({ y }) => y))).toEqual([[0], [1, 0.5]])
  expect(broken).toMatchObject({ direction: 'up', isPartial: true })
})

it('covers 24 hours and nothing older, and says whether a part is unknown', () => {
  const day = Array.from({ length: 300 }, (_, n) => candle(NOW - (300 - n) * FIVE, String(200 - (n % 7))))
  const trend = trendOf(pageOf(day), NOW)
  expect(trend?.lines[0]).toHaveLength(288)
  expect(trend?.lines[0]?.[0]?.x).toBe(0)
  expect(trend?.isPartial).toBe(false)
  expect(trendOf(pageOf(day.slice(-10)), NOW)).toMatchObject({ isPartial: true, from: NOW - 10 * FIVE })
  expect(trendOf(pageOf([candle(NOW - 86_400_001, '1')]), NOW)).toBeNull()
  expect(trendOf(pageOf([candle(NOW - FIVE, '5', '5')]), NOW)).toMatchObject({ direction: 'flat' })
})

it('is partial where trades of its time are unknown: in a candle, or behind the last one', () => {
  const day = Array.from({ length: 288 }, (_, n) => candle(NOW - (288 - n) * FIVE, String(200 + n)))
  const partial = (candles: readonly Candle[], ...gap: readonly [from: number, to: number]) =>
    trendOf(pageOf(candles, [{ from: gap[0], to: gap[1] }]), NOW)?.isPartial
  expect(partial(day, NOW - 20 * FIVE + 60_000, NOW - 20 * FIVE + 120_000)).toBe(true)
  // Until three hours ago.
  const early = day.slice(0, -36)
  expect(partial(early, NOW - 36 * FIVE, NOW)).toBe(true)
  // The newest minutes are stored a moment later, and what was before the day is no part of it.
  expect(partial(day, NOW - 60_000, NOW)).toBe(false)
  expect(partial(day, NOW - 300 * FIVE, NOW - 288 * FIVE)).toBe(false)
})

it('reads the rows in view one after another, each again after a minute, and none out of view', async () => {
  const clock = new FakeClock(NOW)
  const asked: string[] = []
  let inFlight = 0
  let most = 0
  const client = {
    async call(_name: string, { symbol }: Request<'candles.read'>) {
      asked.push(symbol)
      most = Math.max(most, ++inFlight)
      await Promise.resolve()
      inFlight--
      return ok(pageOf([candle(NOW - FIVE, '100')]))
    },
  } as unknown as ContractClient
  let seen = true
  const feed = createTrendFeed({ client, clock, isSeen: () => seen })
  let news = 0
  const stops = ['A', 'B', 'C'].map((symbol) => feed.follow(symbol, () => news++))
  await clock.run(2_000)
  expect([asked, most, news]).toEqual([['A', 'B', 'C'], 1, 3])
  expect(feed.trend('B')).toMatchObject({ kind: 'read', trend: { isPartial: true } })
  stops[0]?.()
  await clock.run(61_000, 500)
  expect(asked.slice(3)).toEqual(['B', 'C'])
  seen = false
  await clock.run(61_000, 500)
  expect(asked).toHaveLength(5)
  for (const stop of stops) stop()
  expect(clock.planned).toBe(0)
})
