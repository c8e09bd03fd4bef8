/** The bracket's fields in the ticket: prices and distances, what each leg would win or lose, and what is sent. Orders name the entry of a leg. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../../shared/base/result.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { chooseCustomer } from '../../../../renderer/state/actions/workspaceActions.ts'
import { startAccount } from '../../../fakes/window/accounts.ts'
import { code, orderOf, reference } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))
const keys = (text: string) => userEvent.keyboard(text)
const price = (text: string) => decimalText.parse(text)

async function openTicket() {
  const staged = await stage((desk) => {
    startAccount(desk)
    desk.answer('order.submit', () => ok({ outcome: 'taken' as const, referenceId: reference('e1') }))
  })
  chooseCustomer(staged.session.workspace, code('C1042'))
  await keys('{F9}')
  const ticket = staged.screen.getByRole('form', { name: 'Order ticket' })
  await ticket.getByRole('radio', { name: 'BUY' }).click()
  await ticket.getByLabelText('Amount', { exact: true }).fill('0.01')
  await ticket.getByLabelText('Limit', { exact: true }).fill('62000')
  return {
    ...staged,
    ticket,
    profit: ticket.getByLabelText('+ Profit'),
    stop: ticket.getByLabelText('+ Stop'),
  }
}

it('a price and a distance become the bracket, with what each leg would win or lose', async () => {
  const { desk, clock, ticket, profit, stop } = await openTicket()
  await profit.fill('1%')
  await stop.fill('61500')
  await expect.element(ticket.getByText('62,620.0 · +6.20 USDC')).toBeVisible()
  await expect.element(ticket.getByText('61,500.0 · -5.00 USDC')).toBeVisible()
  const send = ticket.getByRole('button', { name: /then TP 62,620\.0 \/ SL 61,500\.0/ })
  await expect.element(send).toBeEnabled()
  clock.advance(150)
  await send.click()
  await expect.poll(() => desk.callsOf('order.submit')).toHaveLength(1)
  expect(desk.callsOf('order.submit')[0]).toMatchObject({
    draft: { type: 'limit', side: 'buy', limitPrice: '62000' },
    bracket: { takeProfitPrice: '62620', stopLossPrice: '61500' },
  })
  await expect.element(profit).toHaveValue('')
})

it('a stop on the wrong side is marked at its field, and nothing can be sent', async () => {
  const { desk, ticket, stop } = await openTicket()
  await stop.fill('62500')
  await expect.element(stop).toHaveAttribute('aria-invalid', 'true')
  await expect.element(ticket.getByText(/must be below that price/).first()).toBeVisible()
  await keys('{Control>}{Enter}{/Control}{Enter}')
  expect(desk.callsOf('order.submit')).toEqual([])
})

it('a combo has no bracket, and an order without one sends none', async () => {
  const { desk, clock, ticket, stop } = await openTicket()
  await stop.fill('61000')
  await ticket.getByRole('radio', { name: 'OCO' }).click()
  await expect.element(stop).not.toBeInTheDocument()
  await ticket.getByRole('radio', { name: 'Limit' }).click()
  await expect.element(stop).toHaveValue('')
  await ticket.getByLabelText('Limit', { exact: true }).fill('62000')
  clock.advance(150)
  await ticket.getByRole('button', { name: /BUY/ }).click()
  await expect.poll(() => desk.callsOf('order.submit')).toHaveLength(1)
  expect(desk.callsOf('order.submit')[0]).not.toHaveProperty('bracket')
})

it('Orders name the entry of each leg', async () => {
  const { screen } = await stage((desk) =>
    desk.startWith('orders', [
      orderOf({
        referenceId: reference('op-entry-77ab'),
        bracket: { takeProfitPrice: price('66000'), stopLossPrice: price('58000'), released: price('0') },
      }),
      orderOf({
        referenceId: reference('op-leg-1'),
        type: 'take_profit_stop_loss',
        side: 'sell',
        limitPrice: null,
        takeProfitPrice: price('66000'),
        stopLossPrice: price('58000'),
        legOf: reference('op-entry-77ab'),
      }),
    ]),
  )
  await keys('{F7}')
  await expect.element(screen.getByText('of …77ab')).toBeVisible()
  await expect.element(screen.getByText('+ bracket …77ab')).toBeVisible()
})
