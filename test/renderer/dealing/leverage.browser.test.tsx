/** The leverage a ticket shows: read again when an order may have changed it, and once the customer is known. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseCustomer } from '../../../renderer/state/actions/workspaceActions.ts'
import type { MarginProfile } from '../../../shared/domain/accounts/margin.ts'
import { ok } from '../../../shared/base/result.ts'
import { decimalText } from '../../../shared/domain/scalars.ts'
import {
  code,
  customerOf,
  orderOf,
  reference,
  sym,
  type ScriptedCore,
} from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const text = (value: string) => decimalText.parse(value)
const marginOf = (leverage: string): MarginProfile => ({
  initialMargin: text('10'),
  maintenanceMargin: text('5'),
  maxLeverage: text('10'),
  instrumentMargins: [{ symbol: sym('BTCUSDC_PERP'), leverage: text(leverage), initialMargin: text('34') }],
})
const answerLeverage = (desk: ScriptedCore, leverage: string) =>
  desk.answer('marginProfile.read', () => ok(marginOf(leverage)))

async function stageTicket(prepare?: (desk: ScriptedCore) => void) {
  const staged = await stage(prepare)
  chooseCustomer(staged.session.workspace, code('C1042'))
  await userEvent.keyboard('{F9}')
  const ticket = staged.screen.getByRole('form', { name: 'Order ticket' })
  return { ...staged, ticket }
}

it('is read again once the venue has answered an order with leverage, not only when the order leaves', async () => {
  const { desk, ticket } = await stageTicket()
  await expect.element(ticket).toMatchTextContent(/now 3×/)
  const order = orderOf({ referenceId: reference('r1'), leverage: 5, phase: 'sent' })
  desk.delta('orders', [order])
  await expect.poll(() => desk.callsOf('marginProfile.read').length).toBe(2)
  // The venue changes the leverage before it places the order: a reading from before that is an old one.
  answerLeverage(desk, '5')
  desk.delta('orders', [{ ...order, phase: 'working', status: 'open' }])
  await expect.element(ticket).toMatchTextContent(/now 5×/)
})

it('is read once the customer of the ticket becomes known', async () => {
  const { desk, ticket } = await stageTicket((scripted) => scripted.startWith('customers', []))
  await expect.element(ticket).toMatchTextContent(/now —/)
  desk.delta('customers', [customerOf('C1042', 'Acme Pension')])
  await expect.element(ticket).toMatchTextContent(/now 3×/)
})

it('is read again for an order that the venue answered after a newer one', async () => {
  const { desk, ticket } = await stageTicket()
  await expect.element(ticket).toMatchTextContent(/now 3×/)
  const slow = orderOf({ referenceId: reference('r1'), leverage: 5, phase: 'sent' })
  const quick = orderOf({
    referenceId: reference('r2'),
    symbol: sym('ETHUSDC_PERP'),
    leverage: 2,
    phase: 'working',
    status: 'open',
  })
  desk.delta('orders', [slow, quick])
  await expect.poll(() => desk.callsOf('marginProfile.read').length).toBe(2)
  answerLeverage(desk, '5')
  desk.delta('orders', [{ ...slow, phase: 'working', status: 'open' }])
  await expect.element(ticket).toMatchTextContent(/now 5×/)
})

it('is unknown while an order with leverage is on its way, and until it was read after the answer', async () => {
  const { desk, ticket } = await stageTicket()
  await expect.element(ticket).toMatchTextContent(/now 3×/)
  const order = orderOf({ referenceId: reference('r1'), leverage: 5, phase: 'sent' })
  desk.delta('orders', [order])
  await expect.element(ticket).toMatchTextContent(/now —/)
  const late = Promise.withResolvers<void>()
  const answered = marginOf('5')
  desk.answer('marginProfile.read', async () => {
    await late.promise
    return ok(answered)
  })
  const calls = desk.callsOf('marginProfile.read').length
  desk.delta('orders', [{ ...order, phase: 'unknown' }])
  await expect.poll(() => desk.callsOf('marginProfile.read').length).toBe(calls + 1)
  await expect.element(ticket).toMatchTextContent(/now —/)
  late.resolve()
  await expect.element(ticket).toMatchTextContent(/now 5×/)
})
