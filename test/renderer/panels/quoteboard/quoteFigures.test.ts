/** The figures of the quote board: exact spreads, checked against recorded markets, and no old figure that looks fresh. */

import { describe, expect, it, test } from 'vitest'
import fc from 'fast-check'
import { decimal, toText, type DecimalText } from '../../../../shared/base/decimal.ts'
import { blankTicker, type Ticker } from '../../../../shared/domain/instrument.ts'
import {
  FIGURE_COLUMNS,
  ageFigure,
  figureOf,
  spreadInBps,
  spreadInTicks,
} from '../../../../renderer/panels/quoteboard/quoteFigures.ts'
import { comparablePoints, ownRecording, realRecording } from '../../../fixtures/recording.ts'
import { NOW, instrumentOf, sym, tickerOf } from '../../../fakes/window/scriptedCore.ts'

const BTC = instrumentOf('BTC', '0.5', '0.001')
const text = (value: string) => toText(decimal(value))
const whole: Ticker = {
  ...tickerOf('BTCUSDC_PERP', '62148', '62150.5', '62149.5'),
  high24h: text('63000'),
  low24h: text('61000.5'),
  volume24h: text('12345.678'),
  openInterest: text('812.5'),
  nextFundingAt: NOW + 3_723_000,
}
const shown = (column: (typeof FIGURE_COLUMNS)[number], ticker: Ticker | undefined, now = NOW) =>
  figureOf(column, BTC, ticker, now)

/** A price as a whole number of 10^-8, by an arithmetic that shares nothing with the product. */
const units = (price: string): bigint => {
  const [head = '0', tail = ''] = price.split('.')
  return BigInt(head + tail.padEnd(8, '0').slice(0, 8))
}

describe.each([
  ['own', ownRecording],
  ['real', realRecording],
])('spreads of the %s recording', (_name, file) => {
  test.skipIf(file === null)('are exact in ticks and right to a hundredth in bps', () => {
    const points = comparablePoints(file ?? ownRecording)
    expect(points.length).toBeGreaterThan(20)
    for (const { bid, ask } of points) {
      const [low, high] = [units(bid), units(ask)]
      const ticks = spreadInTicks(decimal(bid), decimal(ask), decimal('0.1'))
      expect(units(toText(ticks ?? decimal('-1'))) * 10_000_000n).toBe((high - low) * 100_000_000n)
      const shownBps = figureOf(
        'spreadBps',
        BTC,
        { ...whole, bestBid: text(bid), bestAsk: text(ask) },
        NOW,
      ).text
      // Rounded half away from zero to hundredths of a bp: |shown − exact| is at most half of one.
      const hundredths = BigInt(shownBps.replace('.', ''))
      const doubled = 2n * (hundredths * (high + low) - (high - low) * 2_000_000n)
      expect(doubled <= high + low && -doubled <= high + low).toBe(true)
    }
  })
})

test('a spread turns its sign with its sides, and doubles in ticks when the tick halves', () => {
  const price = fc
    .bigInt({ min: 1n, max: 10n ** 12n })
    .map((n) => (n * 10n ** 12n) as ReturnType<typeof decimal>)
  const tick = fc.constantFrom('0.000001', '0.01', '0.5', '10').map(decimal)
  fc.assert(
    fc.property(price, price, tick, (a, b, step) => {
      const [ab, ba] = [spreadInTicks(a, b, step), spreadInTicks(b, a, step)]
      expect(ab).toBe(-(ba ?? 0n))
      expect(spreadInBps(a, b)).toBe(-(spreadInBps(b, a) ?? 0n))
      const half = spreadInTicks(a, b, (step / 2n) as typeof step)
      const error = (half ?? 0n) - 2n * (ab ?? 0n)
      expect(error >= -2n && error <= 2n).toBe(true)
    }),
  )
})

it.each([
  ['bid', '62,148.0'],
  ['ask', '62,150.5'],
  ['last', '62,148.0'],
  ['spreadTicks', '5'],
  ['spreadBps', '0.40'],
  ['mark', '62,149.5'],
  ['index', '62,149.5'],
  ['change', '+1.24 %'],
  ['high', '63,000.0'],
  ['low', '61,000.5'],
  ['volume', '12,346'],
  ['funding', '+0.0100 % 1:02:03'],
  ['openInterest', '812.5'],
] as const)('%s is shown as %s while it is fresh', (column, words) => {
  expect(shown(column, whole)).toMatchObject({ text: words, freshness: 'fresh' })
})

it('every figure is old after 5 s of silence of its own source, whatever the others do', () => {
  const later = NOW + 5_000
  for (const column of FIGURE_COLUMNS) {
    expect(shown(column, whole, later).freshness).toBe('old')
    expect(shown(column, whole, later - 1).freshness).toBe('fresh')
  }
  const book = { ...whole, touchAt: later, receivedAt: later }
  expect(shown('bid', book, later).freshness).toBe('fresh')
  expect(shown('mark', book, later)).toMatchObject({ freshness: 'old', tone: '' })
  const list = { ...whole, listedAt: later, receivedAt: later }
  expect(shown('spreadTicks', list, later).freshness).toBe('old')
  expect(shown('funding', list, later).freshness).toBe('fresh')
})

it('a value that nobody sent is a dash with its reason, never a zero', () => {
  const blank = blankTicker(sym('BTCUSDC_PERP'), NOW)
  for (const column of FIGURE_COLUMNS) {
    expect(shown(column, undefined)).toMatchObject({ text: '—', freshness: 'none', title: 'Not read yet' })
    expect(shown(column, blank)).toMatchObject({ text: '—', freshness: 'none' })
  }
  expect(shown('openInterest', { ...blank, listedAt: NOW }).title).toBe('The venue gave no such value')
  expect(figureOf('spreadTicks', { ...BTC, tickSize: null }, whole, NOW).title).toBe(
    'The tick is not known yet',
  )
})

it('a last trade has its own age: none while young, in minutes in a quiet market, ~ where the venue gives no time', () => {
  const fresh = { receivedAt: NOW + 180_000, touchAt: NOW + 180_000, listedAt: NOW + 180_000 }
  expect(shown('last', whole)).toMatchObject({ text: '62,148.0', before: '' })
  expect(shown('last', { ...whole, ...fresh }, NOW + 180_000)).toMatchObject({
    text: '62,148.0',
    before: '3 min',
    freshness: 'fresh',
  })
  expect(shown('last', { ...whole, lastAt: null })).toMatchObject({ text: '~62,148.0', freshness: 'undated' })
})

it('a crossed book is marked, and a spread between ticks is marked as rounded', () => {
  const crossed = { ...whole, bestBid: text('62151'), bestAsk: text('62150') }
  expect(shown('spreadTicks', crossed)).toMatchObject({
    text: '-2',
    tone: 'loss',
    title: expect.stringMatching(/^Crossed/) as string,
  })
  expect(shown('spreadTicks', { ...whole, bestAsk: text('62150.3') }).text).toBe('~4.6')
})

it('a funding time that has passed is due, and an age names the source that is old', () => {
  expect(shown('funding', { ...whole, nextFundingAt: NOW }).text).toBe('+0.0100 % due')
  expect(shown('funding', { ...whole, nextFundingAt: null }).text).toBe('+0.0100 %')
  expect(ageFigure(whole, NOW)).toMatchObject({ text: 'live', freshness: 'fresh' })
  expect(ageFigure({ ...whole, touchAt: NOW + 12_000 }, NOW + 12_000)).toMatchObject({
    text: '12 s',
    freshness: 'old',
    title: 'the list of mark, 24 h and funding: 12 s old',
  })
  expect(ageFigure(undefined, NOW).text).toBe('not read')
  expect(ageFigure(blankTicker(sym('X'), NOW), NOW).text).toBe('not read')
})

it('a great amount is in millions, with all its digits for the pointer', () => {
  const great = { ...whole, volume24h: text('1794164123.5') }
  expect(shown('volume', great)).toMatchObject({ text: '1,794.2 M', title: '1,794,164,123.5 contracts' })
  expect(shown('volume', { ...whole, volume24h: text('9999999') }).text).toBe('9,999,999')
})

it('shows no digit that the venue did not send', () => {
  const odd = '62148.123456789' as DecimalText
  expect(shown('bid', { ...whole, bestBid: odd }).text).toBe('62,148.123456789')
})
