import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RetainedOrders, TERMINAL_KEPT } from '../../../../electron/core/orders/retainedOrders.ts'
import { isLive, plainDraft, type Order } from '../../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { BTC, C1, C2, Desk, draftOf, reportOf, text } from '../deskHarness.ts'

const LATE_NEWS = 600_000

const orderOf = (n: number, phase: Order['phase'], updatedAt: number, customer = C1): Order => ({
  ...plainDraft({ customerCode: customer, symbol: BTC, side: 'buy', type: 'limit', amount: text('1') }),
  referenceId: `o${n}` as ReferenceId,
  phase,
  pending: null,
  status: null,
  filledAmount: text('0'),
  filledQuote: text('0'),
  refusal: null,
  origin: n % 3 === 0 ? 'external' : 'desk',
  validUntil: null,
  createdAt: n,
  updatedAt,
})
const keysOf = (orders: readonly Order[]) =>
  orders
    .map((order) => `${order.customerCode} ${order.referenceId} ${order.phase} ${order.updatedAt}`)
    .toSorted()

describe('order retention', () => {
  it('agrees with a map of all orders while no order is old', () => {
    const step = fc.record({
      n: fc.nat(12),
      customer: fc.constantFrom(C1, C2),
      phase: fc.constantFrom('working' as const, 'closed' as const, 'dead' as const, 'unknown' as const),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const retention = new RetainedOrders()
        const all = new Map<string, Order>()
        for (const [now, { n, customer, phase }] of steps.entries()) {
          const order = orderOf(n, phase, now, customer)
          retention.put(order, now)
          all.set(`${customer} ${n}`, order)
        }
        const orders = [...all.values()]
        expect(keysOf(retention.all())).toEqual(keysOf(orders))
        expect(keysOf(retention.live())).toEqual(keysOf(orders.filter(isLive)))
        expect(keysOf(retention.newest())).toEqual(keysOf(orders))
        for (const item of orders) {
          expect(retention.get(item.customerCode, item.referenceId)).toBe(item)
          expect([...retention.owners(item.referenceId)].toSorted()).toEqual(
            orders
              .flatMap((one) => (one.referenceId === item.referenceId ? [one.customerCode] : []))
              .toSorted(),
          )
        }
      }),
    )
  })

  it('finds the live and recent orders of one customer among all of them, and visits no others', () => {
    const step = fc.record({
      n: fc.nat(8),
      customer: fc.constantFrom(C1, C2),
      phase: fc.constantFrom('working' as const, 'closed' as const, 'dead' as const, 'unknown' as const),
      filledAmount: fc.constantFrom(text('0'), text('1')),
      ms: fc.constantFrom(0, 1_000, 40_000),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const retention = new RetainedOrders()
        let now = 0
        let visited = 0
        for (const { n, customer, phase, filledAmount, ms } of steps) {
          now += ms
          const order = { ...orderOf(customer === C1 ? n : 100 + n, phase, now, customer), filledAmount }
          Object.defineProperty(order, 'phase', { get: () => ((visited += customer === C2 ? 1 : 0), phase) })
          retention.put(order, now)
          const before = visited
          const own = [retention.liveOf(C1), retention.recentOf(C1, now)]
          expect(visited).toBe(before)
          const isOwn = ({ customerCode }: Order) => customerCode === C1
          expect(own.map(keysOf)).toEqual([
            keysOf(retention.live().filter(isOwn)),
            keysOf(retention.recent(now).filter(isOwn)),
          ])
        }
      }),
    )
  })

  it('stores live orders, the newest terminal orders, and the customer of every other order', () => {
    const retention = new RetainedOrders()
    const [live, more] = [50, 700]
    for (let n = 0; n < live; n++) retention.put(orderOf(n, 'working', 0), 0)
    retention.put(orderOf(live, 'dead', 0), 0)
    const terminal = Array.from({ length: TERMINAL_KEPT + more }, (_, n) => live + 1 + n)
    for (const n of terminal) retention.put(orderOf(n, 'closed', 0), 0)
    // Late news may still come of them.
    expect(retention.all()).toHaveLength(live + 1 + terminal.length)
    retention.put(orderOf(100_000, 'closed', LATE_NEWS), LATE_NEWS)
    expect(retention.live()).toHaveLength(live)
    // The dead one is beside them: it may surface for a day.
    expect(retention.all()).toHaveLength(live + 1 + TERMINAL_KEPT)
    const [first] = terminal as [number]
    const id = `o${first}` as ReferenceId
    expect(retention.get(C1, id)).toBeUndefined()
    expect(retention.gone(C1, id)).toEqual({ customerCode: C1, origin: 'external' })
    expect(retention.gone(C2, id)).toBeUndefined()
    expect(retention.owners(id)).toEqual([C1])
    retention.put(orderOf(first, 'working', LATE_NEWS), LATE_NEWS)
    expect(retention.live()).toHaveLength(live + 1)
    expect(retention.gone(C1, id)).toBeUndefined()
  })
})

it('an order that left memory returns as ours, by its intent too, and alive halts its customer', async () => {
  const desk = new Desk()
  const broker = await desk.ready()
  const submit = () => desk.call('order.submit', { intentId: 'intent-0001', draft: draftOf(), typed: null })
  const id = takenId(await submit())
  broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'canceled') })
  await desk.settle()
  desk.clock.advance(LATE_NEWS)
  for (let n = 0; n < TERMINAL_KEPT; n++)
    broker.listener?.order(reportOf(`other-${n}`, 'canceled', { customerCode: C2, createdAt: 2_000 + n }))
  await desk.settle()
  const orders = () => desk.mirror('orders', (order) => `${order.customerCode} ${order.referenceId}`)
  const notices = () =>
    [...desk.mirror('notices', (notice) => String(notice.id)).values()].map((notice) => notice.message)
  const key = `${C1} ${id}`
  expect(orders().size).toBe(TERMINAL_KEPT)
  expect(orders().has(key)).toBe(false)
  expect(takenId(await submit())).toBe(id)
  expect(broker.sent).toHaveLength(1)
  const before = notices()
  const window = orders()

  // The stream names no customer: it is still known whose it was.
  broker.listener?.order({ ...reportOf(id, 'canceled', { filledAmount: text('1') }), customerCode: null })
  await desk.settle()
  expect(window.get(key)).toMatchObject({ origin: 'desk', phase: 'closed', filledAmount: '1' })
  expect(notices()).toEqual(before)

  desk.clock.advance(LATE_NEWS)
  broker.listener?.order(reportOf('other', 'canceled', { customerCode: C2 }))
  for (let n = 0; n < TERMINAL_KEPT; n++)
    broker.listener?.order(reportOf(`more-${n}`, 'canceled', { customerCode: C2, createdAt: 9_000 + n }))
  expect(orders().has(key)).toBe(false)
  broker.listener?.order(reportOf(id, 'open'))
  expect(orders().get(key)).toMatchObject({ origin: 'desk', phase: 'working' })
  expect(notices().some((notice) => notice.includes('was taken for done but is live at the venue'))).toBe(
    true,
  )
})
