/** The amounts that orders are being amended to, over a day of amends. */

import { expect, it } from 'vitest'
import { createAmendedAmounts } from '../../../../../../electron/core/risk/limits/amends/amendedAmounts.ts'
import { decimal } from '../../../../../../shared/base/decimal.ts'
import { orderKey, type Order } from '../../../../../../shared/domain/orders/order.ts'
import { venueOrder } from '../../../../../fakes/core/venueOrder.ts'
import { draftOf } from '../../../../../shared/domain/limitStage.ts'

const TWO = decimal('2')

function open() {
  const live = new Map<string, Order>()
  const amounts = createAmendedAmounts(() => [...live.values()])
  const put = (id: string, pending: Order['pending']): Order => {
    const order = venueOrder(draftOf({}), id, 0, { pending })
    live.set(orderKey(order), order)
    return order
  }
  const amend = (id: string): Order => {
    amounts.note(put(id, null), TWO)
    return put(id, 'amend')
  }
  return { live, amounts, put, amend }
}

it('a day of amends leaves the amounts of those under way, and no other', () => {
  const { live, amounts, put, amend } = open()
  const underWay = amend('under-way')
  for (let n = 0; n < 1_000; n++) {
    const done = amend(`order-${n}`)
    if (n % 2 === 0) put(`order-${n}`, null)
    else live.delete(orderKey(done))
  }
  const last = amend('last')
  expect(amounts.count).toBe(2)
  expect([underWay, last].map((order) => amounts.of(order))).toEqual([TWO, TWO])
})

it('an order whose amend is over has no amended amount', () => {
  const { amounts, put, amend } = open()
  expect(amounts.of(amend('order'))).toEqual(TWO)
  expect(amounts.of(put('order', null))).toBeNull()
})
