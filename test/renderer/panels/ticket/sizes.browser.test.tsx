/** The amount by free margin, by position and by risk, and the key that rounds, in the ticket. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseCustomer } from '../../../../renderer/state/actions/workspaceActions.ts'
import { startAccount } from '../../../fakes/window/accounts.ts'
import { code } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))
const keys = (text: string) => userEvent.keyboard(text)

async function openTicket() {
  const staged = await stage(startAccount)
  chooseCustomer(staged.session.workspace, code('C1042'))
  await keys('{F9}')
  const ticket = staged.screen.getByRole('form', { name: 'Order ticket' })
  await ticket.getByRole('radio', { name: 'BUY' }).click()
  return { ...staged, ticket, amount: ticket.getByLabelText('Amount', { exact: true }) }
}

it('a share of the position becomes the amount by Enter, and the ticket says how', async () => {
  const { desk, ticket, amount } = await openTicket()
  await ticket.getByRole('radio', { name: '% pos.' }).click()
  await ticket.getByLabelText('% of position').fill('50')
  await keys('{Enter}')
  await expect.element(amount).toHaveValue('0.5')
  await expect.element(ticket.getByText('Amount 0.5: 50 % of the position of 1 BTC.')).toBeVisible()
  await expect.element(ticket.getByLabelText('Limit', { exact: true })).toHaveFocus()
  expect(desk.callsOf('order.submit')).toEqual([])
})

it('USDC at risk need a stop on the losing side, and = takes the amount', async () => {
  const { ticket, amount } = await openTicket()
  await ticket.getByLabelText('Limit', { exact: true }).fill('62000')
  await ticket.getByRole('radio', { name: 'Risk' }).click()
  await ticket.getByLabelText('USDC at risk').fill('250')
  await ticket.getByLabelText('Stop at').fill('63000')
  await expect
    .element(ticket.getByText('Stop at 63,000.0 must be below the price 62,000.0: a buy loses there.'))
    .toBeVisible()
  await keys('=')
  await expect.element(amount).toHaveValue('')
  await expect.element(ticket.getByLabelText('Stop at')).toHaveValue('63000')
  await ticket.getByLabelText('Stop at').fill('61000')
  await keys('=')
  await expect.element(amount).toHaveValue('0.25')
  await expect.element(ticket.getByLabelText('Stop at')).toHaveValue('61000')
})

it('the stop of the bracket is where the risk ends, and no second field takes one', async () => {
  const { ticket, amount } = await openTicket()
  await ticket.getByLabelText('Limit', { exact: true }).fill('62000')
  await ticket.getByRole('radio', { name: 'Risk' }).click()
  await ticket.getByLabelText('USDC at risk').fill('250')
  await ticket.getByLabelText('Stop at').fill('61900')
  await ticket.getByLabelText('+ Stop').fill('61500')
  await expect.element(ticket.getByLabelText('Stop at')).not.toBeInTheDocument()
  await ticket.getByLabelText('USDC at risk').click()
  await keys('=')
  await expect.element(amount).toHaveValue('0.5')
  await ticket.getByLabelText('+ Stop').fill('63000')
  await expect.element(ticket.getByText(/63,000\.0 must be below the price 62,000\.0/).first()).toBeVisible()
  await ticket.getByLabelText('+ Stop').fill('')
  await expect.element(ticket.getByLabelText('Stop at')).toHaveValue('61900')
})

it('a share of the free margin follows the leverage on the ticket', async () => {
  const { ticket, amount } = await openTicket()
  await ticket.getByLabelText('Leverage').fill('5')
  await ticket.getByLabelText('Limit', { exact: true }).fill('62000')
  await ticket.getByRole('radio', { name: '% free' }).click()
  await ticket.getByLabelText('% of free').fill('50')
  await keys('{Enter}')
  // Half of 869.17 at 20 % of margin is a notional of 2,172.93.
  await expect.element(amount).toHaveValue('0.035')
})

it('= takes every value to its tick or lot, and the ticket says what changed', async () => {
  const { ticket, amount } = await openTicket()
  await amount.fill('2.5004')
  await ticket.getByLabelText('Limit', { exact: true }).fill('62000.25')
  await keys('=')
  await expect.element(amount).toHaveValue('2.5')
  await expect.element(ticket.getByLabelText('Limit', { exact: true })).toHaveValue('62000')
  const said = 'Amount 2.5004 → 2.5 (lot 0.001), Limit price 62,000.25 → 62,000 (tick 0.5).'
  await expect.element(ticket.getByText(said)).toBeVisible()
  await amount.fill('2.6')
  await expect.element(ticket.getByText(said)).not.toBeInTheDocument()
})
