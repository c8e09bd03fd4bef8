/** Templates in the ticket: saved under a name, put on by a key, kept with the settings. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseCustomer } from '../../../../renderer/state/actions/workspaceActions.ts'
import { fail } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import { code } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))
const keys = (text: string) => userEvent.keyboard(text)

async function openTicket() {
  const staged = await stage()
  chooseCustomer(staged.session.workspace, code('C1042'))
  await keys('{F9}')
  const ticket = staged.screen.getByRole('form', { name: 'Order ticket' })
  const amount = ticket.getByLabelText('Amount', { exact: true })
  await expect.element(amount).toHaveFocus()
  return { ...staged, ticket, amount }
}

it('Alt 0 saves size and terms under a name, Alt 1 puts them on the next ticket', async () => {
  const { desk, ticket, amount } = await openTicket()
  await amount.fill('0.5')
  await ticket.getByLabelText('Leverage').fill('5')
  await keys('{Alt>}0{/Alt}')
  await expect.element(ticket.getByLabelText('Name')).toHaveFocus()
  await keys('Scalp{Enter}')
  await expect.element(ticket.getByRole('button', { name: /Alt 1\s+Scalp/ })).toBeVisible()
  await expect.element(ticket.getByLabelText('Name')).not.toBeInTheDocument()
  await amount.fill('7')
  await ticket.getByLabelText('Leverage').fill('')
  await ticket.getByLabelText('Limit', { exact: true }).fill('62000')
  await keys('{Alt>}1{/Alt}')
  await expect.element(amount).toHaveValue('0.5')
  await expect.element(ticket.getByLabelText('Leverage')).toHaveValue('5')
  await expect.element(ticket.getByLabelText('Limit', { exact: true })).toHaveValue('62000')
  await expect.element(ticket.getByText('Template Scalp: limit, 0.5 contracts, 5×.')).toBeVisible()
  expect(desk.callsOf('order.submit')).toEqual([])
})

it('Esc names nothing, an empty name and a failed save say so, and a key without a template does nothing', async () => {
  const { desk, ticket, amount } = await openTicket()
  await keys('{Alt>}0{/Alt}{Escape}')
  await expect.element(ticket.getByLabelText('Name')).not.toBeInTheDocument()
  await keys('{Alt>}0{/Alt}{Enter}')
  await expect.element(ticket.getByRole('alert')).toMatchTextContent(/^The name must have 1 to 20 characters/)
  desk.answer('settings.change', () => fail(failureOf('internal', 'The disk is full. Nothing is changed.')))
  await keys('Scalp{Enter}')
  await expect.element(ticket.getByRole('alert')).toHaveTextContent('The disk is full. Nothing is changed.')
  await amount.fill('7')
  await keys('{Alt>}1{/Alt}')
  await expect.element(amount).toHaveValue('7')
})
