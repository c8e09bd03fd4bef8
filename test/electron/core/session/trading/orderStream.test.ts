/** Messages of the private orders stream that do not fit what is known: what the desk believes, what it reads, and what it tells. */

import { describe, expect, it } from 'vitest'
import { ok } from '../../../../../shared/base/result.ts'
import type { OrderReport } from '../../../../../shared/domain/orders/order.ts'
import type { Symbol } from '../../../../../shared/domain/scalars.ts'
import { takenId } from '../../../../fakes/core/acceptedOrderId.ts'
import { C1, C2, Desk, draftOf, reportOf, rowOf } from '../../deskHarness.ts'

const ETH = 'ETHUSDC_PERP' as Symbol

/** C1042 has an order that this desk sent and that rests. */
async function startCore() {
  const desk = new Desk()
  desk.prepare = (broker) => {
    broker.venueLedger = [rowOf('d2', { customerCode: C2 }), rowOf('d1')]
  }
  const orders = desk.orders()
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const broker = await desk.ready()
  const id = takenId(
    await desk.call('order.submit', { intentId: 'intent-01-0000', draft: draftOf(), typed: null }),
  )
  const atVenue = (status: string, more: Partial<OrderReport> = {}) => {
    broker.venueOrders.set(`${C1} ${id}`, reportOf(id, status, more))
    return reportOf(id, status, more)
  }
  broker.sent[0]?.answer.resolve({ kind: 'accepted', value: atVenue('open') })
  await desk.settle()
  broker.lookedUp.length = 0
  const hear = async (report: OrderReport) => {
    broker.listener?.order(report)
    await desk.settle()
  }
  const against = () =>
    [...notices.values()].filter(({ message }) => message.includes('contradicts what Openpit knows'))
  return { desk, broker, orders, id, atVenue, hear, against }
}

describe('an order message without a customer', () => {
  it('changes nothing of our order with the same id in another symbol, and finds its customer', async () => {
    const { desk, broker, orders, id, hear, against } = await startCore()
    const theirs = reportOf(id, 'canceled', { symbol: ETH, side: 'sell', customerCode: C2 })
    broker.venueOrders.set(`${C2} ${id}`, theirs)
    await hear({ ...theirs, customerCode: null })
    // Ours at once, and the other customer's, whose order it is.
    expect(broker.lookedUp).toEqual([id, id])
    expect(orders.get(id)).toMatchObject({ customerCode: C2, symbol: ETH, phase: 'closed' })
    await hear({ ...theirs, customerCode: null })
    const canceled = await desk.call('order.cancel', { customerCode: C1, referenceId: id })
    expect(canceled.ok).toBe(true)
    expect(broker.cancels.map(({ customer }) => customer)).toEqual([C1])
    expect(against()).toMatchObject([
      {
        level: 'error',
        count: 1,
        customerCode: C1,
        referenceId: id,
        message: expect.stringContaining(`its symbol is ${ETH} where BTCUSDC_PERP is known`) as string,
        detail: expect.stringContaining('Openpit ignored the report') as string,
        action: expect.stringContaining('Ask the broker') as string,
      },
    ])
  })

  it('with another amount at the end of our order is looked up instead of taken', async () => {
    const { broker, orders, id, atVenue, hear } = await startCore()
    await hear(reportOf(id, 'canceled', { customerCode: null, amount: '9' as never }))
    expect(orders.get(id)).toMatchObject({ phase: 'working', amount: '2' })
    expect(broker.lookedUp).toContain(id)
    await hear({ ...atVenue('canceled'), customerCode: null })
    expect(orders.get(id)?.phase).toBe('closed')
  })
})

describe('an order message that is older, by the venue’s time, than the known state', () => {
  it('does not end the order, and causes one look-up', async () => {
    const { broker, orders, id, hear, against } = await startCore()
    await hear(reportOf(id, 'open', { updatedAt: 9_000 }))
    await hear(reportOf(id, 'canceled', { updatedAt: 8_000 }))
    await hear(reportOf(id, 'canceled', { updatedAt: 8_000 }))
    expect(orders.get(id)?.phase).toBe('working')
    expect(broker.lookedUp).toEqual([id])
    expect(against()).toEqual([])
  })
})

describe('an order that the stream calls canceled and then open', () => {
  it('is looked up exactly once at once, and lives once a second look-up shows it', async () => {
    const { desk, broker, orders, id, hear } = await startCore()
    await hear(reportOf(id, 'canceled'))
    expect(broker.lookedUp).toEqual([])
    await hear(reportOf(id, 'open'))
    await hear(reportOf(id, 'open'))
    expect(broker.lookedUp).toEqual([id])
    expect(orders.get(id)).toMatchObject({ phase: 'unknown', status: 'canceled' })
    await desk.clock.run(9_000, 50)
    expect(orders.get(id)).toMatchObject({ phase: 'working', status: 'open' })
  })
})

describe('a list of open orders', () => {
  it('that shows one order as over and as open does not end the order', async () => {
    const { desk, broker, orders, id } = await startCore()
    const phases = new Set<string | undefined>()
    broker.openOrdersAnswer = async () => ok([reportOf(id, 'open'), reportOf(id, 'canceled')])
    for (let n = 0; n < 3; n++) {
      await desk.call('reconciliation.readAgain', { customerCode: C1 })
      phases.add(orders.get(id)?.phase)
    }
    expect([...phases]).toEqual(['working'])
    expect(broker.lookedUp).toEqual([])
  })

  it('that shows our order in another symbol is not whole and does not change the order', async () => {
    const { desk, broker, orders, id, against } = await startCore()
    broker.openOrdersAnswer = async () => ok([reportOf(id, 'open', { symbol: ETH })])
    await desk.call('reconciliation.readAgain', { customerCode: C1 })
    expect(orders.get(id)).toMatchObject({ phase: 'working', symbol: 'BTCUSDC_PERP' })
    expect(against()).toHaveLength(1)
    expect(broker.lookedUp).toContain(id)
    const readings = desk.follow('openOrderReadings').now()
    expect(readings.find(({ customerCode }) => customerCode === C1)).toMatchObject({ state: 'partial' })
  })
})

it('a look-up that shows our order in another symbol proves nothing', async () => {
  const { desk, broker, orders, id, atVenue, hear } = await startCore()
  atVenue('canceled', { symbol: ETH })
  await hear(reportOf(id, 'canceled', { side: 'sell' }))
  await desk.clock.run(2_000, 50)
  expect(orders.get(id)).toMatchObject({ phase: 'working', symbol: 'BTCUSDC_PERP' })
  expect(broker.lookedUp).toContain(id)
})
