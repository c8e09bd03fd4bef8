/** The kinds and scales of a chart: what they look like, and the keys that choose them. */

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ChartKind } from '../../renderer/state/stores/chartChoices.ts'
import { tradeOf } from '../fakes/window/scriptedCore.ts'
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

test('own trades are marks at their candles, with the volume profile of the view at the left', async () => {
  const candles = candlesOf(90)
  const at = (n: number) => (candles[n]?.openTime ?? 0) + 1_000
  const fills = [
    tradeOf({ code: '1', createdAt: at(45) }),
    tradeOf({ code: '2', createdAt: at(60) }),
    tradeOf({ code: '3', createdAt: at(60) + 1 }),
    tradeOf({ code: '4', createdAt: at(78), side: 'sell' }),
  ]
  const fillsUnread = 'Not every trade was read.'
  await stageChart(coreWith(newsOf(candles)), {}, '5m', { fills, fillsUnread })
  const list = () =>
    [...page.getByRole('list', { name: 'Own trades' }).element().children].map((part) => part.textContent)
  await expect.poll(list).toHaveLength(5)
  expect(list().slice(0, 2)).toEqual([fillsUnread, expect.stringMatching(/^buy 0\.5 at 62,000\.0, .* UTC$/)])
  await expect.element(page.getByText('Own trades ~')).toBeVisible()
  candlesArea().element().focus()
  await userEvent.keyboard('v')
  await expect.element(page.getByTestId('stage')).toMatchScreenshot('chart/fills-and-profile')
})

test('P saves a picture with its title, Shift P copies it', async () => {
  const taken: { to: string; height: number }[] = []
  await stageChart(coreWith(newsOf(candlesOf(30))), {}, '5m', {
    onPicture: ({ height }, to) => void taken.push({ to, height }),
  })
  await expect.element(page.getByText(/^O 62,/)).toBeVisible()
  candlesArea().element().focus()
  await userEvent.keyboard('p{Shift>}p{/Shift}')
  const frame = document.querySelector('.chart-canvas')?.clientHeight ?? 0
  expect(taken).toEqual(['file', 'clipboard'].map((to) => ({ to, height: (frame + 26) * devicePixelRatio })))
})
