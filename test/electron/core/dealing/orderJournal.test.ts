import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import { withDefaults } from '../../../../shared/domain/orders/orderLife.ts'
import type { OrderEvent } from '../../../../shared/domain/orders/orderLife.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { pending } from '../../../fakes/venue/fakeBroker.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { accountEntriesForNewSegment } from '../../../../electron/core/journal/accountEntriesForNewSegment.ts'
import { recoverState } from '../../../../electron/core/journal/recoverStateFromJournal.ts'
import { BTC, C1, Desk, draftOf, reportOf, text } from '../deskHarness.ts'

const submit = (desk: Desk, intentId = 'intent-0001') =>
  desk.call('order.submit', { intentId, draft: draftOf(), typed: null })

describe('the journal goes first', () => {
  const kindsOf = (desk: Desk) => desk.journal.bodies('order').map(({ event }) => event.kind)

  it('writes intent and sending together; accepts and sends nothing before both are on disk', async () => {
    const desk = new Desk()
    const broker = await desk.ready()
    const disk = pending<null>()
    desk.journal.disk = disk.promise
    let answered = false
    const reply = submit(desk).then((result) => {
      answered = true
      return result
    })
    for (let turn = 0; turn < 3; turn++) await desk.settle()
    expect(kindsOf(desk)).toEqual(['intent', 'sending'])
    expect([answered, broker.sent.length]).toEqual([false, 0])
    disk.resolve(null)
    await desk.settle()
    expect(broker.sent).toHaveLength(1)
    expect((await reply).ok).toBe(true)
  })

  it('an order is accepted with its intent on disk, and sent only with its SEND entry on disk', async () => {
    const desk = new Desk()
    const broker = await desk.ready()
    const write = desk.journal.write.bind(desk.journal)
    const disk = pending<null>()
    desk.journal.write = async (entries) => {
      const done = await write(entries)
      if (entries.some(({ body }) => body.type === 'order' && body.event.kind === 'sending'))
        await disk.promise
      return done
    }
    expect((await submit(desk)).ok).toBe(true)
    await desk.settle()
    expect(kindsOf(desk)).toEqual(['intent', 'sending'])
    expect(broker.sent).toHaveLength(0)
    disk.resolve(null)
    await desk.settle()
    expect(broker.sent).toHaveLength(1)
  })

  it('an order is counted while the disk still works on its intent', async () => {
    const desk = new Desk()
    const orders = desk.orders()
    await desk.ready()
    desk.journal.disk = new Promise(() => undefined)
    void submit(desk)
    await desk.settle()
    expect([...orders.values()]).toMatchObject([{ customerCode: C1, phase: 'sent' }])
  })

  it('with a failing disk nothing new is sent, with one notice; cancels are sent', async () => {
    const desk = new Desk()
    const orders = desk.orders()
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    const broker = await desk.ready()
    const id = takenId(await submit(desk))
    broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open') })
    await desk.settle()
    desk.journal.problem = 'The disk is full.'
    for (const intent of ['intent-0002', 'intent-0003'])
      expect(await submit(desk, intent)).toMatchObject({
        ok: false,
        failure: { kind: 'refused', message: expect.stringContaining('disk is full') as string },
      })
    expect(broker.sent).toHaveLength(1)
    await desk.call('order.cancel', { customerCode: C1, referenceId: id })
    expect(broker.cancels).toHaveLength(1)
    const warnings = [...notices.values()].filter((notice) => notice.message.includes('The disk is full.'))
    expect(warnings).toHaveLength(1)
    expect(orders.get(id)?.pending).toBe('cancel')
  })

  it('a disk that is pulled while nobody deals is reported at once, the session says it, and cancels are sent', async () => {
    const desk = new Desk()
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    const session = desk.follow('session')
    const broker = await desk.ready()
    const id = takenId(await submit(desk))
    broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open') })
    await desk.settle()
    expect(session.now().restriction).toBeNull()
    desk.journal.fail('The order journal cannot be written: the disk failed.')
    const said = () => [...notices.values()].filter(({ message }) => message.includes('the disk failed'))
    expect(said()).toMatchObject([{ level: 'error', count: 1 }])
    expect(session.now().restriction).toMatch(/the disk failed/)
    expect((await submit(desk, 'intent-0002')).ok).toBe(false)
    await desk.call('order.cancel', { customerCode: C1, referenceId: id })
    expect([broker.sent.length, broker.cancels.length]).toEqual([1, 1])
    expect(said()).toMatchObject([{ count: 1 }])
  })

  it('an intent that met a failing disk is refused again, not reported as accepted', async () => {
    const desk = new Desk()
    const broker = await desk.ready()
    const write = desk.journal.write.bind(desk.journal)
    desk.journal.write = async (entries) => {
      desk.journal.problem = 'The disk is full.'
      return write(entries)
    }
    const refused = { ok: false, failure: { message: expect.stringContaining('disk is full') as string } }
    const [first, held] = [submit(desk), submit(desk)]
    expect([await first, await held, await submit(desk)]).toMatchObject([refused, refused, refused])
    await desk.settle()
    expect(broker.sent).toHaveLength(0)
  })

  it('a disk that fails between intent and SEND stops the order at the gate', async () => {
    const desk = new Desk()
    const orders = desk.orders()
    const broker = await desk.ready()
    const write = desk.journal.write.bind(desk.journal)
    desk.journal.write = async (entries) => {
      if (entries.some(({ body }) => body.type === 'order' && body.event.kind === 'sending'))
        desk.journal.problem = 'The disk is full.'
      return write(entries)
    }
    const id = takenId(await submit(desk))
    await desk.settle()
    expect(broker.sent).toHaveLength(0)
    expect(orders.get(id)).toMatchObject({ phase: 'not-sent' })
  })
})

/** An order that waits for the disk, and the disk's answer. */
async function submittedOnASlowDisk() {
  const desk = new Desk()
  const orders = desk.orders()
  const broker = await desk.ready()
  const disk = pending<null>()
  desk.journal.disk = disk.promise
  const reply = submit(desk)
  await desk.settle()
  return { desk, orders, broker, disk, reply }
}

describe('before it leaves', () => {
  it('an order with a session that ends while the disk works is not sent in the next session', async () => {
    const { desk, broker: first, disk, reply } = await submittedOnASlowDisk()
    await desk.signInAs('ann')
    expect(desk.broker).not.toBe(first)
    disk.resolve(null)
    expect(await reply).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    await desk.settle()
    expect(desk.brokers.map(({ sent }) => sent.length)).toEqual([0, 0])
  })

  it('an order in the limit check while another user signs in is no record of that user', async () => {
    const desk = new Desk()
    const orders = desk.orders()
    const first = await desk.ready()
    const market = desk.markets.at(-1)!
    const price = pending<Awaited<ReturnType<typeof market.walk>>>()
    market.walk = () => price.promise
    const draft = draftOf({ type: 'market', limitPrice: null })
    const reply = desk.call('order.submit', { intentId: 'intent-0001', draft, typed: null })
    await desk.settle()
    await desk.signInAs('ann')
    expect(desk.broker).not.toBe(first)
    price.resolve(market.walkAnswer(BTC, 'buy', { amount: text('2') }))
    expect(await reply).toMatchObject({
      ok: false,
      failure: {
        kind: 'refused',
        message: expect.stringContaining('The session ended before the request was sent.'),
      },
    })
    await desk.settle()
    expect(desk.brokers.map(({ sent }) => sent.length)).toEqual([0, 0])
    expect([...orders.values()]).toEqual([])
    expect(desk.journal.bodies('order')).toEqual([])
  })

  it('an order that the disk held for longer than 5 s is not sent', async () => {
    const { desk, orders, broker, disk, reply } = await submittedOnASlowDisk()
    desk.clock.advance(5_001)
    disk.resolve(null)
    const id = takenId(await reply)
    await desk.settle()
    expect(orders.get(id)).toMatchObject({ phase: 'not-sent' })
    const why = desk.journal.bodies('order').at(-1)?.event
    expect(why).toMatchObject({
      kind: 'not-sent',
      message: expect.stringContaining('more than 5 s passed since your key press') as string,
    })
    expect(broker.sent).toHaveLength(0)
  })

  it('an order that is canceled while the disk works is never sent', async () => {
    const { desk, orders, broker, disk, reply } = await submittedOnASlowDisk()
    const [order] = orders.values()
    const id = order?.referenceId as ReferenceId
    void desk.call('order.cancel', { customerCode: C1, referenceId: id })
    await desk.settle()
    disk.resolve(null)
    await reply
    await desk.settle()
    expect(orders.get(id)).toMatchObject({ phase: 'not-sent', pending: null })
    expect(broker.sent).toHaveLength(0)
  })
})

const entryOf = (id: string, event: OrderEvent): JournalEntry => ({
  at: event.at,
  whose: 'paper',
  body: { type: 'order', customerCode: C1, referenceId: id as ReferenceId, event },
})
const intentOf = (id: string, intentId: string): JournalEntry =>
  entryOf(id, {
    kind: 'intent',
    at: 1,
    intentId,
    draft: withDefaults(draftOf()),
    check: { version: 1, findings: [], typed: null },
  })

describe('what an earlier run left', () => {
  const id = 'op-old1-1' as ReferenceId
  const entry = (event: OrderEvent): JournalEntry => ({
    at: event.at,
    whose: 'paper',
    body: { type: 'order', customerCode: C1, referenceId: id, event },
  })
  const intent: OrderEvent = {
    kind: 'intent',
    at: 1_000,
    intentId: 'intent-old1',
    draft: withDefaults(draftOf()),
    check: { version: 1, findings: [], typed: null },
  }
  const sending: OrderEvent = {
    kind: 'sending',
    at: 1_001,
    act: 'order',
    method: 'POST',
    path: '/v1/customers/C1042/orders',
    bodyHash: null,
    nonce: null,
    validUntil: null,
  }

  it('an intent that was not sent is reported as not sent', async () => {
    const desk = new Desk({ journal: new FakeJournal([entry(intent)]) })
    const orders = desk.orders()
    await desk.ready()
    expect(orders.get(id)).toMatchObject({ phase: 'not-sent' })
  })

  it('an order that was on its way is unknown, looked up, and takes the venue’s state', async () => {
    const desk = new Desk({ journal: new FakeJournal([entry(intent), entry(sending)]) })
    const orders = desk.orders()
    desk.prepare = (broker) => void broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open'))
    const broker = await desk.ready()
    await desk.clock.run(3_000, 100)
    expect(orders.get(id)).toMatchObject({ phase: 'working', origin: 'desk' })
    expect(broker.sent).toHaveLength(0)
  })

  it('an intent that a surviving window submits again is not sent again', async () => {
    const desk = new Desk({ journal: new FakeJournal([entry(intent), entry(sending)]) })
    const broker = await desk.ready()
    expect(takenId(await submit(desk, 'intent-old1'))).toBe(id)
    expect(broker.sent).toHaveLength(0)
  })

  it('orders of another venue wait until a sign-in there', async () => {
    const elsewhere = [intent, sending].map((event) => ({ ...entry(event), whose: 'live https://x y' }))
    const desk = new Desk({ journal: new FakeJournal(elsewhere) })
    const orders = desk.orders()
    await desk.ready()
    expect(orders.size).toBe(0)
  })
})

describe('a new segment of the journal', () => {
  it('holds live orders and intents of ended ones: a ticket without an answer finds its order', async () => {
    const over: OrderEvent = {
      kind: 'shown',
      at: 3,
      by: 'stream',
      stale: false,
      report: reportOf('op-old1-1', 'canceled'),
    }
    const whole = [
      intentOf('op-old1-1', 'intent-old1'),
      entryOf('op-old1-1', over),
      intentOf('op-old2-2', 'intent-old2'),
    ]
    const carried = recoverState(accountEntriesForNewSegment(recoverState(whole), 4)).recordsOf('paper')
    expect([...carried.orders.keys()]).toEqual([`${C1} op-old2-2`])
    expect([...carried.intents]).toEqual([
      ['intent-old1', 'op-old1-1'],
      ['intent-old2', 'op-old2-2'],
    ])
  })
})

describe('the journal alone', () => {
  it('gives every own order the state of the order store', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    const orders = desk.orders()
    const broker = await desk.ready()
    const ids: ReferenceId[] = []
    for (let n = 0; n < 6; n++) ids.push(takenId(await submit(desk, `intent-000${n}`)))
    const [resting, filled, refused, lost, unsent] = ids as [
      ReferenceId,
      ReferenceId,
      ReferenceId,
      ReferenceId,
      ReferenceId,
    ]
    broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(resting, 'open') })
    broker.listener?.order(
      reportOf(filled, 'filled', { filledAmount: text('2'), filledQuote: text('120000') }),
    )
    broker.sent[2]?.answer.resolve({ kind: 'refused', code: 'INSUFFICIENT_FUNDS', message: '' })
    broker.sent[3]?.answer.resolve({ kind: 'unknown', message: 'reset' })
    broker.sent[4]?.answer.resolve({ kind: 'not-sent', message: 'no network' })
    await desk.call('order.cancel', { customerCode: C1, referenceId: resting })
    await desk.clock.run(10_000, 500)
    const recovered = recoverState(desk.journal.entries).recordsOf('paper').orders
    expect(recovered.size).toBe(6)
    for (const order of orders.values()) expect(recovered.get(`${C1} ${order.referenceId}`)).toEqual(order)
    expect([refused, lost, unsent].map((id) => orders.get(id)?.phase)).toEqual([
      'rejected',
      'resolving',
      'not-sent',
    ])
  })
})
