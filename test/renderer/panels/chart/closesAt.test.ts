/** The closes of a compared instrument at the places of a chart. */

import { expect, test } from 'vitest'
import { emptyWindow, type CandleWindow } from '../../../../renderer/panels/chart/candleWindow.ts'
import { changeSince, closesAt } from '../../../../renderer/panels/chart/compare/closesAt.ts'
import { comparedWith } from '../../../../renderer/panels/chart/compare/compared.ts'
import { chartChoices } from '../../../../renderer/state/stores/chartChoices.ts'
import type { CandleGap } from '../../../../shared/domain/candles/candle.ts'
import { instrumentOf, sym } from '../../../fakes/window/scriptedCore.ts'
import { text } from '../ladder/scenes.ts'

const MINUTE = 60_000

/** `[minute, close]` of each candle. */
const windowOf = (
  all: readonly (readonly [number, string])[],
  gaps: readonly CandleGap[] = [],
  more: Partial<CandleWindow> = {},
): CandleWindow => ({
  ...emptyWindow('1m'),
  candles: all.map(([minute, close]) => {
    const price = text(close)
    return {
      openTime: minute * MINUTE,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: text('1'),
    }
  }),
  gaps,
  ...more,
})

const slots = (...minutes: readonly number[]) => minutes.map((minute) => ({ openTime: minute * MINUTE }))
const shown = (window: CandleWindow, ...minutes: readonly number[]) =>
  closesAt(window, slots(...minutes)).map(({ candle, why }) => candle?.close ?? why)

test('a close stands at its own minute, and a quiet minute keeps the close before it', () => {
  const held = windowOf([
    [1, '100'],
    [4, '110'],
    [5, '120'],
  ])
  // The chart has no slot of minute 4.
  expect(shown(held, 1, 2, 3, 5, 6)).toEqual(['100', '100', '100', '120', '120'])
})

test('a place before the oldest candle is unread while older ones may exist, else early', () => {
  expect(shown(windowOf([[2, '100']]), 0, 1, 2)).toEqual(['unread', 'unread', '100'])
  expect(shown(windowOf([[2, '100']], [], { more: false }), 0, 1, 2)).toEqual(['early', 'early', '100'])
  expect(shown(windowOf([], [], { more: false }), 0)).toEqual(['unread'])
})

test('a place after the newest candle held is unread where the window does not hold the newest of all', () => {
  expect(shown(windowOf([[2, '100']], [], { live: false }), 2, 3)).toEqual(['100', 'unread'])
})

test('a time with unknown trades has no close, and neither has a quiet time behind it', () => {
  const gap = { from: 3 * MINUTE + 20_000, to: 5 * MINUTE }
  const held = windowOf(
    [
      [1, '100'],
      [3, '105'],
      [7, '120'],
    ],
    [gap],
  )
  expect(shown(held, 1, 2, 3, 4, 5, 6, 7, 8)).toEqual([
    '100',
    '100',
    'gap',
    'gap',
    'gap',
    'gap',
    '120',
    '120',
  ])
})

test('the change counts in percent from the first known close in view', () => {
  const closes = closesAt(
    windowOf([
      [1, '80'],
      [2, '100'],
      [3, '101.23'],
      [4, '99.5'],
    ]),
    slots(0, 1, 2, 3, 4),
  )
  expect(changeSince(closes, 2, 3)).toBe('+1.23 %')
  expect(changeSince(closes, 2, 4)).toMatch(/^.0\.50 %$/)
  expect(changeSince(closes, 0, 2)).toBe('+25.00 %')
  expect(changeSince(closes, 0, 0)).toBeNull()
})

test('an instrument that is not listed, or is that of the chart, is not drawn and has the reason', () => {
  const instruments = [instrumentOf('BTC', '0.5', '0.001'), instrumentOf('ETH', '0.01', '0.01')]
  const [btc, eth] = [sym('BTCUSDC_PERP'), sym('ETHUSDC_PERP')]
  expect(comparedWith(null, btc, { instruments, isLost: true })).toEqual({ symbol: null, note: null })
  expect(comparedWith(eth, btc, { instruments, isLost: false })).toEqual({ symbol: eth, note: null })
  expect(comparedWith(eth, btc, { instruments, isLost: true })).toMatchObject({
    symbol: eth,
    note: { words: 'ETHUSDC_PERP OLD' },
  })
  for (const chosen of [btc, sym('XYZUSDC_PERP')])
    expect(comparedWith(chosen, btc, { instruments, isLost: false })).toMatchObject({
      symbol: null,
      note: { words: `${chosen} not compared` },
    })
})

test('stored choices without a compared instrument, or with an unreadable one, have none', () => {
  expect(chartChoices.parse({ indicators: [] }).compare).toBeNull()
  expect(chartChoices.parse({ indicators: [], compare: 7 }).compare).toBeNull()
  expect(chartChoices.parse({ indicators: [], compare: 'ETHUSDC_PERP' }).compare).toBe('ETHUSDC_PERP')
})
