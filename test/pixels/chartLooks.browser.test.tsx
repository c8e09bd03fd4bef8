/** The kinds and scales of a chart: what they look like, and the keys that choose them. */

import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ChartKind } from '../../renderer/state/stores/chartChoices.ts'
import { tradeOf } from '../fakes/window/scriptedCore.ts'
import { fail } from '../../shared/base/result.ts'
import { failureOf } from '../../shared/contract/failure.ts'
import { candlesOf, newsOf } from '../renderer/panels/chart/candles.ts'
import { instrument, text } from '../renderer/panels/ladder/scenes.ts'
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
  await expect.poll(look).toEqual(['Line', 'Linear', 'ƒ', '✎'])
  await userEvent.keyboard('{Shift>}kkk{/Shift}')
  await expect.poll(look).toEqual(['Heikin-Ashi', 'Linear', 'ƒ', '✎'])
  await userEvent.keyboard('l')
  await expect.poll(look).toEqual(['Heikin-Ashi', 'Log', 'ƒ', '✎'])
  await userEvent.keyboard('ll')
  await expect.poll(look).toEqual(['Heikin-Ashi', 'Linear', 'ƒ', '✎'])
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

/** The texts that canvases drew since the call. */
function textsDrawn(): () => readonly string[] {
  const spy = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText')
  onTestFinished(() => spy.mockRestore())
  return () => spy.mock.calls.map(([words]) => words)
}

/** Whether a bright line goes across most of a picture. */
function hasLineAcross(picture: HTMLCanvasElement): boolean {
  const { width, height } = picture
  const { data } = picture.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] }
  const brightIn = (y: number) =>
    Array.from({ length: width }, (_, x) => data[(y * width + x) * 4] ?? 0).filter((red) => red > 90).length
  return Array.from({ length: height }, (_, y) => brightIn(y)).some((bright) => bright > width * 0.7)
}

test('a picture has the drawings, and its title says what the page says over the chart', async () => {
  const texts = textsDrawn()
  const taken: HTMLCanvasElement[] = []
  const core = coreWith(newsOf(candlesOf(60)))
  const level = { kind: 'level', points: [{ at: 0, price: text('62051.5') }] }
  const first = { drawings: { [instrument.symbol]: [level] }, indicators: [{ kind: 'sma', numbers: [1] }] }
  await stageChart(core, first, '5m', {
    fillsUnread: 'Not every trade was read.',
    onPicture: (picture) => void taken.push(picture),
  })
  await expect.poll(() => texts().includes('62,051.5')).toBe(true)
  core.stale('candles')
  await expect.element(page.getByText('OLD: no link to the core')).toBeVisible()
  candlesArea().element().focus()
  await userEvent.keyboard('p')
  expect(taken.map(hasLineAcross)).toEqual([true])
  expect(texts().find((words) => words.startsWith('BTCUSDC_PERP  5m'))).toMatch(
    /^BTCUSDC_PERP {2}5m {2}Candles {2}UTC {2}OLD: no link to the core {2}Own trades ~ {2}O 6\S+ {2}H 6\S+ {2}L 6\S+ {2}C 6\S+ {2}Vol \S+ {2}SMA 1 62,\S+$/,
  )
})

test.each([
  ['while older candles in view were not read', true],
  ['not where there are none', false],
])('a volume profile is partial %s', async (_, isUnread) => {
  const texts = textsDrawn()
  const core = coreWith(newsOf(candlesOf(30)))
  if (isUnread) core.answer('candles.read', () => fail(failureOf('internal', 'The history is busy.')))
  await stageChart(core, { profile: true })
  // Drawn once more after the answer to the page, so that the last drawing knows it.
  await expect.poll(() => core.openOf('candles')[0]?.painted).toBe(1)
  const before = texts().length
  core.delta('candles', newsOf(candlesOf(30).slice(-1)))
  await expect.poll(() => core.openOf('candles')[0]?.painted).toBe(2)
  await expect.poll(() => texts().length).toBeGreaterThan(before)
  expect(texts().slice(before).includes('volume ~ (unread time in view)')).toBe(isUnread)
})

test('the field of the interval closes when the dealer goes elsewhere, and takes no focus with it', async () => {
  await stageChart(coreWith(newsOf(candlesOf(30))))
  const elsewhere = document.body.appendChild(document.createElement('input'))
  onTestFinished(() => elsewhere.remove())
  candlesArea().element().focus()
  await userEvent.keyboard(',')
  await expect.element(page.getByRole('textbox', { name: 'Interval' })).toHaveFocus()
  await userEvent.click(elsewhere)
  await expect.element(page.getByRole('textbox', { name: 'Interval' })).not.toBeInTheDocument()
  expect(document.activeElement).toBe(elsewhere)
})
