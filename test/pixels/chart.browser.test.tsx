/** What a chart looks like and tells, in a real browser. */

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PriceChart } from '../../renderer/chart/PriceChart.tsx'
import type { ChartProps } from '../../renderer/chart/chartProps.ts'
import '../../renderer/style/base.css'
import '../../renderer/style/tokens.css'
import { candlesOf, newsOf } from '../renderer/chart/candles.ts'
import { FakeClient } from '../fakes/fakeClient.ts'
import { instrument, longOne, orderOf, text } from '../renderer/ladder/scenes.ts'
import { loadFonts, pointAway } from './stage.tsx'

async function stageChart(client: FakeClient, props: Partial<ChartProps> = {}) {
  await loadFonts()
  await page.viewport(900, 760)
  document.body.style.margin = '0'
  await pointAway()
  const all: ChartProps = {
    client,
    instrument,
    interval: '5m',
    orders: [],
    position: null,
    unrealised: null,
    onInterval: () => {},
    ...props,
  }
  return await render(
    <div data-testid="stage" style={{ width: 620, height: 520, background: '#090c11' }}>
      <PriceChart {...all} />
    </div>,
  )
}

const own = [
  orderOf('buy', '61940', { amount: text('2') }),
  orderOf('sell', '62120', { amount: text('0.5'), phase: 'sent' }),
]
const long = { ...longOne, averageEntry: text('61980') }
const lines = () =>
  page.getByRole('region', { name: 'Chart BTCUSDC_PERP' }).getByRole('list', { name: 'Lines' })

test('candles, volume, own orders and the position', async () => {
  const client = new FakeClient().startWith('candles', newsOf(candlesOf(80)))
  await stageChart(client, { orders: own, position: long, unrealised: '+747.00' })
  await expect
    .poll(() => [...lines().element().children].map((of) => of.textContent))
    .toEqual([
      'SELL 0.5 C1042 … at 62,120.0',
      'avg entry +1.000 · +747.00 at 61,980.0',
      'BUY 2 C1042 at 61,940.0',
    ])
  await expect.element(page.getByText(/^O 62,/)).toBeVisible()
  await expect.element(page.getByTestId('stage')).toMatchScreenshot('chart-lines')
})

test('without a trade it says so, and the first one takes that away', async () => {
  const client = new FakeClient().startWith('candles', newsOf([]))
  await stageChart(client)
  await expect.element(page.getByText('No trades yet')).toBeVisible()
  client.delta('candles', newsOf(candlesOf(1)))
  await expect.element(page.getByText('No trades yet')).not.toBeInTheDocument()
})

test('a lost link is said over the candles until they are told again', async () => {
  const candles = candlesOf(20)
  const client = new FakeClient().startWith('candles', newsOf(candles))
  await stageChart(client)
  await expect.element(page.getByText(/^O /)).toBeVisible()
  client.stale('candles')
  await expect.element(page.getByText('OLD: no link to the core')).toBeVisible()
  for (const of of client.openOf('candles')) of.listener.snapshot(newsOf(candles))
  await expect.element(page.getByText('OLD: no link to the core')).not.toBeInTheDocument()
})

test('each delta is granted after it was drawn, and an order that is gone takes its line with it', async () => {
  const candles = candlesOf(20)
  const client = new FakeClient().startWith('candles', newsOf(candles.slice(0, 19)))
  const screen = await stageChart(client, { orders: own })
  await expect.poll(() => client.openOf('candles')[0]?.painted).toBe(1)
  client.delta('candles', newsOf(candles.slice(18)))
  client.delta('candles', newsOf(candles.slice(19)))
  await expect.poll(() => client.openOf('candles')[0]?.painted).toBe(2)
  await screen.rerender(
    <PriceChart
      {...{ client, instrument, interval: '5m', orders: [], position: null, unrealised: null }}
      onInterval={() => {}}
    />,
  )
  await expect.poll(() => page.getByRole('list', { name: 'Lines' }).element().childElementCount).toBe(0)
})

test('the interval changes by button and by key', async () => {
  const asked: string[] = []
  const client = new FakeClient().startWith('candles', newsOf(candlesOf(5)))
  await stageChart(client, { onInterval: (of) => asked.push(of) })
  await page.getByRole('button', { name: '15m' }).click()
  await userEvent.keyboard(',1')
  await userEvent.keyboard('2')
  expect(asked).toEqual(['15m', '5s'])
})
