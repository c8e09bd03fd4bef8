/** An Enter that comes faster than a hand can read sends and ends nothing: it was meant for what stood there before. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseCustomer } from '../../../renderer/state/actions/workspaceActions.ts'
import { changeTicketForm } from '../../../renderer/state/ticket/ticketStore.ts'
import { fail } from '../../../shared/base/result.ts'
import { failureOf } from '../../../shared/contract/failure.ts'
import { code, orderOf, positionOf, reference, type ScriptedCore } from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
/** Everything that changes something at a venue. */
const SENT = ['order.submit', 'order.cancelAll', 'position.flatten', 'session.signOut'] as const
const sent = (desk: ScriptedCore) => SENT.flatMap((command) => desk.callsOf(command))

const ofTwoCustomers = (desk: ScriptedCore) =>
  desk.startWith('orders', [
    orderOf({ referenceId: reference('r1') }),
    orderOf({ referenceId: reference('r2'), customerCode: code('C2007') }),
  ])

it('signout and a double Enter cancel nothing and sign nobody out', async () => {
  const { desk, clock, screen } = await stage(ofTwoCustomers)
  await keys('{Control>}k{/Control}signout{Enter}')
  const cancel = screen.getByRole('button', { name: 'Cancel all 2, then sign out' })
  await expect.element(cancel).toBeVisible()
  ;(cancel.element() as HTMLElement).focus()
  clock.advance(149)
  await keys('{Enter}')
  expect(sent(desk)).toEqual([])
  clock.advance(150)
  await keys('{Enter}')
  await expect.poll(() => desk.callsOf('order.cancelAll')).toHaveLength(2)
})

/** A filled ticket of C1042 with the focus on its button. */
async function filledTicket() {
  const staged = await stage()
  const { session, screen } = staged
  chooseCustomer(session.workspace, code('C1042'))
  await keys('{F9}')
  await expect.element(screen.getByLabelText('Amount')).toHaveFocus()
  await keys('2.5')
  await screen.getByRole('radio', { name: 'BUY' }).click()
  await screen.getByLabelText('Limit', { exact: true }).fill('62150')
  return { ...staged, button: screen.getByRole('button', { name: /^C1042 · BUY 2\.5/ }) }
}

it('a second Enter in the customer picker does not send the ticket of the customer before', async () => {
  const { desk, clock, screen, button } = await filledTicket()
  await keys('{Control>}{Enter}{/Control}')
  await expect.element(button).toHaveFocus()
  clock.advance(500)
  await keys('{F2}')
  await expect.element(screen.getByRole('combobox')).toHaveFocus()
  await keys('C2007')
  clock.advance(500)
  await keys('{Enter}')
  await expect.element(button).toHaveFocus()
  clock.advance(500)
  await keys('{Enter}')
  expect(sent(desk)).toEqual([])
  await expect
    .element(screen.getByText(/^Nothing was sent\. Enter again sends C1042 · BUY 2\.5 BTCUSDC_PERP/).first())
    .toBeVisible()
  clock.advance(150)
  await keys('{Enter}')
  await expect.poll(() => desk.callsOf('order.submit')).toHaveLength(1)
})

it('a double click on the button of the ticket sends one order, also where the core refuses it at once', async () => {
  const { desk, clock, button } = await filledTicket()
  desk.answer('order.submit', () => fail(failureOf('refused', 'A limit forbids this order.')))
  clock.advance(150)
  await button.dblClick()
  await expect.poll(() => desk.callsOf('order.submit')).toHaveLength(1)
  clock.advance(1_000)
  await button.click()
  await expect.poll(() => desk.callsOf('order.submit')).toHaveLength(2)
})

it('a click on the button of the ticket sends nothing within 150 ms after its order changed', async () => {
  const { desk, clock, session, screen, button } = await filledTicket()
  clock.advance(1_000)
  changeTicketForm(session.tickets.of('ticket:1'), { kind: 'side', side: 'sell' })
  const sells = screen.getByRole('button', { name: /^C1042 · SELL 2\.5/ })
  await expect.element(sells).toBeVisible()
  clock.advance(149)
  await sells.click()
  expect(sent(desk)).toEqual([])
  await expect
    .element(
      screen.getByText(/^Nothing was sent: the order on the button had just changed\. Click again/).first(),
    )
    .toBeVisible()
  expect(button.elements()).toEqual([])
  clock.advance(1)
  await sells.click()
  await expect.poll(() => desk.callsOf('order.submit')).toMatchObject([{ draft: { side: 'sell' } }])
})

it('Enters in a row stop at the button of the ticket', async () => {
  const { desk, screen, clock, button } = await filledTicket()
  await screen.getByLabelText('Leverage').fill('5')
  for (let press = 0; press < 7; press++) {
    clock.advance(10)
    await keys('{Enter}')
  }
  await expect.element(button).toHaveFocus()
  expect(sent(desk)).toEqual([])
})

it.each(['f', 'r', 'h'])('%s on a position and an Enter at once send nothing', async (key) => {
  const { desk, clock, screen } = await stage((scriptedCore) =>
    scriptedCore.startWith('positions', [positionOf('C1042', 'BTCUSDC_PERP', '2.5', '61402.5')]),
  )
  await expect.element(screen.getByRole('grid', { name: 'Positions' })).toMatchTextContent(/C1042/)
  await keys('{F6}{ArrowDown}')
  await keys(`${key}{Enter}`)
  clock.advance(100)
  await keys('{Enter}')
  expect(sent(desk)).toEqual([])
  await expect.element(screen.getByRole('alert').filter({ hasText: 'Enter sends' })).toBeVisible()
})
