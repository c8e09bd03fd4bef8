/** A chart compared with a second instrument: its line, its legend and its subscription. */

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../shared/base/result.ts'
import type { CandleNews } from '../../shared/domain/candles/candle.ts'
import { instrumentOf, sym, type ScriptedCore } from '../fakes/window/scriptedCore.ts'
import { candlesOf, newsOf } from '../renderer/panels/chart/candles.ts'
import { instrument, text } from '../renderer/panels/ladder/scenes.ts'
import { coreWith, stageChart } from './chartStage.tsx'

const eth = sym('ETHUSDC_PERP')
const instruments = [instrument, ...['ETH', 'SOL'].map((word) => instrumentOf(word, '0.01', '0.01'))]
const comparable = { instruments, isLost: false }
const candlesArea = () => page.getByRole('application', { name: /^Candles/ })
const words = () => document.querySelector('.chart-compare')?.textContent
const following = (core: ScriptedCore) =>
  core.openOf('candles').map(({ key }) => (key as { readonly symbol: string }).symbol)

/** A core with 60 candles of the chart's instrument, and these of the second one. */
function coreWithSecond(news: CandleNews): ScriptedCore {
  const main = newsOf(candlesOf(60))
  const core = coreWith(main)
  core.startWith('candles', ({ symbol }) => (symbol === eth ? news : main))
  return core
}

/** Candles of the second instrument, from 2,000 up by one each. */
const second = (count: number) =>
  candlesOf(count).map((candle, n) => {
    const price = text(String(2_000 + n))
    return { ...candle, open: price, high: price, low: price, close: price }
  })

test('C picks a second instrument, its line follows its own candles, and C again ends its subscription', async () => {
  const core = coreWithSecond(newsOf(second(60)))
  await stageChart(core, {}, '5m', { comparable })
  await expect.element(page.getByText(/^O 6/)).toBeVisible()
  candlesArea().element().focus()
  await userEvent.keyboard('c')
  await expect
    .element(page.getByRole('combobox', { name: `Compare ${instrument.symbol} with` }))
    .toHaveFocus()
  await userEvent.keyboard('eth{Enter}')
  await expect.poll(() => following(core)).toEqual([instrument.symbol, eth])
  // 59 candles up from 2,000.
  await expect.poll(words).toBe('ETHUSDC_PERP +2.95 %')
  await expect.element(page.getByTestId('stage')).toMatchScreenshot('chart/compare')
  const [last] = second(60).slice(-1)
  const listener = core.openOf('candles')[1]?.listener
  listener?.delta(newsOf([{ ...last!, close: text('2100') }]))
  await expect.poll(words).toBe('ETHUSDC_PERP +5.00 %')
  await expect.element(candlesArea()).toHaveFocus()
  await userEvent.keyboard('c')
  await expect.poll(() => following(core)).toEqual([instrument.symbol])
  await expect.poll(words).toBe('')
})

test('a break in the trades of the second instrument breaks its line, and the legend has the reason', async () => {
  const all = second(60)
  const gap = { from: all[40]!.openTime, to: all[59]!.openTime + 300_000 }
  const core = coreWithSecond(newsOf(all.slice(0, 40), [gap]))
  await stageChart(core, { compare: eth }, '5m', { comparable })
  await expect.poll(words).toBe('ETHUSDC_PERP — (its trades of that time are not known)')
  core.stale('candles')
  await expect.poll(words).toMatch(/ OLD: no link to the core$/)
})

test('older candles of the second instrument are read as far as the view goes', async () => {
  const all = second(60)
  const core = coreWithSecond(newsOf(all.slice(50)))
  core.answer('candles.read', ({ symbol, before, count }) => {
    const older = symbol === eth ? all.filter(({ openTime }) => openTime < before).slice(-count) : []
    return ok({ ...newsOf(older), more: false })
  })
  await stageChart(core, { compare: eth }, '5m', { comparable })
  await expect.poll(words).toBe('ETHUSDC_PERP +2.95 %')
})

test('an instrument that is not listed is not followed, and the chart says so', async () => {
  const core = coreWith(newsOf(candlesOf(60)))
  await stageChart(core, { compare: sym('OLDUSDC_PERP') }, '5m', { comparable })
  await expect.element(page.getByText('OLDUSDC_PERP not compared')).toBeVisible()
  expect(following(core)).toEqual([instrument.symbol])
})
