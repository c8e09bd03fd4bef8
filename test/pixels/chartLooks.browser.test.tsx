/** The kinds and scales of a chart: what they look like, and the keys that choose them. */

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ChartKind } from '../../renderer/state/stores/chartChoices.ts'
import { candlesOf, newsOf } from '../renderer/panels/chart/candles.ts'
import { coreWith, stageChart } from './chartStage.tsx'

/** Eighty candles, with unread time among those in view. */
function newsWithGap() {
  const all = candlesOf(90)
  const at = (n: number) => all[n]?.openTime ?? Infinity
  const unknown = { from: at(50), to: at(58) }
  return newsOf(
    all.filter(({ openTime }) => openTime < unknown.from || openTime >= unknown.to),
    [unknown],
  )
}

const candlesArea = () => page.getByRole('application', { name: /^Candles/ })

test.each(['bars', 'line', 'area', 'heikin-ashi'] as const)(
  'the kind %s draws nothing over a time that was not read',
  async (kind: ChartKind) => {
    await stageChart(coreWith(newsWithGap()), { kind })
    await expect.element(page.getByTestId('stage')).toMatchScreenshot(`chart/${kind}`)
  },
)

test('percent and its indicators begin with the first candle in view', async () => {
  const indicators = [{ kind: 'ema', numbers: [9] }]
  await stageChart(coreWith(newsOf(candlesOf(90))), { scale: 'percent', indicators })
  await expect.poll(() => document.querySelector('.chart-studies span')?.textContent).toMatch(/^EMA 9 62/)
  await expect.element(page.getByTestId('stage')).toMatchScreenshot('chart/percent')
})

test('K and Shift K walk the kinds, L the scales', async () => {
  await stageChart(coreWith(newsOf(candlesOf(60))))
  const look = () =>
    [...page.getByRole('group', { name: 'Look' }).element().children].map((part) => part.textContent)
  expect(look().slice(0, 2)).toEqual(['Candles', 'Linear'])
  candlesArea().element().focus()
  await userEvent.keyboard('kk')
  await expect.poll(look).toEqual(['Line', 'Linear', 'ƒ'])
  await userEvent.keyboard('{Shift>}kkk{/Shift}')
  await expect.poll(look).toEqual(['Heikin-Ashi', 'Linear', 'ƒ'])
  await userEvent.keyboard('l')
  await expect.poll(look).toEqual(['Heikin-Ashi', 'Log', 'ƒ'])
  await userEvent.keyboard('ll')
  await expect.poll(look).toEqual(['Heikin-Ashi', 'Linear', 'ƒ'])
})
