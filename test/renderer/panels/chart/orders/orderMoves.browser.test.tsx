/** A dealer moves own orders in the chart of a window: by drag and by keys, and Enter sends. */

import '../../../../../renderer/style/tokens.css'
import '../../../../../renderer/style/base.css'
import '../../../../../renderer/style/docking.css'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ChartPanel } from '../../../../../renderer/panels/chart/ChartPanel.tsx'
import { PriceChart } from '../../../../../renderer/panels/chart/PriceChart.tsx'
import { ProvidedChartContext } from '../../../../../renderer/panels/chart/providedChart.ts'
import { openSession } from '../../../../../renderer/session.ts'
import { chooseCustomer } from '../../../../../renderer/state/actions/workspaceActions.ts'
import { SessionContext } from '../../../../../renderer/state/useSession.ts'
import { seededRandom } from '../../../../../shared/base/random.ts'
import { ok } from '../../../../../shared/base/result.ts'
import { decimalText } from '../../../../../shared/domain/scalars.ts'
import { FakeClock } from '../../../../fakes/fakeClock.ts'
import { code, orderOf, reference, ScriptedCore } from '../../../../fakes/window/scriptedCore.ts'
import { handOn } from '../../ladder/mouse/hand.ts'
import { candlesOf, newsOf } from '../candles.ts'

const text = (value: string) => decimalText.parse(value)
const resting = () => orderOf({ referenceId: reference('r1'), limitPrice: text('61980') })

async function stage() {
  const desk = new ScriptedCore()
  desk.answer('candles.read', () => ok({ ...newsOf([]), more: false }))
  desk.answer('order.amend', () => ok({}))
  desk.startWith('candles', newsOf(candlesOf(80)))
  desk.startWith('orders', [resting()])
  const clock = new FakeClock()
  const session = openSession({
    client: desk,
    clock,
    random: seededRandom(1),
    windowName: 'first',
    onFrame: (run) => run(),
    pressAge: () => 0,
  })
  chooseCustomer(session.workspace, code('C1042'))
  await page.viewport(900, 760)
  document.body.style.margin = '0'
  const screen = await render(
    <SessionContext value={session}>
      <ProvidedChartContext value={PriceChart}>
        <div style={{ width: 620, height: 520 }}>
          <ChartPanel />
        </div>
      </ProvidedChartContext>
    </SessionContext>,
  )
  const candles = screen.getByRole('application', { name: /^Candles BTCUSDC/ })
  const lines = () =>
    [...screen.getByRole('list', { name: 'Lines' }).element().children].map((line) => line.textContent)
  await expect.poll(lines).toEqual(['BUY 1 C1042 at 61,980.0'])
  const hand = handOn(candles.element())
  /** The height of the order's line: a press on it takes the focus. */
  const heightOfLine = (): number => {
    const element = candles.element()
    for (let y = 10; y < element.clientHeight; y += 2) {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      hand.down({ x: 300, y })
      hand.cancel()
      if (document.activeElement === element) return y
    }
    return 0
  }
  const find = async () => {
    await expect.poll(heightOfLine).toBeGreaterThan(0)
    return { x: 300, y: heightOfLine() + 3 }
  }
  const asked = () => desk.callsOf('order.amend')
  const notices = () => session.notices.getState().log.map((notice) => JSON.stringify(notice))
  return { desk, session, screen, clock, hand, lines, find, heightOfLine, candles, asked, notices }
}

test('a drag waits for Enter with its ghost and its sentence, and Enter asks for one amend', async () => {
  const { hand, find, lines, screen, clock, asked } = await stage()
  const from = await find()
  clock.advance(1_000)
  hand.down(from)
  hand.move({ x: 300, y: from.y + 30 })
  hand.up()
  const sentence = screen.getByText(/AMEND BUY BTCUSDC_PERP limit 61,980\.0 → 61,\d+\.[05]/)
  await expect.element(sentence).toBeVisible()
  const price = /→ (61,\d+\.[05])/.exec(sentence.element().textContent)?.[1] ?? ''
  await expect.poll(lines).toEqual(['BUY 1 C1042 at 61,980.0, selected', `BUY 1 C1042 > at ${price}`])
  expect(asked()).toEqual([])
  clock.advance(1_000)
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(asked)
    .toMatchObject([{ changes: { limitPrice: price.replace(',', '').replace('.0', '') } }])
  await expect.element(sentence).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  expect(asked()).toHaveLength(1)
})

test('Esc during a drag, a second button and the end of the drag outside move nothing', async () => {
  const { hand, find, session, asked, candles, clock } = await stage()
  const from = await find()
  clock.advance(1_000)
  const waiting = () => session.proposals.getState()['chart:1']
  hand.down(from)
  hand.move({ x: 300, y: from.y + 30 })
  await userEvent.keyboard('{Escape}')
  hand.up()
  expect(waiting()).toBeUndefined()
  hand.down(from)
  hand.move({ x: 300, y: from.y + 30 })
  hand.down({ x: 300, y: from.y + 30 }, 'right')
  hand.up('right')
  hand.up('left')
  expect(waiting()).toBeUndefined()
  hand.down(from)
  hand.move({ x: 300, y: candles.element().clientHeight + 40 })
  hand.up()
  expect(waiting()).toBeUndefined()
  hand.down(from)
  hand.move({ x: 300, y: from.y + 30 })
  hand.up()
  expect(waiting()).toBeDefined()
  expect(asked()).toEqual([])
})

test('an order that changes at the venue during the drag is not moved', async () => {
  const { hand, find, session, desk, lines, notices, clock } = await stage()
  const from = await find()
  clock.advance(1_000)
  hand.down(from)
  hand.move({ x: 300, y: from.y + 30 })
  desk.delta('orders', [{ ...resting(), limitPrice: text('61990') }])
  await expect.poll(() => lines().at(-1)).toMatch(/61,990\.0/)
  hand.up()
  expect(session.proposals.getState()['chart:1']).toBeUndefined()
  expect(notices().join()).toMatch(/changed or ended during the press/)
})

test('a press right after the lines moved is dropped', async () => {
  const { hand, find, heightOfLine, clock, session, desk, notices, lines } = await stage()
  const from = await find()
  clock.advance(1_000)
  desk.delta('orders', [{ ...resting(), limitPrice: text('61990') }])
  await expect.poll(() => lines().at(-1)).toMatch(/61,990\.0/)
  // The line is where it was until the next drawing.
  await expect.poll(heightOfLine).toBeLessThan(from.y - 3)
  const y = heightOfLine() + 3
  hand.down({ x: 300, y })
  hand.move({ x: 300, y: y + 30 })
  hand.up()
  expect(session.proposals.getState()['chart:1']).toBeUndefined()
  expect(notices().join()).toMatch(/had just moved/)
})

test('Tab selects, Shift ↑ moves tick by tick, a dead link drops what waits', async () => {
  const { candles, lines, screen, session, desk } = await stage()
  ;(candles.element() as HTMLElement).focus()
  await userEvent.keyboard('{Tab}')
  await expect.poll(lines).toEqual(['BUY 1 C1042 at 61,980.0, selected'])
  await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowUp}{/Shift}')
  await expect.element(screen.getByText(/limit 61,980\.0 → 61,981\.0/)).toBeVisible()
  desk.stale('candles')
  await expect.element(screen.getByText(/OLD: no link/)).toBeVisible()
  await expect.poll(() => session.proposals.getState()['chart:1']).toBeUndefined()
})

test('another customer drops what waits', async () => {
  const { candles, session } = await stage()
  ;(candles.element() as HTMLElement).focus()
  await userEvent.keyboard('{Tab}{Shift>}{ArrowUp}{/Shift}')
  await expect.poll(() => session.proposals.getState()['chart:1']).toBeDefined()
  chooseCustomer(session.workspace, code('C2007'))
  expect(session.proposals.getState()['chart:1']).toBeUndefined()
})
