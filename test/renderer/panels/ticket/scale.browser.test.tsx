/** The scale in the ticket: its rows before it is sent, one act for one Enter, what became of each row, and the cancel of all by one key. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { chooseCustomer } from '../../../../renderer/state/actions/workspaceActions.ts'
import { startAccount } from '../../../fakes/window/accounts.ts'
import { code, orderOf, reference } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))
const keys = (text: string) => userEvent.keyboard(text)
const number = (text: string) => decimalText.parse(text)
const rowOf = (row: number, more: Partial<Order> = {}): Order =>
  orderOf({
    referenceId: reference(`op-s1-${row}`),
    limitPrice: number(String(62_500 - row * 500)),
    scale: { act: 's1', row, count: 3 },
    ...more,
  })

async function openScale(orders: readonly Order[] = []) {
  const staged = await stage((desk) => {
    startAccount(desk)
    desk.startWith('orders', [...orders])
    desk.answer('order.submitScale', () => ok({ outcome: 'taken' as const, orders: [reference('e1')] }))
  })
  chooseCustomer(staged.session.workspace, code('C1042'))
  await keys('{F9}')
  const ticket = staged.screen.getByRole('form', { name: 'Order ticket' })
  await ticket.getByRole('radio', { name: 'BUY' }).click()
  await ticket.getByRole('radio', { name: 'Scale' }).click()
  const field = (label: string) => ticket.getByLabelText(label, { exact: true })
  await expect.element(field('Orders')).toBeVisible()
  const fill = async (amount: string, from: string, to: string, count: string) => {
    await field('Amount').fill(amount)
    await field('From').fill(from)
    await field('To').fill(to)
    await field('Orders').fill(count)
  }
  return { ...staged, ticket, field, fill }
}
const cells = (table: Element) =>
  [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))

it('shows its rows before it is sent, and sends exactly these as one act', async () => {
  const { desk, clock, ticket, field, fill } = await openScale()
  await fill('0.06', '62000', '61000', '3')
  await ticket.getByRole('radio', { name: 'Rising' }).click()
  const table = ticket.getByRole('table', { name: 'Orders of the scale' })
  await expect.element(table).toBeVisible()
  expect(cells(table.element())).toEqual([
    ['1', '62,000.0', '0.01', '620'],
    ['2', '61,500.0', '0.02', '1,230'],
    ['3', '61,000.0', '0.03', '1,830'],
  ])
  const send = ticket.getByRole('button', {
    name: /C1042 · SCALE BUY 0\.06 BTCUSDC_PERP in 3 orders of 0\.01 to 0\.03 from 62,000\.0 to 61,000\.0 GTC ≈ 3,680 USDC/,
  })
  await expect.element(send).toBeEnabled()
  clock.advance(150)
  await field('Orders').click()
  await keys('{Control>}{Enter}{/Control}')
  clock.advance(150)
  await keys('{Enter}')
  await expect.poll(() => desk.callsOf('order.submitScale')).toHaveLength(1)
  expect(desk.callsOf('order.submit')).toEqual([])
  expect(desk.callsOf('order.submitScale')[0]).toMatchObject({
    draft: { type: 'limit', side: 'buy', amount: '0.06', limitPrice: '62000', timeInForce: 'GTC' },
    rows: [
      { limitPrice: '62000', amount: '0.01' },
      { limitPrice: '61500', amount: '0.02' },
      { limitPrice: '61000', amount: '0.03' },
    ],
    typed: null,
  })
  await expect.element(field('From')).toHaveValue('')
  await expect.element(ticket.getByRole('radio', { name: 'Scale' })).toHaveAttribute('aria-checked', 'true')
})

it('marks the field that cannot be split, says what to type, and sends nothing', async () => {
  const { desk, ticket, field, fill } = await openScale()
  await fill('0.06', '62000', '61999', '10')
  await expect.element(field('Orders')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(ticket.getByText(/Type at most \d+, or a wider range/).first()).toBeVisible()
  await keys('{Control>}{Enter}{/Control}{Enter}')
  expect(desk.callsOf('order.submitScale')).toEqual([])
  await expect.element(field('Orders')).toHaveFocus()
})

it('asks for one number where limits warn, for the whole', async () => {
  const { desk, clock, screen, ticket, fill } = await openScale()
  desk.answer('order.submitScale', ({ typed }) =>
    ok(
      typed === '4'
        ? { outcome: 'taken' as const, orders: [] }
        : {
            outcome: 'warned' as const,
            warnings: [{ level: 'warn' as const, limit: 'amount', sentence: 'More than 0.05.' }],
            type: '4',
            means: 'notional' as const,
            notional: number('3680'),
          },
    ),
  )
  await fill('0.06', '62000', '61000', '3')
  clock.advance(150)
  await ticket.getByRole('button', { name: /SCALE BUY/ }).click()
  await expect.element(screen.getByText('More than 0.05.')).toBeVisible()
  clock.advance(1_000)
  await keys('4{Enter}')
  await expect.poll(() => desk.callsOf('order.submitScale')).toMatchObject([{ typed: null }, { typed: '4' }])
})

it('tells what became of each row, and Delete cancels every row that is live', async () => {
  const { desk, ticket } = await openScale([
    rowOf(1),
    rowOf(2, { phase: 'rejected', refusal: { code: 'INSUFFICIENT_FUNDS', message: 'need 40' } }),
    rowOf(3, { phase: 'unknown', status: null }),
  ])
  const last = ticket.getByRole('group', { name: 'Last scale' })
  await expect.element(last.getByText(/1 accepted, 1 unknown, 1 refused/)).toBeVisible()
  await expect.element(last.getByText(/rejected: need 40/)).toBeVisible()
  await expect.element(last.getByText(/unknown, treated as live/)).toBeVisible()
  ;(last.getByRole('button', { name: /Cancel 2 live/ }).element() as HTMLElement).focus()
  await keys('{Delete}')
  await expect
    .poll(() => desk.callsOf('order.cancel'))
    .toMatchObject([{ referenceId: 'op-s1-1' }, { referenceId: 'op-s1-3' }])
})

it('another type makes it one order again, without the range', async () => {
  const { desk, clock, ticket, field, fill } = await openScale()
  await fill('0.06', '62000', '61000', '3')
  await ticket.getByRole('radio', { name: 'Limit' }).click()
  await expect.element(field('To')).not.toBeInTheDocument()
  await field('Limit').fill('62000')
  clock.advance(150)
  await ticket.getByRole('button', { name: /BUY 0\.06/ }).click()
  await expect.poll(() => desk.callsOf('order.submit')).toHaveLength(1)
  expect(desk.callsOf('order.submitScale')).toEqual([])
})

it('after a lost answer shows the orders that are live all the same, with the key that cancels them', async () => {
  const { desk, clock, ticket, field, fill } = await openScale()
  desk.answer('order.submitScale', () => {
    desk.delta(
      'orders',
      [1, 2, 3].map((row) => rowOf(row)),
    )
    return fail(failureOf('internal', 'The terminal failed. What you asked for may have been done.'))
  })
  await fill('0.06', '62000', '61000', '3')
  await expect.element(ticket.getByRole('table', { name: 'Orders of the scale' })).toBeVisible()
  await field('Orders').click()
  await keys('{Control>}{Enter}{/Control}')
  clock.advance(150)
  await keys('{Enter}')
  await expect.poll(() => desk.callsOf('order.submitScale')).toHaveLength(1)
  await expect.element(ticket.getByText('Last scale: 3 accepted.')).toBeVisible()
  await expect.element(ticket.getByRole('button', { name: /Cancel 3 live/ })).toBeEnabled()
})

it('a template is not saved from a scale, and says why', async () => {
  const { desk, ticket } = await openScale()
  await keys('{Alt>}0{/Alt}')
  await keys('range{Enter}')
  await expect.element(ticket.getByRole('alert')).toMatchTextContent(/A template keeps no scale/)
  expect(desk.callsOf('settings.change')).toEqual([])
})

const notSent = { phase: 'not-sent', status: null } as const

it('fills in by one key exactly the orders that were not sent, and sends them as a new act', async () => {
  const { desk, clock, ticket, field } = await openScale([
    rowOf(1, { amount: number('0.01') }),
    rowOf(2, { ...notSent, amount: number('0.03'), leverage: 5 }),
    rowOf(3, { ...notSent, amount: number('0.02'), leverage: 5 }),
  ])
  const last = ticket.getByRole('group', { name: 'Last scale' })
  await expect.element(last.getByRole('button', { name: /Fill in 2 not sent/ })).toBeVisible()
  await field('Amount').click()
  await keys('{Alt>}u{/Alt}')
  const table = ticket.getByRole('table', { name: 'Orders of the scale' })
  await expect.element(table).toBeVisible()
  expect(cells(table.element())).toEqual([
    ['1', '61,500.0', '0.03', '1,845'],
    ['2', '61,000.0', '0.02', '1,220'],
  ])
  await expect.element(field('Amount')).toHaveValue('0.05')
  await expect
    .element(ticket.getByText(/Filled in what was not sent .*: 2 orders\. Nothing is sent yet/))
    .toBeVisible()
  expect(desk.callsOf('order.submitScale')).toEqual([])
  await keys('{Control>}{Enter}{/Control}')
  clock.advance(150)
  await keys('{Enter}')
  await expect
    .poll(() => desk.callsOf('order.submitScale'))
    .toMatchObject([
      {
        draft: { side: 'buy', amount: '0.05', limitPrice: '61500', leverage: 5 },
        rows: [
          { limitPrice: '61500', amount: '0.03' },
          { limitPrice: '61000', amount: '0.02' },
        ],
      },
    ])
})

it('computes its rows again once another value is typed over filled-in rows', async () => {
  const { ticket, field } = await openScale([
    rowOf(2, { ...notSent, amount: number('0.03') }),
    rowOf(3, { ...notSent, amount: number('0.01') }),
  ])
  await ticket.getByRole('button', { name: /Fill in 2 not sent/ }).click()
  await expect.element(field('Amount')).toHaveFocus()
  const table = ticket.getByRole('table', { name: 'Orders of the scale' })
  expect(cells(table.element()).map(([, , amount]) => amount)).toEqual(['0.03', '0.01'])
  await field('Orders').fill('4')
  await expect
    .poll(() => cells(table.element()).map(([, , amount]) => amount))
    .toEqual(['0.01', '0.01', '0.01', '0.01'])
})

it('makes a limit order of a single order that was not sent, and offers nothing while one is on its way', async () => {
  const { desk, ticket, field } = await openScale([
    rowOf(1),
    rowOf(2, { phase: 'sent', status: null }),
    rowOf(3, { ...notSent, amount: number('0.02') }),
  ])
  const fill = ticket.getByRole('button', { name: /Fill in/ })
  await expect.element(ticket.getByText(/1 accepted, 1 on the way, 1 not sent/)).toBeVisible()
  await expect.element(fill).not.toBeInTheDocument()
  desk.delta('orders', [rowOf(2)])
  await fill.click()
  await expect.element(field('Limit')).toHaveValue('61000')
  await expect.element(field('Amount')).toHaveValue('0.02')
  await expect
    .element(ticket.getByRole('button', { name: /C1042 · BUY 0\.02 BTCUSDC_PERP LIMIT 61,000\.0 GTC/ }))
    .toBeEnabled()
})

it('says before it is sent that its orders are more than the limit of a second', async () => {
  const { ticket, field, fill } = await openScale()
  await fill('0.21', '62000', '61000', '21')
  const warning = ticket.getByText('Orders in a second 21, over the limit of 20 for the desk.')
  await expect.element(warning).toBeVisible()
  await field('Orders').fill('20')
  await expect.element(warning).not.toBeInTheDocument()
})

it('on a low screen says how many of its orders lie below, and keeps the field in focus in sight', async () => {
  await page.viewport(1366, 768)
  const { ticket, field, fill } = await openScale()
  await fill('0.2', '62000', '61000', '20')
  await expect.element(ticket.getByText(/All 20 · \d+ more below/)).toBeVisible()
  const box = ticket.element().querySelector('.scale-rows')
  box?.scrollTo({ top: box.scrollHeight })
  await expect.element(ticket.getByText(/more below/)).not.toBeInTheDocument()
  // A warning makes the foot higher while the field has the focus.
  await field('Leverage').click()
  await keys('5')
  await expect.element(ticket.getByText(/Leverage .* 5×, and stays/).first()).toBeVisible()
  const isInSight = () => {
    const { left, bottom } = field('Leverage').element().getBoundingClientRect()
    return document.elementFromPoint(left + 4, bottom - 2) === field('Leverage').element()
  }
  await expect.poll(isInSight).toBe(true)
})
