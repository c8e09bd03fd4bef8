import { describe, expect, test } from 'vitest'
import { axisText, chartLines, gapWords, legendOf } from '../../../../renderer/panels/chart/chartModel.ts'
import { placeLabels, roomFor } from '../../../../renderer/panels/chart/canvas/lineLabels.ts'
import { instrument, longOne, orderOf, text } from '../ladder/scenes.ts'
import { candlesOf } from './candles.ts'

describe('lines', () => {
  test('live orders and the position have lines, highest first; terminal orders have none', () => {
    const orders = [
      orderOf('buy', '61900', { amount: text('2'), filledAmount: text('0.5') }),
      orderOf('sell', '62500', { phase: 'unknown' }),
      orderOf('sell', '62600', { phase: 'closed', status: 'canceled' }),
    ]
    const titles = chartLines(instrument, orders, longOne, '+747.00').map((chartLine) => chartLine.words)
    expect(titles).toEqual([
      'SELL 0.1 C1042 ? at 62,500.0',
      'BUY 1.5 C1042 at 61,900.0',
      'avg entry +1.000 · +747.00 at 61,402.5',
    ])
  })

  test('a bracket shows both its prices', () => {
    const order = orderOf('sell', '0', {
      type: 'take_profit_stop_loss',
      limitPrice: null,
      stopLossPrice: text('61000'),
      takeProfitPrice: text('63000'),
    })
    expect(chartLines(instrument, [order], null, null).map((chartLine) => chartLine.words)).toEqual([
      'SELL 0.1 C1042 TP at 63,000.0',
      'SELL 0.1 C1042 SL at 61,000.0',
    ])
  })

  test('a liquidation price has a line of its own, marked as an estimate', () => {
    const more = { selected: null, ghost: null, liquidation: text('60012.5'), alerts: [] }
    expect(chartLines(instrument, [], longOne, null, more).map(({ kind, words }) => [kind, words])).toEqual([
      ['position', 'avg entry +1.000 at 61,402.5'],
      ['liquidation', 'liquidation ~ at 60,012.5'],
    ])
  })

  test('flat has no entry line', () => {
    expect(chartLines(instrument, [], { ...longOne, size: text('0'), averageEntry: null }, null)).toEqual([])
  })
})

test('the legend prints the bar’s own digits at the instrument’s ticks', () => {
  const [candle] = candlesOf(1)
  expect(legendOf(candle ?? fail(), instrument).map(({ text: shown }) => shown)).toEqual([
    '62,000.0',
    '62,053.5',
    '61,979.0',
    '62,041.5',
    '0.900',
  ])
})

test('a price between the ticks, or of an instrument whose tick is not known, keeps its digits', () => {
  const [candle] = candlesOf(1)
  const shown = (low: string, tickSize: string | null) =>
    legendOf(
      { ...(candle ?? fail()), low: text(low) },
      { ...instrument, tickSize: tickSize === null ? null : text(tickSize) },
    )[2]?.text
  expect(shown('61979.25', '0.5')).toBe('61,979.25')
  expect(shown('0.00001234', null)).toBe('0.00001234')
})

test.each([
  [62_150.5, 1, '62,150.5'],
  [1_234_567, 0, '1,234,567'],
  [0.11934, 5, '0.11934'],
])('the axis marks thousands of %d and leaves the fraction unmarked', (price, places, shown) => {
  expect(axisText(price, places)).toBe(shown)
})

function fail(): never {
  throw new Error('The fixture is shorter than the test thinks')
}

describe('labels beside the newest candle', () => {
  const [far, second, first] = chartLines(
    instrument,
    ['61940', '61940.5', '62120'].map((word) => orderOf('buy', word)),
    null,
    null,
  )
  if (!far || !second || !first) throw new Error('three lines were asked for')
  const sized = (line: typeof far, y: number | null, width = 100) => ({
    line,
    y,
    title: { text: line.title, width },
    short: { text: line.short, width: 60 },
  })

  test('stand on their lines, below each other where two lines nearly meet', () => {
    const placed = placeLabels([sized(far, 40), sized(second, 200), sized(first, 204)], 120)
    expect(placed.map(({ label, y }) => [label.text, y])).toEqual([
      [far.title, 40],
      [second.title, 200],
      [first.title, 217],
    ])
  })

  test('are short where the room is small, and none lies over a candle', () => {
    const texts = (room: number) => placeLabels([sized(far, 40)], room).map(({ label }) => label.text)
    expect([texts(108), texts(107), texts(68), texts(67), texts(-5)]).toEqual([
      [far.title],
      [far.short],
      [far.short],
      [],
      [],
    ])
  })

  test('of lines out of the pane are left out', () => {
    expect(placeLabels([sized(far, null)], 300)).toEqual([])
  })

  test('the candles leave room for the widest, for its short form where the pane is narrow', () => {
    const lines = [sized(far, 40, 90), sized(second, 60, 150)]
    expect([roomFor(lines, 600), roomFor(lines, 300), roomFor([], 600)]).toEqual([158, 98, 0])
  })
})

test('an unknown time is stated with its reason, in the time of the chart', () => {
  const from = Date.UTC(2026, 0, 5, 9, 2)
  expect(gapWords({ from, to: from + 5_400_000 })).toBe(
    'Not known 01-05 09:02:00 to 01-05 10:32:00 UTC (1 h 30): the terminal was off, the stream was cut, or the venue has no trades this old',
  )
})
