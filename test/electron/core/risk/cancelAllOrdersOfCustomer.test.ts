/** Canceling all orders of a customer, as a dealer meets it: cancels on the wire, and the notice that reports the progress. */

import { describe, expect, it } from 'vitest'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { FakeBroker } from '../../../fakes/venue/fakeBroker.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { BTC, C1, C2, Desk, draftOf, reportOf, rowOf } from '../deskHarness.ts'

const IDS = ['rest-1', 'rest-2', 'rest-3'] as ReferenceId[]

/** C1042 has three orders that rest, and C2007 one. */
async function startCore() {
  const desk = new Desk()
  desk.prepare = (broker) => {
    broker.venueLedger = [rowOf('d2', { customerCode: C2 }), rowOf('d1')]
    for (const id of IDS) broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open'))
    broker.venueOrders.set(`${C2} theirs`, reportOf('theirs', 'open', { customerCode: C2 }))
  }
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const broker = await desk.ready()
  const all = () => desk.call('order.cancelAll', { customerCode: C1, symbol: BTC, side: null })
  const progress = () => [...notices.values()].filter(({ message }) => message.startsWith('CANCEL ALL'))
  /** The venue takes the n-th cancel that left, and tells of the order’s end. */
  const end = async (n: number, status = 'canceled') => {
    const { id, answer } = broker.cancels[n]!
    broker.venueOrders.set(`${C1} ${id}`, reportOf(id, status))
    answer.resolve({ kind: 'accepted', value: null })
    broker.listener?.order(reportOf(id, status))
    await desk.clock.run(500, 50)
  }
  return { desk, broker, all, progress, end }
}

describe('cancel all', () => {
  it('reports its progress, repeats a lost cancel, and ends with every order verified', async () => {
    const { desk, broker, all, progress, end } = await startCore()
    expect(await all()).toEqual({ ok: true, value: { count: 3 } })
    expect(broker.cancels.map(({ id }) => id)).toEqual(IDS)
    expect(progress()).toMatchObject([
      {
        level: 'info',
        kind: 'cancel',
        customerCode: C1,
        message: `CANCEL ALL of C1042 in ${BTC}: 0 of 3 confirmed done · 3 cancels pending.`,
        detail: null,
      },
    ])
    await end(0)
    await end(1, 'filled')
    expect(progress()).toMatchObject([
      { message: expect.stringContaining('2 of 3 confirmed done, 1 of them filled · 1 cancel pending.') },
    ])
    // The answer to the third is lost on its way, and the order still rests.
    broker.cancels[2]?.answer.resolve({ kind: 'unknown', message: 'timed out' })
    await desk.clock.run(3_000, 50)
    expect(broker.cancels.slice(3).map(({ id }) => id)).toEqual([IDS[2]])
    await end(3)
    expect(progress()).toMatchObject([
      {
        level: 'info',
        count: 1,
        message: expect.stringContaining('3 of 3 confirmed done, 1 of them filled.'),
      },
    ])
  })

  it('names the orders that are not proven terminal within a minute: they count as live', async () => {
    const { desk, broker, all, progress, end } = await startCore()
    await all()
    await end(0)
    await end(1)
    const lose = desk.clock.every(1_000, () => {
      for (const { answer } of broker.cancels.slice(2))
        answer.resolve({ kind: 'unknown', message: 'timed out' })
    })
    await desk.clock.run(61_000, 250)
    lose()
    expect(progress()).toMatchObject([
      {
        level: 'error',
        message: expect.stringContaining('2 of 3 confirmed done · 1 UNVERIFIED: treat as live.'),
        detail: expect.stringMatching(/^rest-3: still working at the venue after \d+ cancel requests/),
      },
    ])
    // The order ends after all, and a notice reports the end.
    broker.venueOrders.set(`${C1} ${IDS[2]}`, reportOf(IDS[2]!, 'canceled'))
    broker.listener?.order(reportOf(IDS[2]!, 'canceled'))
    await desk.clock.run(500, 50)
    expect(progress()).toMatchObject([
      { level: 'info', message: expect.stringContaining('3 of 3 confirmed done.') },
    ])
  })

  it('states that there may be more orders where the list of open orders is not whole', async () => {
    const { desk, broker, progress, all } = await startCore()
    broker.openOrdersAnswer = async () => ({
      ok: false,
      failure: { kind: 'unreachable', code: null, message: 'no answer.' },
    })
    broker.restore('orders')
    await desk.settle()
    await all()
    expect(progress()).toMatchObject([
      {
        level: 'warning',
        detail: expect.stringMatching(/^There may be more: the list of C1042 is not read/),
      },
    ])
  })

  it('cancels nothing after its end: an order that lives again is the dealer’s to judge', async () => {
    const { desk, broker, all, progress, end } = await startCore()
    await all()
    for (const n of [0, 1, 2]) await end(n)
    expect(progress()).toMatchObject([{ message: expect.stringContaining('3 of 3 confirmed done.') }])
    broker.venueOrders.set(`${C1} ${IDS[0]}`, reportOf(IDS[0]!, 'open'))
    broker.listener?.order(reportOf(IDS[0]!, 'open'))
    const orders = desk.mirror('orders', (order) => String(order.referenceId))
    await desk.clock.run(30_000, 250)
    expect(orders.get(IDS[0]!)?.phase).toBe('working')
    expect(broker.cancels).toHaveLength(3)
  })

  it('includes an order sent before it that shows up later, and no order sent after it', async () => {
    const { desk, broker, all, progress, end } = await startCore()
    const start = desk.clock.now()
    broker.time = start
    const show = (id: string, createdAt: number | null) => {
      broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open', { createdAt }))
      broker.listener?.order(reportOf(id, 'open', { createdAt }))
    }
    await all()
    show('hidden', start)
    show('theirs-later', start + 1)
    show('of-no-known-time', null)
    const mine = takenId(
      await desk.call('order.submit', { intentId: 'after-01', draft: draftOf(), typed: null }),
    )
    broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(mine, 'open', { createdAt: start }) })
    await desk.clock.run(500, 50)
    expect(broker.cancels.map(({ id }) => id)).toEqual([...IDS, 'hidden'])
    expect(progress()).toMatchObject([
      { message: expect.stringContaining('0 of 4 confirmed done · 4 cancels pending.') },
    ])
    for (const n of [0, 1, 2, 3]) await end(n)
    expect(progress()).toMatchObject([
      { level: 'info', message: expect.stringMatching(/: 4 of 4 confirmed done\.$/) },
    ])
    show('too-late', start)
    await desk.settle()
    expect(broker.cancels).toHaveLength(4)
  })

  it('includes an order with an end that comes into doubt while it runs', async () => {
    const { desk, broker, all, progress } = await startCore()
    broker.listener?.order(reportOf(IDS[2]!, 'canceled'))
    await desk.settle()
    expect(await all()).toEqual({ ok: true, value: { count: 2 } })
    // The venue still has it open, and its stream says so.
    broker.listener?.order(reportOf(IDS[2]!, 'open'))
    await desk.clock.run(500, 50)
    expect(broker.cancels.map(({ id }) => id)).toEqual(IDS)
    expect(progress()).toMatchObject([
      { message: expect.stringContaining('0 of 3 confirmed done · 3 cancels pending.') },
    ])
  })

  it('states at its end that the list was not whole for a time, although it is whole again', async () => {
    const { desk, broker, all, progress, end } = await startCore()
    await all()
    broker.lose('orders')
    await desk.settle()
    broker.restore('orders')
    await desk.clock.run(500, 50)
    for (const n of [0, 1, 2]) await end(n)
    expect(progress()).toMatchObject([
      {
        level: 'warning',
        message: expect.stringContaining('3 of at least 3 confirmed done.'),
        detail: expect.stringMatching(
          /^There may be more: for a time during this cancel-all, the list of C1042 was not read: /,
        ),
        action: 'Cancel all again once the list is complete.',
      },
    ])
  })

  const noticesWithoutOrders = async (prepare: (broker: FakeBroker) => void) => {
    const { desk, broker, progress } = await startCore()
    broker.venueOrders.delete(`${C2} theirs`)
    broker.listener?.order(reportOf('theirs', 'canceled', { customerCode: C2 }))
    prepare(broker)
    await desk.settle()
    const reply = await desk.call('order.cancelAll', { customerCode: C2, symbol: null, side: null })
    expect(reply).toEqual({ ok: true, value: { count: 0 } })
    return progress()
  }

  it('of a customer whose list is whole and empty says that no order was live', async () => {
    expect(await noticesWithoutOrders(() => undefined)).toMatchObject([
      { level: 'info', message: 'CANCEL ALL of C2007: no order was live.', detail: null },
    ])
  })

  it('of a customer without a read list says that no order is known, never that there was none', async () => {
    const progress = await noticesWithoutOrders((broker) => {
      broker.openOrdersAnswer = async () => ({
        ok: false,
        failure: { kind: 'unreachable', code: null, message: 'no answer.' },
      })
      broker.restore('orders')
    })
    expect(progress).toMatchObject([
      {
        level: 'warning',
        message: 'CANCEL ALL of C2007: no order is known.',
        detail: expect.stringMatching(/^There may be more: the list of C2007 is not read: /),
      },
    ])
  })
})
