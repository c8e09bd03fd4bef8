/** The indicators of a chart: what they look like, and how they are chosen by keyboard. */

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CandleGap } from '../../shared/domain/candles/candle.ts'
import { ok } from '../../shared/base/result.ts'
import { candlesOf, newsOf } from '../renderer/panels/chart/candles.ts'
import { instrument, text } from '../renderer/panels/ladder/scenes.ts'
import { coreWith, stageChart } from './chartStage.tsx'

const choice = (kind: string, ...numbers: readonly number[]) => ({ kind, numbers: [...numbers] })
const candlesArea = () => page.getByRole('application', { name: /^Candles/ })
/** Not by role: a sheet over the page hides the page from screen readers. */
const words = () => [...document.querySelectorAll('.chart-studies span')].map((part) => part.textContent)

test('averages, bands and VWAP lie over the candles, RSI, MACD and ATR in panes of their own', async () => {
  const indicators = [
    choice('ema', 9),
    choice('boll', 20, 2),
    choice('vwap'),
    choice('rsi', 14),
    choice('macd', 12, 26, 9),
    choice('atr', 14),
  ]
  await stageChart(coreWith(newsOf(candlesOf(120))), { indicators })
  // The fixed candles begin at 09:00 UTC, so the day's VWAP is not known.
  await expect
    .poll(words)
    .toEqual([
      expect.stringMatching(/^EMA 9 62,\d{3}\.\d$/),
      expect.stringMatching(/^BOLL 20 2 62,\d{3}\.\d 62,\d{3}\.\d 62,\d{3}\.\d$/),
      'VWAP — (needs every candle since 00:00 UTC, of a day at most)',
      expect.stringMatching(/^RSI 14 \d\d\.\d$/),
      expect.stringMatching(/^MACD 12 26 9 -?\d+\.\d -?\d+\.\d -?\d+\.\d$/),
      expect.stringMatching(/^ATR 14 \d\d\.\d$/),
    ])
  await expect.element(page.getByTestId('stage')).toMatchScreenshot('chart/indicators')
})

test('a line of an indicator ends before a time that was not read and begins anew behind it', async () => {
  const all = candlesOf(160, 60_000)
  const at = (n: number) => all[n]?.openTime ?? Infinity
  const unknown: CandleGap = { from: at(115), to: at(135) }
  const held = all.filter(({ openTime }) => openTime < unknown.from || openTime >= unknown.to)
  const indicators = [choice('sma', 10), choice('avwap', at(0)), choice('rsi', 5)]
  await stageChart(coreWith(newsOf(held, [unknown])), { indicators }, '1m')
  await expect
    .poll(words)
    .toEqual([
      expect.stringMatching(/^SMA 10 62,/),
      expect.stringMatching(/^AVWAP .*09:00.* — \(needs every candle from exactly then on\)$/),
      expect.stringMatching(/^RSI 5 \d/),
    ])
  await expect.element(page.getByTestId('stage')).toMatchScreenshot('chart/indicators-gap')
})

test('I opens the sheet; words add an indicator, arrows choose one, Enter changes it and Delete removes it', async () => {
  await stageChart(coreWith(newsOf(candlesOf(80))))
  candlesArea().element().focus()
  await userEvent.keyboard('i')
  const field = page.getByRole('textbox', { name: 'Indicator' })
  await expect.element(field).toHaveFocus()
  // There is no row to go to, so the words stay.
  await userEvent.keyboard('ichimoku{ArrowDown}{Enter}')
  await expect
    .element(page.getByText('Type one of sma, ema, vwap, avwap, boll, rsi, macd, atr, mark, funding.'))
    .toBeVisible()
  await expect.element(field).toHaveValue('ichimoku')
  await userEvent.clear(field)
  await userEvent.keyboard('ema 21{Enter}rsi{Enter}')
  await expect.poll(words).toEqual([expect.stringMatching(/^EMA 21 62/), expect.stringMatching(/^RSI 14 /)])
  // The first row's words come into the field to be changed.
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(field).toHaveValue('ema 21')
  await userEvent.keyboard('{Backspace}{Backspace}9{Enter}')
  await expect.poll(words).toEqual([expect.stringMatching(/^EMA 9 62/), expect.stringMatching(/^RSI 14 /)])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Delete}')
  await expect.poll(words).toEqual([expect.stringMatching(/^EMA 9 62/)])
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(candlesArea()).toHaveFocus()
})

test('a changed and a new candle move the figures of an indicator', async () => {
  const candles = candlesOf(60)
  const core = coreWith(newsOf(candles.slice(0, 59)))
  await stageChart(core, { indicators: [choice('sma', 1)] })
  await expect.poll(words).toEqual([`SMA 1 ${shown(candles[58]!.close)}`])
  core.delta('candles', newsOf([{ ...candles[58]!, close: candles[58]!.high }]))
  await expect.poll(words).toEqual([`SMA 1 ${shown(candles[58]!.high)}`])
  core.delta('candles', newsOf(candles.slice(59)))
  await expect.poll(words).toEqual([`SMA 1 ${shown(candles[59]!.close)}`])
})

test('mark and funding are drawn from the samples of the window, and say why they are unknown before', async () => {
  const candles = candlesOf(60)
  const sampledFrom = candles[40]!.openTime
  const samples = {
    last: (figure: 'mark' | 'funding', from: number) =>
      from < sampledFrom ? null : figure === 'mark' ? 62_000.5 : 0.0123,
  }
  const core = coreWith(newsOf(candles))
  const screen = await stageChart(core, { indicators: [choice('mark'), choice('funding')] }, '5m', {
    samples,
  })
  await expect.poll(words).toEqual(['MARK 62,000.5', 'FUNDING 0.0123'])
  await screen.unmount()
  await stageChart(core, { indicators: [choice('mark')] })
  await expect.poll(words).toEqual([expect.stringMatching(/^MARK — \(not sampled then/)])
})

const shown = (price: string): string =>
  Number(price)
    .toFixed(1)
    .replace(/(\d)(\d{3}\.)/, '$1,$2')

test('D opens the drawings; words draw lines, rectangle, retracement and measure on this instrument', async () => {
  await stageChart(coreWith(newsOf(candlesOf(90))))
  await expect.element(page.getByText(/^O 62,/)).toBeVisible()
  candlesArea().element().focus()
  await userEvent.keyboard('d')
  const field = page.getByRole('textbox', { name: 'Drawing' })
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('trend 11:00{Enter}')
  await expect
    .element(page.getByText('Type it like this: trend 09:30 62000 11:00 62150. Times are UTC.'))
    .toBeVisible()
  const drawn = [
    'level 62100',
    'trend 11:30 62050 15:00 61960',
    'box 12:00 61950 13:00 62000',
    'fib 14:00 61940 16:00 62160',
    'measure 13:10 61940 13:50 62020',
    'ray 11:30 61960 13:00 61975',
  ]
  await userEvent.clear(field)
  await userEvent.keyboard(drawn.map((line) => `${line}{Enter}`).join(''))
  await expect
    .poll(() => page.getByRole('listbox', { name: 'Drawings on the chart' }).element().childElementCount)
    .toBe(6)
  await userEvent.keyboard('{Escape}')
  await expect.element(candlesArea()).toHaveFocus()
  await expect.element(page.getByTestId('stage')).toMatchScreenshot('chart/drawings')
})

test('the VWAP of the day reads the candles that it needs, without a scroll', async () => {
  const before = Date.UTC(2026, 0, 5) - candlesOf(1)[0]!.openTime
  const held = candlesOf(1_430, 60_000).map((candle) => ({
    ...candle,
    openTime: candle.openTime + before - 300_000,
  }))
  const core = coreWith(newsOf(held.slice(-900)))
  core.answer('candles.read', ({ before: edge, count }) => {
    const older = held.filter(({ openTime }) => openTime < edge).slice(-count)
    return ok({ ...newsOf(older), more: older[0] !== held[0] })
  })
  await stageChart(core, { indicators: [choice('vwap')] }, '1m')
  await expect.poll(words).toEqual([expect.stringMatching(/^VWAP 6\d,\d{3}\.\d$/)])
})

test('a drawing between two candles and behind the newest stands at its own time', async () => {
  const candles = candlesOf(60)
  const newest = candles.at(-1)!.openTime
  const corner = (at: number, price: string) => ({ at, price: text(price) })
  const box = {
    kind: 'box',
    points: [corner(newest - 50 * 60_000, '62000'), corner(newest + 7 * 60_000, '62040')],
  }
  await stageChart(coreWith(newsOf(candles)), { drawings: { [instrument.symbol]: [box] } })
  await expect.poll(() => inkedColumns().length).toBeGreaterThan(20)
  const columns = inkedColumns()
  // Ten candles of 7 px, and 1.4 behind the newest.
  expect(Math.max(...columns) - Math.min(...columns)).toBeGreaterThan(76)
  expect(Math.max(...columns) - Math.min(...columns)).toBeLessThan(84)
})

test('a drawing that begins before the candles of the start reads those that it needs', async () => {
  const all = candlesOf(2_000)
  const core = coreWith(newsOf(all.slice(-900)))
  core.answer('candles.read', ({ before, count }) => {
    const older = all.filter(({ openTime }) => openTime < before).slice(-count)
    return ok({ ...newsOf(older), more: older[0] !== all[0] })
  })
  const { close } = all.at(-1)!
  const points = [all.at(-1_000)!, all.at(-1)!].map(({ openTime }) => ({ at: openTime, price: close }))
  await stageChart(core, { drawings: { [instrument.symbol]: [{ kind: 'trend', points }] } })
  await expect.poll(() => inkedColumns().length).toBeGreaterThan(400)
})

/** The columns of CSS px in which the upper canvas of the prices is not clear. */
function inkedColumns(): number[] {
  const upper = [...document.querySelectorAll<HTMLCanvasElement>('.chart-canvas canvas')]
    .filter(({ style }) => style.zIndex === '2')
    .toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
  const { width = 0, height = 0 } = upper ?? {}
  const data = width && height ? upper?.getContext('2d')?.getImageData(0, 0, width, height).data : undefined
  return Array.from({ length: width }, (_, x) => x).filter((x) =>
    Array.from({ length: height }, (_, y) => data?.[(y * width + x) * 4 + 3] ?? 0).some((alpha) => alpha > 0),
  )
}

test('beside the newest candle no figure of an older one is shown', async () => {
  const all = candlesOf(5_000, 60_000)
  const core = coreWith(newsOf(all.slice(-1_000)))
  core.answer('candles.read', ({ before, count }) => {
    const older = all.filter(({ openTime }) => openTime < before).slice(-count)
    return ok({ ...newsOf(older), more: older[0] !== all[0] })
  })
  await stageChart(core, { indicators: [choice('sma', 1)] }, '1m')
  const newest = `SMA 1 ${shown(all.at(-1)!.close)}`
  await expect.poll(words).toEqual([newest])
  candlesArea().element().focus()
  // Four pages, more than a chart holds beside the newest candle.
  for (let press = 0; press < 8; press++) {
    await userEvent.keyboard('{Home}')
    for (let frame = 0; frame < 4; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
  }
  expect(words()).toEqual(['SMA 1 — (the candles here end before the newest)'])
  await userEvent.keyboard('{End}')
  await expect.poll(words).toEqual([newest])
})

test('drawings older than the oldest candle held are counted, until that candle is read', async () => {
  const [first] = candlesOf(1)
  if (first === undefined) throw new Error('No candle.')
  const { openTime: oldest } = first
  const trend = (from: number) => ({
    kind: 'trend',
    points: [from, oldest + 600_000].map((at) => ({ at, price: text('62000') })),
  })
  const level = { kind: 'level', points: [{ at: 0, price: text('62050') }] }
  const drawings = { [instrument.symbol]: [trend(oldest - 600_000), trend(oldest), level] }
  const core = coreWith(newsOf(candlesOf(80)))
  const staged = await stageChart(core, { drawings })
  await expect.element(page.getByText('1 drawing not shown')).toBeVisible()
  await staged.unmount()
  const older = [3, 2, 1].map((n) => ({ ...first, openTime: oldest - 300_000 * n }))
  const whole = coreWith(newsOf(candlesOf(80)))
  whole.answer('candles.read', () => ok({ candles: older, gaps: [], more: false }))
  await stageChart(whole, { drawings })
  await expect.poll(() => whole.callsOf('candles.read')).toHaveLength(1)
  await expect.element(page.getByText(/not shown/)).not.toBeInTheDocument()
})
