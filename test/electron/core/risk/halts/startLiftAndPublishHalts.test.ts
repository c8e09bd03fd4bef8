/** The kill switch on a scripted venue: in force at once, every kind of order cancelled until it is shown over, and what is not is named. */

import { describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../shared/base/result.ts'
import type { HaltScope, HaltState } from '../../../../../shared/domain/orders/halt.ts'
import { NO_CHANGES, type OrderReport } from '../../../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../../../shared/domain/scalars.ts'
import type { FakeBroker } from '../../../../fakes/venue/fakeBroker.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import { takenId } from '../../../../fakes/core/acceptedOrderId.ts'
import { BTC, C1, C2, Desk, draftOf, reportOf, text } from '../../deskHarness.ts'
import { blankCustomer } from '../../../../../shared/domain/accounts/customer.ts'

const DESK: HaltScope = { kind: 'desk' }
const CUSTOMER: HaltScope = { kind: 'customer', customerCode: C1 }
const ETH = 'ETHUSDC_PERP' as Symbol

/** Puts an order at the venue, as another terminal may have, and tells the desk of it. */
function rest(broker: FakeBroker, id: string, more: Partial<OrderReport> = {}): void {
  const report = reportOf(id, 'open', more)
  broker.venueOrders.set(`${report.customerCode} ${id}`, report)
  broker.listener?.order(report)
}

/** The venue cancels what it is asked to, and says so only when it is asked. */
function obey(broker: FakeBroker, from = 0): void {
  for (const { customer, id, answer } of broker.cancels.slice(from)) {
    const key = `${customer} ${id}`
    const order = broker.venueOrders.get(key)
    if (order?.status === 'open') broker.venueOrders.set(key, { ...order, status: 'canceled' })
    answer.resolve(
      order
        ? { kind: 'accepted', value: null }
        : { kind: 'refused', code: 'NOT_FOUND', message: 'order not found' },
    )
  }
}

async function startCore(journal = new FakeJournal()) {
  const desk = new Desk({ journal })
  const orders = desk.orders()
  const halts = desk.follow('halts')
  const broker = await desk.ready()
  const kill = (scope: HaltScope = DESK, mode: 'halted' | 'reducing' = 'halted') =>
    desk.call('halt.start', { scope, mode })
  const submit = (n: number, more: Parameters<typeof draftOf>[0] = {}) =>
    desk.call('order.submit', {
      intentId: `intent-${n}-0000`,
      draft: draftOf({ amount: text(String(n)), ...more }),
      typed: null,
    })
  const only = (): HaltState => {
    const [first, ...others] = halts.now()
    if (!first || others.length > 0) throw new Error(`${halts.now().length} halts are in force`)
    return first
  }
  /** Lets the venue answer until nothing is asked any more or `ms` have passed. */
  const obeyFor = async (ms: number) => {
    let done = 0
    for (let passed = 0; passed <= ms; passed += 50) {
      await desk.settle()
      const upTo = broker.cancels.length
      obey(broker, done)
      done = upTo
      await desk.settle()
      await desk.clock.run(50)
    }
  }
  return { desk, orders, halts, broker, kill, submit, only, obeyFor, journal }
}

describe('a halt', () => {
  it('is in force in every window before its starting call ends its turn', async () => {
    const { desk, broker } = await startCore()
    rest(broker, 'resting')
    const windows = [desk.follow('halts'), desk.follow('halts')]
    void desk.core.handlers['halt.start']({ scope: DESK, mode: 'halted' }, desk.caller)
    for (const window of windows)
      expect(window.now()).toMatchObject([
        { scope: DESK, mode: 'halted', by: 'paper', orders: 1, verified: 0 },
      ])
  })

  it('refuses new orders and changes in its scope, and names the way to lift it', async () => {
    const { desk, broker, kill, submit } = await startCore()
    rest(broker, 'resting')
    await kill(CUSTOMER)
    const refused = await submit(1)
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    expect(JSON.stringify(refused)).toMatch(/C1042 is halted by paper.*lift C1042/)
    const changes = { ...NO_CHANGES, limitPrice: text('59000') }
    expect(
      await desk.call('order.amend', { customerCode: C1, referenceId: 'resting' as ReferenceId, changes }),
    ).toMatchObject({ ok: false })
    expect(broker.sent).toHaveLength(0)
    expect((await submit(2, { customerCode: C2 })).ok).toBe(true)
    expect(broker.sent).toHaveLength(1)
  })

  it('drops accepted orders that were not sent, without a sent byte', async () => {
    const { desk, orders, broker, kill, submit, journal, only } = await startCore()
    let diskDone = () => undefined as void
    journal.disk = new Promise<void>((done) => {
      diskDone = done
    })
    const submitted = submit(1)
    await desk.settle()
    await kill()
    diskDone()
    await submitted
    await desk.clock.run(500)
    expect(broker.sent).toHaveLength(0)
    expect([...orders.values()]).toMatchObject([{ phase: 'not-sent' }])
    expect(only()).toMatchObject({ orders: 1, verified: 1, unverified: [] })
  })

  it('cancels every kind of live order eight at a time and counts the proven ones', async () => {
    const { desk, broker, kill, only, obeyFor } = await startCore()
    const kinds: Partial<OrderReport>[] = [
      { type: 'limit' },
      { type: 'stop_loss', triggerPrice: text('50000') },
      { type: 'take_profit', triggerPrice: text('70000') },
      { type: 'take_profit_stop_loss', takeProfitPrice: text('70000'), stopLossPrice: text('50000') },
      { type: 'stop_market' },
    ]
    for (let n = 0; n < 40; n++) rest(broker, `o${n}`, { ...kinds[n % kinds.length], status: 'open' })
    rest(broker, 'word', { status: 'untriggered' })
    await kill()
    expect(only()).toMatchObject({ orders: 41, verified: 0 })
    expect(broker.cancels).toHaveLength(8)
    broker.venueOrders.set(`${C1} word`, reportOf('word', 'canceled'))
    await obeyFor(2_000)
    expect(only()).toMatchObject({ orders: 41, verified: 41, unverified: [] })
    expect(new Set(broker.lookedUp).size).toBeGreaterThanOrEqual(40)
    expect(desk.orders().get('o7')).toMatchObject({ status: 'canceled' })
  })

  it('does not count an accepted cancel as a canceled order', async () => {
    const { desk, broker, kill, only } = await startCore()
    rest(broker, 'slow')
    await kill()
    broker.cancels[0]?.answer.resolve({ kind: 'accepted', value: null })
    await desk.clock.run(200)
    expect(only()).toMatchObject({ orders: 1, verified: 0 })
    await desk.clock.run(200)
    expect(broker.cancels).toHaveLength(2)
    obey(broker, 1)
    await desk.clock.run(1_000)
    expect(only()).toMatchObject({ verified: 1 })
  })

  it('cancels an unknown order repeatedly, and as soon as it shows up', async () => {
    const { desk, broker, kill, submit, only, journal, obeyFor } = await startCore()
    const id = takenId(await submit(1))
    broker.sent[0]?.answer.resolve({ kind: 'unknown', message: 'time-out' })
    await desk.settle()
    await kill()
    await obeyFor(5_000)
    const early = broker.cancels.length
    expect(early).toBeGreaterThan(2)
    expect(only()).toMatchObject({ orders: 1, verified: 0, unverified: [] })
    const cancels = journal
      .bodies('order')
      .filter(({ event }) => event.kind === 'sending' && event.act === 'cancel')
    expect(cancels).toHaveLength(early)
    rest(broker, id)
    await obeyFor(3_000)
    expect(only()).toMatchObject({ orders: 1, verified: 1 })
  })

  it('lists orders that a minute could not prove, until they are proven', async () => {
    const { desk, broker, kill, submit, only, obeyFor } = await startCore()
    const id = takenId(await submit(1))
    broker.sent[0]?.answer.resolve({ kind: 'unknown', message: 'time-out' })
    await desk.settle()
    rest(broker, 'quick')
    await kill()
    await obeyFor(61_000)
    expect(only()).toMatchObject({ orders: 2, verified: 1 })
    expect(only().unverified).toMatchObject([{ customerCode: C1, referenceId: id, symbol: BTC }])
    expect(only().unverified[0]?.reason).toMatch(/does not know it.*may still arrive/)
    const quiet = broker.cancels.length
    await obeyFor(30_000)
    expect(broker.cancels).toHaveLength(quiet)
    // Long after, it comes out of some queue: it is cancelled then.
    rest(broker, id)
    await obeyFor(2_000)
    expect(only()).toMatchObject({ orders: 2, verified: 2, unverified: [] })
  })

  it('states nothing about the request of an order that the venue showed and now denies', async () => {
    const { desk, broker, kill, submit, only, obeyFor } = await startCore()
    const id = takenId(await submit(2))
    broker.sent[0]?.answer.resolve({ kind: 'unknown', message: 'time-out' })
    broker.listener?.order(reportOf(id, 'canceled'))
    broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open'))
    broker.listener?.order(reportOf(id, 'open'))
    await desk.settle()
    broker.venueOrders.delete(`${C1} ${id}`)
    await kill()
    await obeyFor(61_000)
    expect(only().unverified).toMatchObject([
      { referenceId: id, reason: 'the venue had shown it and does not know it now' },
    ])
  })

  it('goes on without a network; one stubborn order does not delay the others', async () => {
    const { desk, broker, kill, only, obeyFor } = await startCore()
    for (let n = 0; n < 20; n++) rest(broker, `o${n}`)
    const order = broker.order.bind(broker)
    broker.order = async () =>
      fail({ kind: 'unreachable' as const, code: null, message: 'The venue cannot be reached.' })
    await kill()
    for (let round = 0; round < 6; round++) {
      for (const { answer } of broker.cancels) answer.resolve({ kind: 'not-sent', message: 'no route' })
      await desk.clock.run(200)
    }
    expect(new Set(broker.cancels.map(({ id }) => id)).size).toBe(20)
    expect(only()).toMatchObject({ orders: 20, verified: 0 })
    broker.order = order
    const from = broker.cancels.length
    obey(broker, from)
    await obeyFor(10_000)
    expect(only()).toMatchObject({ orders: 20, verified: 20, unverified: [] })
  })

  it('gives the reason while the network stays away', async () => {
    const { desk, broker, kill, only } = await startCore()
    rest(broker, 'far')
    broker.order = async () =>
      fail({ kind: 'unreachable' as const, code: null, message: 'The venue cannot be reached.' })
    await kill()
    for (let second = 0; second < 61; second++) {
      for (const { answer } of broker.cancels) answer.resolve({ kind: 'not-sent', message: 'no route' })
      await desk.clock.run(1_000)
    }
    expect(only().unverified).toMatchObject([
      { referenceId: 'far', reason: expect.stringContaining('The venue cannot be reached.') },
    ])
  })

  it('works while the journal cannot be written, and warns that a restart would end it', async () => {
    const { desk, broker, kill, submit, only, journal, obeyFor } = await startCore()
    takenId(await submit(1))
    const [sent] = broker.sent
    if (!sent) throw new Error('nothing was sent')
    const shown = reportOf(sent.id, 'open')
    broker.venueOrders.set(`${C1} ${sent.id}`, shown)
    sent.answer.resolve({ kind: 'accepted', value: shown })
    await desk.settle()
    journal.problem = 'No space is left on the disk.'
    await kill()
    await obeyFor(1_000)
    expect(only()).toMatchObject({ orders: 1, verified: 1 })
    const said = desk.mirror('notices', ({ id }) => String(id))
    expect([...said.values()].map(({ message }) => message).join('\n')).toMatch(/not in the order journal/)
  })

  it('cancels orders that show up in its scope while in force, and none outside', async () => {
    const { desk, broker, kill, only, obeyFor } = await startCore()
    await kill(CUSTOMER)
    expect(only()).toMatchObject({ orders: 0 })
    rest(broker, 'late')
    rest(broker, 'other', { customerCode: C2 })
    await desk.settle()
    expect(broker.cancels.map(({ id }) => id)).toEqual(['late'])
    await obeyFor(500)
    expect(only()).toMatchObject({ orders: 1, verified: 1 })
  })
})

describe('scopes', () => {
  it('of an instrument, a group and one order cover exactly their scope', async () => {
    const { desk, broker, kill } = await startCore()
    const save = (code: CustomerCode, group: string) =>
      desk.call('customer.save', { customer: { ...blankCustomer(code, 'hand'), group } })
    await save(C1, 'macro')
    rest(broker, 'a')
    rest(broker, 'b', { symbol: ETH })
    rest(broker, 'c', { customerCode: C2 })
    rest(broker, 'd', { customerCode: C2, symbol: ETH })
    const asked = () => broker.cancels.map(({ id }) => id)
    await kill({ kind: 'order', customerCode: C1, referenceId: 'a' as ReferenceId })
    expect(asked()).toEqual(['a'])
    await kill({ kind: 'group', group: 'macro' })
    expect(asked()).toEqual(['a', 'b'])
    // A customer that joins the group is in it from then on.
    await save(C2, 'macro')
    await desk.settle()
    expect(asked()).toEqual(['a', 'b', 'c', 'd'])
    expect(
      await desk.call('order.submit', {
        intentId: 'intent-grp-1',
        draft: draftOf({ customerCode: C2 }),
        typed: null,
      }),
    ).toMatchObject({ ok: false })
  })

  it('started twice are one halt, and cancel unproven orders again', async () => {
    const { broker, kill, only, obeyFor } = await startCore()
    rest(broker, 'stays', { status: 'pending' })
    const first = await kill()
    await obeyFor(61_000)
    expect(only().unverified).toHaveLength(1)
    expect(only().unverified[0]?.reason).toMatch(/still working at the venue after \d+ cancel requests/)
    const sent = broker.cancels.length
    const second = await kill()
    expect(second).toEqual(first)
    expect(broker.cancels.length).toBeGreaterThan(sent)
    expect(only()).toMatchObject({ orders: 1, verified: 0, unverified: [] })
  })

  it('that only reduce cancel nothing and allow only closing orders', async () => {
    const { desk, broker, kill, submit } = await startCore()
    rest(broker, 'stop', { type: 'stop_loss' })
    await kill(CUSTOMER, 'reducing')
    expect(broker.cancels).toHaveLength(0)
    expect(JSON.stringify(await submit(1))).toMatch(/may only close positions/)
    expect(await kill(CUSTOMER, 'halted')).toMatchObject({ ok: true })
    expect(broker.cancels).toHaveLength(1)
    expect(await kill(CUSTOMER, 'reducing')).toMatchObject({ ok: false })
    const flat = await desk.call('position.flatten', {
      typed: null,
      intentId: 'intent-flat-1',
      customerCode: C1,
      symbol: BTC,
    })
    expect(JSON.stringify(flat)).toMatch(/C1042 is halted/)
  })
})

describe('lifting', () => {
  it('needs the typed scope, records who and when, and allows orders again', async () => {
    const { desk, kill, submit, only, halts, journal } = await startCore()
    await kill()
    const { id } = only()
    for (const typed of ['', 'desk', 'C1042'])
      expect(await desk.call('halt.lift', { id, typed })).toMatchObject({
        ok: false,
        failure: { field: 'typed' },
      })
    expect(await desk.call('halt.lift', { id, typed: 'DESK' })).toEqual(ok({}))
    expect(halts.now()).toEqual([])
    expect((await submit(1)).ok).toBe(true)
    expect(await desk.call('halt.lift', { id, typed: 'DESK' })).toMatchObject({ ok: false })
    const kept = journal.bodies('rules').filter(({ name }) => name === 'halts')
    expect(kept.map(({ json }) => JSON.parse(json))).toMatchObject([
      { halts: [{ id, scope: DESK, by: 'paper' }], change: { kind: 'started', id, by: 'paper' } },
      { halts: [], change: { kind: 'lifted', id, by: 'paper', at: desk.clock.now() } },
    ])
  })

  it('is refused while it cannot be journaled', async () => {
    const { desk, kill, only, journal } = await startCore()
    await kill()
    journal.problem = 'No space is left on the disk.'
    expect(await desk.call('halt.lift', { id: only().id, typed: 'DESK' })).toMatchObject({ ok: false })
    expect(only()).toMatchObject({ scope: DESK })
  })
})

describe('a restart', () => {
  it('in the middle finds the halt in force before any sign-in, and cancels the rest', async () => {
    const first = await startCore()
    const ids: string[] = []
    for (let n = 1; n <= 12; n++) {
      const id = takenId(await first.submit(n, { limitPrice: text(String(50_000 + n)) }))
      ids.push(id)
      first.broker.sent.at(-1)?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open') })
      await first.desk.settle()
    }
    await first.kill()
    expect(first.broker.cancels).toHaveLength(8)

    const desk = new Desk({ journal: new FakeJournal(first.journal.entries) })
    const halts = desk.follow('halts')
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    expect(halts.now()).toMatchObject([{ scope: DESK, mode: 'halted', by: 'paper' }])
    desk.prepare = (broker) => {
      for (const id of ids) broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open'))
    }
    const broker = await desk.ready()
    expect(
      await desk.call('order.submit', { intentId: 'intent-after-1', draft: draftOf(), typed: null }),
    ).toMatchObject({ ok: false })
    for (let round = 0; round < 20; round++) {
      obey(broker)
      await desk.clock.run(100)
    }
    expect(halts.now()).toMatchObject([{ orders: 12, verified: 12, unverified: [] }])
    const ofHalt = [...notices.values()].filter(({ kind }) => kind === 'halt')
    expect(ofHalt).toMatchObject([
      { level: 'warning', count: 1, action: expect.stringContaining('lift DESK') },
    ])
    expect(ofHalt[0]?.message).toMatch(
      /^The halt of the whole desk, started by paper at \d{4}-\d\d-\d\d \d\d:\d\d UTC in an earlier run, is in force and cancels/,
    )
  })

  it('calls a halt that replaces one of an earlier run no halt of an earlier run', async () => {
    const first = await startCore()
    await first.kill(DESK, 'reducing')
    const { desk, broker, kill } = await startCore(new FakeJournal(first.journal.entries))
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    rest(broker, 'resting')
    await kill()
    expect([...notices.values()].map(({ message }) => message).join()).not.toContain('in an earlier run')
  })

  it('after the lift finds no halt', async () => {
    const first = await startCore()
    await first.kill()
    await first.desk.call('halt.lift', { id: first.only().id, typed: 'DESK' })
    const desk = new Desk({ journal: new FakeJournal(first.journal.entries) })
    expect(desk.follow('halts').now()).toEqual([])
  })

  it('on a new segment of the journal finds the carried halt', async () => {
    const first = await startCore()
    await first.kill(CUSTOMER)
    const desk = new Desk({ journal: new FakeJournal(first.journal.carried()) })
    expect(desk.follow('halts').now()).toMatchObject([{ scope: CUSTOMER, mode: 'halted', by: 'paper' }])
  })

  it('with unreadable halts blocks every order', async () => {
    const journal = new FakeJournal([
      { at: 1, whose: '', body: { type: 'rules', name: 'halts', version: 4, json: '{"halts":1}' } },
    ])
    const { submit, only } = await startCore(journal)
    expect(only()).toMatchObject({ scope: DESK, by: 'the desk' })
    expect(await submit(1)).toMatchObject({ ok: false })
  })

  it('of the session alone leaves it in force', async () => {
    const { desk, kill, submit, only } = await startCore()
    await kill()
    await desk.call('session.signOut', {})
    await desk.ready()
    expect(only()).toMatchObject({ scope: DESK })
    expect(await submit(1)).toMatchObject({ ok: false })
  })
})

it('halts a customer automatically when a terminal order is live, and cancels nothing', async () => {
  const { desk, broker, submit, only } = await startCore()
  const id = takenId(await submit(1))
  broker.sent[0]?.answer.resolve({ kind: 'refused', code: 'ORDER_REJECTED', message: '' })
  await desk.settle()
  rest(broker, id, { amount: text('1') })
  await desk.settle()
  expect(only()).toMatchObject({ scope: CUSTOMER, mode: 'halted', by: 'the desk' })
  expect(only().cause).toContain(id)
  expect(broker.cancels).toHaveLength(0)
  expect(await submit(2)).toMatchObject({ ok: false })
  const said = [...desk.mirror('notices', (notice) => String(notice.id)).values()]
  expect(said.filter(({ kind }) => kind === 'no answer')).toMatchObject([
    {
      level: 'error',
      customerCode: 'C1042',
      referenceId: id,
      message: expect.stringContaining('live at the venue') as string,
      detail: 'New orders for C1042 are halted.',
    },
  ])
})

describe('an order that the stream called canceled and that the venue still has', () => {
  async function revive() {
    const opened = await startCore()
    const { desk, orders, broker } = opened
    rest(broker, 'back')
    broker.listener?.order(reportOf('back', 'canceled'))
    expect(orders.get('back')?.phase).toBe('closed')
    return { ...opened, desk }
  }

  it('is canceled by a halt, and nothing is verified before the venue shows it done', async () => {
    const { broker, kill, only, obeyFor, orders } = await revive()
    await kill()
    await obeyFor(5_000)
    expect(broker.cancels.map(({ id }) => id)).toContain('back')
    expect(broker.venueOrders.get(`${C1} back`)?.status).toBe('canceled')
    expect(orders.get('back')?.phase).toBe('closed')
    // It was never proven that it lived on, so that nobody halted its customer.
    expect(only().scope).toEqual(DESK)
  })

  const alive = expect.objectContaining({
    level: 'error',
    message: expect.stringContaining('was taken for done but is live at the venue') as string,
  }) as unknown

  it('counts as live once its customer is read, can be cancelled by hand, and closes nobody yet', async () => {
    const { desk, broker, orders, halts } = await revive()
    await desk.call('reconciliation.readAgain', { customerCode: C1 })
    expect(orders.get('back')).toMatchObject({ phase: 'unknown', status: 'canceled' })
    await desk.clock.run(4_000, 50)
    expect(halts.now()).toEqual([])
    expect(desk.follow('notices').now()).not.toContainEqual(alive)
    expect(
      (await desk.call('order.cancel', { customerCode: C1, referenceId: 'back' as ReferenceId })).ok,
    ).toBe(true)
    expect(broker.cancels.map(({ id }) => id)).toEqual(['back'])
  })

  it('halts its customer, and must be acknowledged, once a look-up 5 s later shows it open, too', async () => {
    const { desk, orders, only } = await revive()
    await desk.call('reconciliation.readAgain', { customerCode: C1 })
    await desk.clock.run(9_000, 50)
    expect(orders.get('back')).toMatchObject({ phase: 'working', status: 'open' })
    expect(only()).toMatchObject({ scope: CUSTOMER, by: 'the desk' })
    expect(desk.follow('notices').now()).toContainEqual(alive)
  })

  it('of a venue whose reads lag behind its stream is terminal again without a notice', async () => {
    const { desk, broker, orders, halts } = await revive()
    await desk.call('reconciliation.readAgain', { customerCode: C1 })
    await desk.clock.run(3_000, 50)
    broker.venueOrders.set(`${C1} back`, reportOf('back', 'canceled'))
    await desk.clock.run(9_000, 50)
    expect(orders.get('back')).toMatchObject({ phase: 'closed', status: 'canceled' })
    expect(halts.now()).toEqual([])
    const notices = desk.follow('notices').now()
    expect(notices).not.toContainEqual(alive)
    expect(notices).toContainEqual(
      expect.objectContaining({
        level: 'info',
        message: expect.stringContaining('its status is known again'),
      }),
    )
  })
})
