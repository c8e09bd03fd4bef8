/** Lists of thousands of orders: read whole as they arrive, up to the bounds that docs/reliability.md states. */

import { expect, it, vi } from 'vitest'
import { MOST_ROWS } from '../../../../electron/broker/lists/readWholeList.ts'
import { isLive } from '../../../../shared/domain/orders/order.ts'
import { answerJson, type AnswerList } from '../../../fakes/venue/listTransport.ts'
import { openScriptedLists } from './scriptedLists.ts'

/** A list of so many rows, each as long as the paper broker writes them. */
const rowsOf =
  (count: number): AnswerList =>
  ({ customer }, answer) => {
    const row = (n: number) =>
      JSON.stringify({
        reference_id: `elsewhere-${customer}-${n}`,
        customer_code: customer,
        symbol: 'BTCUSDC_PERP',
        side: 'buy',
        type: 'limit',
        amount: '0.001',
        cash_amount: null,
        limit_price: '100',
        trigger_price: null,
        stop_loss_price: null,
        take_profit_price: null,
        time_in_force: 'GTC',
        status: 'open',
        filled_amount: '0',
        filled_quote: '0',
        created_at: '2026-01-05T09:00:00.000Z',
      })
    answerJson(answer, `{"items":[${Array.from({ length: count }, (_, n) => row(n)).join()}]}`)
  }

it('5,000 open orders of one customer are read whole, and the customer opens', async () => {
  const desk = await openScriptedLists({ resting: 0, list: rowsOf(5_000) })
  await vi.waitFor(
    () => expect(desk.reconciliationOf()).toMatchObject({ state: 'agrees', open: true }),
    20_000,
  )
  expect(desk.readingNow()).toMatchObject({ state: 'whole', shown: 5_000 })
  expect(desk.now('orders').filter(isLive)).toHaveLength(5_000)
}, 60_000)

it('50,000 open orders of all customers are read whole', async () => {
  const each = Math.ceil(50_000 / 6)
  const desk = await openScriptedLists({ resting: 0, everyList: rowsOf(each) })
  expect(desk.customers).toHaveLength(6)
  await vi.waitFor(() => expect(desk.now('reconciliation').filter(({ open }) => open)).toHaveLength(6), {
    timeout: 50_000,
    interval: 250,
  })
  expect(desk.now('openOrderReadings').map(({ state, shown }) => [state, shown])).toEqual(
    desk.customers.map(() => ['whole', each]),
  )
  expect(desk.now('orders').filter(isLive)).toHaveLength(6 * each)
}, 90_000)

it('a list beyond the bounds is reported as not whole, and its shown orders are known', async () => {
  const desk = await openScriptedLists({ resting: 0, list: rowsOf(MOST_ROWS + 1) })
  await vi.waitFor(() => expect(desk.readingNow()?.reason).toBe('it is longer than 10000 rows'), 20_000)
  expect(desk.reconciliationOf()).toMatchObject({ open: false })
  expect(desk.now('orders').filter(isLive).length).toBeGreaterThan(0)
  const bytes = await openScriptedLists({ resting: 0, list: rowsOf(5_000), limits: { listBytes: 1 << 20 } })
  await vi.waitFor(
    () =>
      expect(bytes.readingNow()).toMatchObject({
        state: 'partial',
        reason: 'the answer is larger than 1 MiB',
      }),
    20_000,
  )
  expect(bytes.readingNow()?.shown).toBeGreaterThan(2_000)
}, 60_000)
