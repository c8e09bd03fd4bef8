/** The leverage a ticket shows: read again when an order may have changed it, and once the customer is known. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseCustomer } from '../../../renderer/state/actions/workspaceActions.ts'
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
const answerLeverage = (desk: ScriptedCore, leverage: string) =>
  desk.answer('marginProfile.read', () =>
    ok({
      initialMargin: text('10'),
      maintenanceMargin: text('5'),
      maxLeverage: text('10'),
      instrumentMargins: [
        { symbol: sym('BTCUSDC_PERP'), leverage: text(leverage), initialMargin: text('34') },
      ],
    }),
  )

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
