import { describe, expect, it } from 'vitest'
import { NO_CHANGES, type Order } from '../../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { BTC, C1, Desk, draftOf, reportOf, text, tradeOf } from '../deskHarness.ts'

const SECOND = 1_000
/** Ms by which a signed request in these stories outlives its start. */
const LIFE = 25 * SECOND

/** A desk with one order whose request got no answer. `signed`: the venue takes it in for `LIFE` ms only. */
async function withUnknown({ signed = true }: { signed?: boolean } = {}) {
  const desk = new Desk()
  const orders = desk.orders()
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const broker = await desk.ready()
  const start = desk.clock.now()
  broker.validUntil = signed ? start + LIFE : null
  // The venue's clock runs with ours.
  Object.defineProperty(broker, 'time', { get: () => desk.clock.now() })
  const id = takenId(
    await desk.call('order.submit', { intentId: 'intent-0001', draft: draftOf(), typed: null }),
  )
  broker.sent[0]?.answer.resolve({ kind: 'unknown', message: 'timed out' })
  await desk.settle()
  const order = (): Order => {
    const found = orders.get(id)
    if (!found) throw new Error('no order')
    return found
  }
  const messages = () => [...notices.values()].map((notice) => notice.message).join('\n')
  return { desk, broker, id, order, messages, orders }
}

describe('a signed order without an answer', () => {
  it('is dead once it can no longer reach the order book, and no earlier', async () => {
    const { desk, broker, order, messages } = await withUnknown()
    await desk.clock.run(LIFE + 59 * SECOND, 500)
    expect(order().phase).toBe('resolving')
    await desk.clock.run(40 * SECOND, 500)
    expect(order()).toMatchObject({ phase: 'dead', status: null })
    expect(messages()).toContain('never to have reached the order book')
    expect(broker.sent).toHaveLength(1)
    const [proof] = desk.journal
      .bodies('order')
      .flatMap(({ event }) => (event.kind === 'dead' ? [event.proof] : []))
    expect(proof).toContain('No trade names the order')
  })

  it.each<[string, (it: Awaited<ReturnType<typeof withUnknown>>) => void]>([
    [
      'the venue never says when it is',
      ({ broker }) => void Object.defineProperty(broker, 'time', { get: () => null }),
    ],
    ['the orders channel is not live', ({ broker }) => broker.lose('orders')],
    [
      'the orders channel breaks again and again',
      ({ desk, broker }) =>
        void desk.clock.every(10 * SECOND, () => {
          broker.lose('orders')
          broker.restore('orders')
        }),
    ],
    [
      'a trade names it',
      ({ broker, id }) => void (broker.venueTrades = [tradeOf('t1', { referenceId: id })]),
    ],
    [
      'the trades cannot be read',
      ({ broker }) =>
        void (broker.trades = () =>
          Promise.resolve({ ok: false, failure: { kind: 'unreachable', code: null, message: 'down' } })),
    ],
    [
      'the look-ups reach nobody',
      ({ broker }) =>
        void (broker.order = () =>
          Promise.resolve({ ok: false, failure: { kind: 'unreachable', code: null, message: 'down' } })),
    ],
    [
      'this venue says NOT_FOUND of nothing',
      ({ broker, id }) => {
        const honest = broker.order.bind(broker)
        broker.order = (customer, asked: ReferenceId) =>
          asked === id
            ? honest(customer, asked)
            : Promise.resolve({
                ok: false,
                failure: { kind: 'refused', code: 'VALIDATION_ERROR', message: '' },
              })
      },
    ],
  ])('is not dead while %s', async (_, prepare) => {
    const made = await withUnknown()
    prepare(made)
    await made.desk.clock.run(300 * SECOND, 1_000)
    expect(['unknown', 'resolving', 'unresolved']).toContain(made.order().phase)
  })

  it('that shows up after its inferred death is alive, with an alarm', async () => {
    const { desk, broker, id, order, messages } = await withUnknown()
    await desk.clock.run(120 * SECOND, 500)
    expect(order().phase).toBe('dead')
    broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open'))
    await desk.clock.run(70 * SECOND, 1_000)
    expect(order()).toMatchObject({ phase: 'working', status: 'open' })
    expect(messages()).toContain('taken for done but is live')
  })
})

describe('an order proved by a token alone', () => {
  it('is never dead: the dealer decides, and the order counts until it is written off', async () => {
    const { desk, order, messages, id } = await withUnknown({ signed: false })
    await desk.clock.run(600 * SECOND, 1_000)
    expect(order().phase).toBe('unresolved')
    expect(messages()).toContain('The outcome of BUY')
    const wrong = await desk.call('order.writeOff', { customerCode: C1, referenceId: id, typed: 'nope' })
    expect(wrong).toMatchObject({ ok: false, failure: { field: 'typed' } })
    const done = await desk.call('order.writeOff', { customerCode: C1, referenceId: id, typed: id.slice(-4) })
    expect(done.ok).toBe(true)
    expect(order()).toMatchObject({ phase: 'dead', refusal: { code: 'WRITTEN_OFF' } })
    const name = { customerCode: C1, referenceId: id }
    for (const refused of [
      await desk.call('order.cancel', name),
      await desk.call('order.amend', { ...name, changes: { ...NO_CHANGES, amount: text('3') } }),
    ])
      expect(refused.ok ? '' : refused.failure.message).toMatch(
        /was written off here, which proves nothing about the venue\. Ask the broker/,
      )
  })

  it('is written off in the journal by the named dealer', async () => {
    const { desk, id } = await withUnknown({ signed: false })
    await desk.call('session.nameDealer', { dealer: { name: 'J. Smith', role: 'senior dealer' } })
    await desk.clock.run(600 * SECOND, 1_000)
    await desk.call('order.writeOff', { customerCode: C1, referenceId: id, typed: id.slice(-4) })
    const events = desk.journal.entries.flatMap(({ body }) => (body.type === 'order' ? [body.event] : []))
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'written-off', by: 'J. Smith, senior dealer (paper)' }),
    )
  })

  it('that shows up long after is working again', async () => {
    const { desk, broker, order, id } = await withUnknown({ signed: false })
    await desk.clock.run(600 * SECOND, 1_000)
    broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open'))
    await desk.clock.run(70 * SECOND, 1_000)
    expect(order().phase).toBe('working')
  })
})

describe('an external order that the venue showed once and denies ever since', () => {
  async function denied(trades: readonly string[] = []) {
    const desk = new Desk()
    const orders = desk.orders()
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t1')]
      broker.venueOrders.set(`${C1} ext-1`, reportOf('ext-1', 'open'))
    }
    const broker = await desk.ready()
    expect(orders.get('ext-1')?.phase).toBe('working')
    broker.venueOrders.delete(`${C1} ext-1`)
    broker.venueTrades = ['t1', ...trades].map((code, n) =>
      tradeOf(code, n === 0 ? {} : { referenceId: 'ext-1' as ReferenceId }),
    )
    await desk.call('order.cancel', { customerCode: C1, referenceId: 'ext-1' as ReferenceId })
    broker.cancels[0]?.answer.resolve({ kind: 'refused', code: 'NOT_FOUND', message: '' })
    const messages = () => [...notices.values()].map((notice) => notice.message).join('\n')
    return { desk, broker, orders, messages }
  }

  it('does not count once the venue denied it often and for two minutes', async () => {
    const { desk, broker, orders, messages } = await denied()
    await desk.clock.run(100 * SECOND, 500)
    expect(orders.get('ext-1')?.phase).toBe('resolving')
    await desk.clock.run(60 * SECOND, 500)
    expect(orders.get('ext-1')?.phase).toBe('dead')
    expect(messages()).toContain('is no longer known to the venue, which had shown it')
    broker.venueOrders.set(`${C1} ext-1`, reportOf('ext-1', 'open'))
    broker.listener?.order(reportOf('ext-1', 'open', { customerCode: C1 }))
    await desk.settle()
    expect(orders.get('ext-1')?.phase).toBe('working')
  })

  it('is for the dealer to decide where a trade names it', async () => {
    const { desk, orders } = await denied(['t2'])
    await desk.clock.run(300 * SECOND, 500)
    expect(orders.get('ext-1')?.phase).toBe('unresolved')
  })
})

describe('an order of this desk that the venue has shown and denies ever since', () => {
  /** `reported`: what the venue said of it before it knew it no more. */
  async function shownThenDenied(signed: boolean, reported: readonly string[]) {
    const made = await withUnknown({ signed })
    const { desk, broker, id } = made
    for (const status of reported) {
      broker.venueOrders.set(`${C1} ${id}`, reportOf(id, status))
      broker.listener?.order(reportOf(id, status))
      await desk.settle()
    }
    broker.venueOrders.delete(`${C1} ${id}`)
    return made
  }
  const proofs = ({ journal }: Desk) =>
    journal.bodies('order').flatMap(({ event }) => (event.kind === 'dead' ? [event.proof] : []))

  it.each([true, false])(
    'keeps the end that the venue had reported, without a word of its request (signed: %s)',
    async (signed) => {
      const { desk, order, messages } = await shownThenDenied(signed, ['canceled', 'open'])
      expect(order()).toMatchObject({ phase: 'unknown', status: 'canceled' })
      await desk.clock.run(110 * SECOND, 500)
      expect(order().phase).toBe('resolving')
      await desk.clock.run(50 * SECOND, 500)
      expect(order()).toMatchObject({ phase: 'closed', status: 'canceled' })
      expect(proofs(desk)).toEqual([
        expect.stringMatching(/^The venue had shown the order, then answered "not found" \d+ times/),
      ])
      expect(messages()).not.toMatch(/could still (arrive|reach)|never to have reached the order book/)
    },
  )

  it('that rested is dead after two minutes, and nobody says that it never reached the book', async () => {
    const { desk, broker, id, order, messages } = await shownThenDenied(true, ['open'])
    await desk.call('order.cancel', { customerCode: C1, referenceId: id })
    broker.cancels[0]?.answer.resolve({ kind: 'refused', code: 'NOT_FOUND', message: '' })
    await desk.clock.run(160 * SECOND, 500)
    expect(order()).toMatchObject({ phase: 'dead', status: 'open' })
    expect(messages()).toContain('is no longer known to the venue, which had shown it')
    expect(messages()).not.toContain('never to have reached the order book')
    // It is polled on, because no report of the venue ended it.
    broker.lookedUp.length = 0
    await desk.clock.run(70 * SECOND, 500)
    expect(broker.lookedUp).toContain(id)
  })

  it('is for the dealer to decide where a trade names it, also where its request was signed', async () => {
    const { desk, broker, id, order, messages } = await shownThenDenied(true, ['canceled', 'open'])
    broker.venueTrades = [tradeOf('t2', { referenceId: id })]
    await desk.clock.run(300 * SECOND, 500)
    expect(order()).toMatchObject({ phase: 'unresolved', status: 'canceled' })
    expect(messages()).toContain('The outcome of BUY')
  })
})

describe('a refusal by a known code', () => {
  it('is watched for a minute: an order that still shows up is alive, with an alarm', async () => {
    const desk = new Desk()
    const orders = desk.orders()
    const broker = await desk.ready()
    const id = takenId(
      await desk.call('order.submit', { intentId: 'intent-0001', draft: draftOf(), typed: null }),
    )
    broker.sent[0]?.answer.resolve({ kind: 'refused', code: 'ORDER_REJECTED', message: '' })
    await desk.settle()
    expect(orders.get(id)?.phase).toBe('rejected')
    broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open'))
    await desk.clock.run(10 * SECOND, 500)
    expect(orders.get(id)?.phase).toBe('working')
  })
})

describe('a cancel', () => {
  it('of an order that is still on its way waits until the order shows, and is then sent again', async () => {
    const { desk, broker, order, id } = await withUnknown()
    await desk.call('order.cancel', { customerCode: C1, referenceId: id })
    broker.cancels[0]?.answer.resolve({ kind: 'refused', code: 'NOT_FOUND', message: '' })
    await desk.settle()
    expect(order()).toMatchObject({ pending: 'cancel' })
    expect(broker.cancels).toHaveLength(1)
    broker.listener?.order(reportOf(id, 'open'))
    await desk.settle()
    expect(broker.cancels).toHaveLength(2)
    broker.cancels[1]?.answer.resolve({ kind: 'accepted', value: null })
    broker.listener?.order(reportOf(id, 'canceled'))
    await desk.settle()
    expect(order()).toMatchObject({ phase: 'closed', status: 'canceled' })
    await desk.clock.run(60 * SECOND, 1_000)
    expect(broker.cancels).toHaveLength(2)
  })

  it('that the venue acknowledged, of an order that goes on working, is reported after a minute', async () => {
    const { desk, broker, order, messages, id } = await withUnknown()
    broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open'))
    broker.listener?.order(reportOf(id, 'open'))
    await desk.call('order.cancel', { customerCode: C1, referenceId: id })
    broker.cancels[0]?.answer.resolve({ kind: 'accepted', value: null })
    await desk.clock.run(50 * SECOND, 1_000)
    expect(order().pending).toBe('cancel')
    await desk.clock.run(40 * SECOND, 1_000)
    expect(order()).toMatchObject({ phase: 'working', pending: null })
    expect(messages()).toContain('Not confirmed that BUY 2 at 60,000 was canceled')
    expect(broker.cancels).toHaveLength(1)
  })
})

describe('words of the fold', () => {
  it('a fill that came with a trade of an unknown order keeps it alive at full size', async () => {
    const { desk, broker, order, id } = await withUnknown()
    broker.listener?.trade(tradeOf('t9', { referenceId: id, symbol: BTC, amount: text('1') }))
    await desk.clock.run(200 * SECOND, 1_000)
    expect(order().phase).not.toBe('dead')
  })
})
