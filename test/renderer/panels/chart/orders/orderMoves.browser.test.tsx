/** A dealer moves own orders in the chart of a window: by drag and by keys, and Enter sends. */

import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { chooseCustomer, chooseInstrument } from '../../../../../renderer/state/actions/workspaceActions.ts'
import { ok } from '../../../../../shared/base/result.ts'
import { decimalText } from '../../../../../shared/domain/scalars.ts'
import { code, orderOf, reference, sym } from '../../../../fakes/window/scriptedCore.ts'
import { stageChartPanel } from '../panelStage.tsx'

const text = (value: string) => decimalText.parse(value)
const resting = () => orderOf({ referenceId: reference('r1'), limitPrice: text('61980') })

async function stage() {
  const staged = await stageChartPanel((desk) => {
    desk.answer('order.amend', () => ok({}))
    desk.startWith('orders', [resting()])
  })
  const { desk, candles, hand, lines } = staged
  await expect.poll(lines).toEqual(['BUY 1 C1042 at 61,980.0'])
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
  return { ...staged, find, heightOfLine, asked }
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

test('Enter during a drag does not send the change that waited before the drag', async () => {
  const { hand, find, session, asked, clock, notices } = await stage()
  const waiting = () => session.proposals.getState()['chart:1']
  const from = await find()
  clock.advance(1_000)
  hand.down(from)
  hand.move({ x: 300, y: from.y + 30 })
  hand.up()
  expect(waiting()).toBeDefined()
  clock.advance(1_000)
  hand.down(from)
  hand.move({ x: 300, y: from.y + 80 })
  await userEvent.keyboard('{Enter}')
  expect(asked()).toEqual([])
  expect(notices().join()).toMatch(/Nothing was sent: release the mouse/)
  hand.up()
  expect(waiting()?.sentence).toMatch(/→ 61,9\d\d/)
})

test('a drag that ends in the moment of another instrument or interval proposes nothing', async () => {
  const { hand, find, session, asked, clock, notices } = await stage()
  const waiting = () => session.proposals.getState()['chart:1']
  const interval = () => session.workspace.getState().panels['chart:1']?.interval
  const from = await find()
  clock.advance(1_000)
  hand.down(from)
  hand.move({ x: 300, y: from.y + 30 })
  await userEvent.keyboard(',5{Enter}')
  await expect.poll(interval).toBe('5m')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/ 5m$/)
  hand.move({ x: 300, y: from.y + 40 })
  hand.up()
  expect(waiting()).toBeUndefined()
  const again = await find()
  clock.advance(1_000)
  hand.down(again)
  hand.move({ x: 300, y: again.y + 30 })
  chooseInstrument(session.workspace, '1', sym('ETHUSDC_PERP'))
  hand.up()
  expect(waiting()).toBeUndefined()
  expect(notices().join()).toMatch(/another customer or instrument since just before your press/)
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
