/** The states of canceled orders over a day: each is kept as long as a cancel-all or a halt counts its order. */

import { expect, it } from 'vitest'
import { createCancelSweep } from '../../../../electron/core/risk/cancelUntilDone.ts'
import { orderKey, type Order } from '../../../../shared/domain/orders/order.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { venueOrder } from '../../../fakes/core/venueOrder.ts'
import { draftOf } from '../deskHarness.ts'

function open() {
  const clock = new FakeClock()
  const orders = new Map<string, Order>()
  const counted = new Set<string>()
  let cancels = 0
  const sweep = createCancelSweep({
    clock,
    access: { phase: () => 'ready', isReadBack: () => true, broker: () => null },
    orderStore: { get: (customerCode, referenceId) => orders.get(orderKey({ customerCode, referenceId })) },
    cancel: async () => void cancels++,
    lookUp: async () => ({ ok: true, value: null }),
    changed: () => undefined,
    isCounted: (key) => counted.has(key),
  })
  const rest = (id: string): Order => {
    const order = venueOrder(draftOf(), id, 0)
    orders.set(orderKey(order), order)
    counted.add(orderKey(order))
    sweep.take(order)
    return order
  }
  const end = (order: Order, as: Partial<Order> = { phase: 'closed', status: 'canceled' }) => {
    const done: Order = { ...order, ...as }
    orders.set(orderKey(order), done)
    sweep.orderChanged(done, order)
  }
  const stateOf = ({ customerCode, referenceId }: Order) => sweep.stateOf(customerCode, referenceId)?.kind
  return { clock, counted, sweep, rest, end, stateOf }
}

it('keeps the state of a counted order, and drops it once nothing counts the order', () => {
  const { counted, sweep, rest, end, stateOf } = open()
  const orders = Array.from({ length: 100 }, (_, n) => rest(`order-${n}`))
  for (const order of orders) end(order)
  expect(new Set(orders.map(stateOf))).toEqual(new Set(['verified']))
  counted.delete(orderKey(orders[0]!))
  sweep.dropUncounted()
  expect(orders.map(stateOf)).toEqual([undefined, ...Array.from({ length: 99 }, () => 'verified')])
  counted.clear()
  sweep.dropUncounted()
  expect(new Set(orders.map(stateOf))).toEqual(new Set([undefined]))
})

it('finishes an order under way after its halt was lifted, then drops it', async () => {
  const { clock, counted, sweep, rest, end, stateOf } = open()
  const [first, second] = [rest('ends'), rest('stays')]
  counted.clear()
  sweep.dropUncounted()
  expect([first, second].map(stateOf)).toEqual(['under way', 'under way'])
  end(first)
  await clock.run(61_000, 1_000)
  expect([first, second].map(stateOf)).toEqual([undefined, undefined])
})

it('calls no order done that a dealer wrote off', async () => {
  const { clock, sweep, rest, end, stateOf } = open()
  const order = rest('lost')
  end(order, { phase: 'dead', refusal: { code: 'WRITTEN_OFF', message: 'dealer declared this order done.' } })
  expect(sweep.stateOf(order.customerCode, order.referenceId)).toEqual({
    kind: 'unverified',
    reason: 'a dealer wrote it off, and the venue never reported its end',
  })
  await clock.run(70_000, 1_000)
  expect(stateOf(order)).toBe('unverified')
})
