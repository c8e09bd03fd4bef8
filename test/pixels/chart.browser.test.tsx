/** What a chart looks like and tells, in a real browser. */

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { gapWords } from '../../renderer/panels/chart/chartModel.ts'
import { PriceChart } from '../../renderer/panels/chart/PriceChart.tsx'
import type { ChartProps } from '../../renderer/panels/chart/chartProps.ts'
import { DEFAULT_CHART } from '../../renderer/state/stores/chartChoices.ts'
import '../../renderer/style/base.css'
import '../../renderer/style/tokens.css'
import { candlesOf, newsOf } from '../renderer/panels/chart/candles.ts'
import { fail, ok } from '../../shared/base/result.ts'
import { failureOf } from '../../shared/contract/failure.ts'
import { FakeClock } from '../fakes/fakeClock.ts'
import { FakeClient } from '../fakes/window/fakeClient.ts'
import { ScriptedCore } from '../fakes/window/scriptedCore.ts'
import { instrument, longOne, orderOf, text } from '../renderer/panels/ladder/scenes.ts'
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
    choices: DEFAULT_CHART,
    onInterval: () => {},
    onChoices: () => {},
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

/** A core that has these candles and none before them. */
const coreWith = (news: ReturnType<typeof newsOf>) => {
  const client = new ScriptedCore()
  client.answer('candles.read', () => ok({ ...newsOf([]), more: false }))
  return client.startWith('candles', news)
}

test('candles, volume, own orders and the position', async () => {
  const client = coreWith(newsOf(candlesOf(80)))
  await stageChart(client, { orders: own, position: long, unrealised: '+747.00' })
  await expect
    .poll(() => [...lines().element().children].map((element) => element.textContent))
    .toEqual([
      'SELL 0.5 C1042 … at 62,120.0',
      'avg entry +1.000 · +747.00 at 61,980.0',
      'BUY 2 C1042 at 61,940.0',
    ])
  await expect.element(page.getByText(/^O 62,/)).toBeVisible()
  await expect.element(page.getByTestId('stage')).toMatchScreenshot('chart/lines')
})

test('a selected order, where a waiting change would move it, and the sentence of that change', async () => {
  const [buy] = own
  const client = coreWith(newsOf(candlesOf(80)))
  await stageChart(client, {
    orders: own,
    dealing: {
      clock: new FakeClock(),
      proposal: 'C1042 · AMEND BUY BTCUSDC_PERP limit 61,940.0 → 61,900.0',
      ghost: buy === undefined ? null : { ...buy, limitPrice: text('61900') },
      onRequest: () => {},
      onSend: () => {},
      onDrop: () => {},
      onRefused: () => {},
    },
  })
  await expect.element(page.getByText(/^O 62,/)).toBeVisible()
  await userEvent.click(page.getByRole('application'), { position: { x: 200, y: 40 } })
  await pointAway()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect
    .poll(() => [...lines().element().children].map((element) => element.textContent))
    .toEqual([
      'SELL 0.5 C1042 … at 62,120.0',
      'BUY 2 C1042 at 61,940.0, selected',
      'BUY 2 C1042 > at 61,900.0',
    ])
  await expect.element(page.getByTestId('stage')).toMatchScreenshot('chart/ownOrderMoves')
})

test('a chart of seconds says how far back they are held, and shows a page that the core still has', async () => {
  const minute = Date.UTC(2026, 0, 5, 9)
  const all = candlesOf(40).map((candle, n) => ({ ...candle, openTime: minute + n * 1_000 }))
  const client = new ScriptedCore()
  client.startWith('candles', newsOf(all.slice(20)))
  client.answer('candles.read', ({ interval, before }) =>
    ok({
      candles: all.filter(
        ({ openTime }) => interval === '1s' && openTime < before && openTime >= minute + 5_000,
      ),
      gaps: [{ from: 0, to: minute + 10_000 }],
      more: false,
    }),
  )
  await stageChart(client, { interval: '1s' })
  await expect
    .element(page.getByText('Seconds: newest 2 h'))
    .toHaveAttribute('title', expect.stringContaining('choose 5s or longer'))
  await expect
    .poll(() => page.getByRole('list', { name: 'Times not known' }).element().textContent)
    .toMatch(/^Not known .*:05 to .*:10 UTC \(5 s\)/)
})

test('a chart without a trade says so until the first trade', async () => {
  const client = new FakeClient().startWith('candles', newsOf([]))
  await stageChart(client)
  await expect.element(page.getByText('No trades read yet')).toBeVisible()
  client.delta('candles', newsOf(candlesOf(1)))
  await expect.element(page.getByText('No trades read yet')).not.toBeInTheDocument()
})

test('a lost link is stated over the candles until they arrive again', async () => {
  const candles = candlesOf(20)
  const client = new FakeClient().startWith('candles', newsOf(candles))
  await stageChart(client)
  await expect.element(page.getByText(/^O /)).toBeVisible()
  client.stale('candles')
  await expect.element(page.getByText('OLD: no link to the core')).toBeVisible()
  for (const opened of client.openOf('candles')) opened.listener.snapshot(newsOf(candles))
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
      choices={DEFAULT_CHART}
      onInterval={() => {}}
      onChoices={() => {}}
    />,
  )
  await expect.poll(() => page.getByRole('list', { name: 'Lines' }).element().childElementCount).toBe(0)
})

test('the interval changes by button and by key', async () => {
  const asked: string[] = []
  const client = new FakeClient().startWith('candles', newsOf(candlesOf(5)))
  await stageChart(client, { onInterval: (interval) => asked.push(interval) })
  await page.getByRole('button', { name: '15m' }).click()
  candlesArea('5m').element().focus()
  await userEvent.keyboard(',')
  await userEvent.keyboard('7{Enter}')
  await expect.element(page.getByText(/^No candles of this length. There are 1s 5s 15s /)).toBeVisible()
  await userEvent.keyboard('{Backspace}15s{Enter}')
  await userEvent.keyboard(',240{Enter},1s{Enter},5{Escape}')
  expect(asked).toEqual(['15m', '15s', '4h', '1s'])
  await expect.element(candlesArea('5m')).toHaveFocus()
})

/** A venue's history of minutes with an hour of which nothing is known. */
function historyOf(count: number) {
  const all = candlesOf(count, 60_000)
  const at = (n: number) => all[n]?.openTime ?? Infinity
  const unknown = { from: at(count - 90), to: at(count - 30) }
  const held = all.filter(({ openTime }) => openTime < unknown.from || openTime >= unknown.to)
  return { held, unknown }
}
const candlesArea = (interval = '1m') =>
  page.getByRole('application', { name: `Candles BTCUSDC_PERP ${interval}` })
const gaps = () => page.getByRole('list', { name: 'Times not known' })

test('an unknown time is hatched and stated, and takes little room', async () => {
  const { held, unknown } = historyOf(400)
  const client = coreWith(newsOf(held.slice(-110), [unknown]))
  await stageChart(client, { interval: '1m' })
  await expect.poll(() => gaps().element().textContent).toBe(gapWords(unknown))
  await expect.element(page.getByTestId('stage')).toMatchScreenshot('chart/gap')
})

/** A core with a long history of minutes, and the pages that were asked of it. */
function longHistory() {
  const { held } = historyOf(9_000)
  const asked: { before: number; after: number | null }[] = []
  const client = new ScriptedCore()
  client.startWith('candles', newsOf(held.slice(-1_000)))
  client.answer('candles.read', ({ before, after, count }) => {
    asked.push({ before, after })
    const some =
      after === null
        ? held.filter(({ openTime }) => openTime < before).slice(-count)
        : held.filter(({ openTime }) => openTime > after).slice(0, count)
    const end = after === null ? held[0] : held.at(-1)
    return ok({ ...newsOf(some), more: !some.includes(end!) })
  })
  const olderPages = () => asked.filter(({ after }) => after === null).map(({ before }) => before)
  /** Candles that no page has brought yet. */
  const unread = () =>
    held.filter(({ openTime }) => openTime < Math.min(...olderPages()) - 1_000 * 60_000).length
  return { held, client, olderPages, unread }
}

/** Presses Home until the oldest page is asked for, and once more when that page is drawn. */
async function goToTheFirstBar({ unread }: ReturnType<typeof longHistory>): Promise<void> {
  candlesArea().element().focus()
  for (let last = false; !last;) {
    last = unread() === 0
    await userEvent.keyboard('{Home}')
    // The page is answered at once, put on the chart in the next frame and drawn in the one after.
    await frames(4)
  }
}

test('keys lead back through pages of the past and home again, and the view never jumps', async () => {
  const history = longHistory()
  const { held, client, olderPages } = history
  await stageChart(client, { interval: '1m' })
  await expect.element(page.getByText(/^O 71,046/)).toBeVisible()
  await goToTheFirstBar(history)
  // Each page was asked for once.
  expect(new Set(olderPages()).size).toBe(olderPages().length)
  await expect.element(page.getByRole('button', { name: 'Back to live' })).toBeVisible()
  await expect.element(page.getByTestId('stage')).toMatchScreenshot('chart/paged-back')
  // News does not move it.
  const news = { ...held.at(-1)!, openTime: held.at(-1)!.openTime + 60_000 }
  client.delta('candles', newsOf([news]))
  await expect.element(page.getByTestId('stage')).toMatchScreenshot('chart/paged-back')
  await userEvent.keyboard('{PageDown}')
  await userEvent.keyboard('{End}')
  await expect.element(page.getByRole('button', { name: 'Back to live' })).not.toBeInTheDocument()
  await expect.element(page.getByTestId('stage')).toMatchScreenshot('chart/live-again')
})

test('a key pressed before the first bars are drawn shows as many bars as a later one', async () => {
  const history = longHistory()
  // The legend names the last bar a frame before the chart lays itself out.
  const legendObserver = new MutationObserver(() => {
    if (document.querySelector('.chart-legend')?.textContent.startsWith('O') !== true) return
    legendObserver.disconnect()
    const key = new KeyboardEvent('keydown', { key: 'Home', code: 'Home', bubbles: true })
    candlesArea().element().dispatchEvent(key)
  })
  legendObserver.observe(document.body, { subtree: true, childList: true, characterData: true })
  await stageChart(history.client, { interval: '1m' })
  await expect.element(page.getByRole('button', { name: 'Back to live' })).toBeVisible()
  await goToTheFirstBar(history)
  await expect.element(page.getByTestId('stage')).toMatchScreenshot('chart/paged-back')
})

test('says that older candles are being read, until they are', async () => {
  const { held } = historyOf(2_000)
  const client = new ScriptedCore()
  client.startWith('candles', newsOf(held.slice(-1)))
  const asked = Promise.withResolvers<void>()
  client.answer('candles.read', async () => {
    await asked.promise
    return ok({ ...newsOf(held.slice(0, -1)), more: false })
  })
  await stageChart(client, { interval: '1m' })
  const note = page.getByText('Reading older candles…')
  await expect.element(note).toBeVisible()
  asked.resolve()
  await expect.element(note).not.toBeInTheDocument()
})

test('an unreadable page of the past is reported, and read again on the next scroll', async () => {
  const { held } = historyOf(3_000)
  let failing = true
  let asked = 0
  const client = new ScriptedCore()
  client.startWith('candles', newsOf(held.slice(-1_000)))
  client.answer('candles.read', ({ before, count }) => {
    asked++
    if (failing) return fail(failureOf('internal', 'The history is busy.'))
    const some = held.filter(({ openTime }) => openTime < before).slice(-count)
    return ok({ ...newsOf(some), more: some[0] !== held[0] })
  })
  await stageChart(client, { interval: '1m' })
  await expect.element(page.getByText(/^O /)).toBeVisible()
  candlesArea().element().focus()
  const warning = page.getByText(
    'More of the past could not be read: The history is busy. Scroll again to read it again.',
  )
  await userEvent.keyboard('{Home}')
  await expect.element(warning).toBeVisible()
  // The first bar held is in sight already: this key moves nothing.
  const before = asked
  await userEvent.keyboard('{Home}')
  await expect.poll(() => asked).toBeGreaterThan(before)
  await expect.element(warning).toBeVisible()
  failing = false
  await userEvent.keyboard('{Home}')
  await expect.element(warning).not.toBeInTheDocument()
})

test('the crosshair leaves with the pointer, whatever news comes', async () => {
  const candles = candlesOf(80)
  const client = new FakeClient().startWith('candles', newsOf(candles))
  await stageChart(client)
  const inked = () =>
    [...document.querySelectorAll<HTMLCanvasElement>('.chart-canvas canvas')]
      .filter((element) => element.style.zIndex === '2')
      .map((element) =>
        element
          .getContext('2d')
          ?.getImageData(0, 0, element.width, element.height)
          .data.some((ink) => ink > 0),
      )
  await expect.poll(inked).toEqual([false, false, false])
  const area = page.getByRole('application', { name: 'Candles BTCUSDC_PERP 5m' })
  await area.hover({ position: { x: 200, y: 150 } })
  await expect.poll(inked).toEqual([true, true, true])
  await area.hover({ position: { x: 300, y: 250 } })
  client.delta('candles', newsOf(candles.slice(-1)))
  await frames(4)
  await pointAway()
  await expect.poll(inked).toEqual([false, false, false])
})

/** Waits until so many frames were drawn. */
async function frames(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((drawn) => requestAnimationFrame(drawn))
}
