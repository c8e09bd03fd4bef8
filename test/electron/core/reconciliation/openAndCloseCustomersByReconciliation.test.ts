/** Which customers may be traded for, as a dealer meets it: commands refused and taken, and the topic that says why. */

import { describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../shared/base/result.ts'
import { NO_CHANGES, type Order } from '../../../../shared/domain/orders/order.ts'
import type { CustomerReconciliation } from '../../../../shared/domain/accounts/reconciliationRules.ts'
import type { FakeBroker } from '../../../fakes/venue/fakeBroker.ts'
import { pending, type ScriptedList } from '../../../fakes/venue/fakeBroker.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { BTC, C1, C2, Desk, draftOf, reportOf, rowOf, text, tradeOf } from '../deskHarness.ts'

const tradeRow = (code: string, more: Parameters<typeof rowOf>[1] = {}) =>
  rowOf(code, { transactionType: 'trade', signedAmount: text('-6'), ...more })

/** Two customers with money, so that both are known and must be read. */
const funded = (broker: FakeBroker): void => {
  broker.venueLedger = [rowOf('d2', { customerCode: C2 }), rowOf('d1')]
}

async function startCore(prepare: (broker: FakeBroker) => void = () => undefined) {
  const desk = new Desk({ limits: NO_LIMITS })
  desk.prepare = (broker) => {
    funded(broker)
    prepare(broker)
  }
  const orders = desk.orders()
  const reconciliations = desk.mirror('reconciliation', (reconciliation) => reconciliation.customerCode)
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const broker = await desk.ready()
  let intents = 0
  const submit = (more: Parameters<typeof draftOf>[0] = {}) =>
    desk.call('order.submit', { intentId: `intent-${++intents + 1_000}`, draft: draftOf(more), typed: null })
  return {
    desk,
    broker,
    orders,
    submit,
    reconciliation: (customer: string): CustomerReconciliation =>
      reconciliations.get(customer) as CustomerReconciliation,
    order: (id: string): Order => orders.get(id) as Order,
    said: () => [...notices.values()].map(({ message }) => message).join(' · '),
  }
}

/** A trade that the stream reported and that has no ledger row at the venue. */
const rowless = (broker: FakeBroker, more: Parameters<typeof tradeOf>[1] = {}): void => {
  const trade = tradeOf('t1', { referenceId: null, createdAt: 2_000, ...more })
  broker.venueTrades = [trade]
  broker.listener?.trade(trade)
}

describe('a customer', () => {
  it('opens as soon as its own orders are read, independent of other customers', async () => {
    const slow = pending<ScriptedList>()
    const { desk, broker, submit, reconciliation } = await startCore((fakeBroker) => {
      fakeBroker.openOrdersOf.set(C2, () => slow.promise)
    })
    expect(reconciliation(C1)).toMatchObject({ state: 'agrees', open: true, compared: { rows: 1 } })
    expect(reconciliation(C2)).toMatchObject({ state: 'reading', open: false })
    expect((await submit()).ok).toBe(true)
    expect(await submit({ customerCode: C2 })).toMatchObject({
      ok: false,
      failure: { kind: 'refused', message: expect.stringMatching(/^C2007 is not open for trading/) },
    })
    expect(broker.sent.map(({ draft }) => draft.customerCode)).toEqual([C1])
    expect(await desk.call('order.check', { draft: draftOf({ customerCode: C2 }) })).toMatchObject({
      value: { refusal: expect.stringMatching(/^C2007 is not open for trading/), mayPass: true },
    })
    slow.resolve(ok([reportOf('theirs', 'open', { customerCode: C2 })]))
    await desk.settle()
    expect(reconciliation(C2)).toMatchObject({ state: 'agrees', open: true, compared: { orders: 1 } })
    expect((await submit({ customerCode: C2 })).ok).toBe(true)
    expect(desk.journal.bodies('reconciled').map(({ customerCode, ties }) => [customerCode, ties])).toEqual([
      [C1, true],
      [C2, true],
    ])
  })

  it('that cannot be read stays closed with a reason, and is read again', async () => {
    let works = false
    const { desk, submit, reconciliation } = await startCore((fakeBroker) => {
      fakeBroker.openOrdersOf.set(C2, async () =>
        works ? ok([]) : fail({ kind: 'unreachable', code: null, message: 'no answer.' }),
      )
    })
    expect(reconciliation(C2)).toMatchObject({
      state: 'reading',
      open: false,
      why: expect.stringContaining('no answer'),
    })
    expect((await submit({ customerCode: C2 })).ok).toBe(false)
    works = true
    await desk.clock.run(1_500, 500)
    expect(reconciliation(C2)).toMatchObject({ state: 'agrees', open: true, why: null })
  })

  it('without any row in the venue’s whole history may be traded for at once, and is still read', async () => {
    const { broker, submit, reconciliation } = await startCore()
    const asked: string[] = []
    broker.openOrdersOf.set('C9999', async () => {
      asked.push('C9999')
      return ok([])
    })
    expect((await submit({ customerCode: 'C9999' as typeof C1 })).ok).toBe(true)
    expect(asked).toEqual(['C9999'])
    expect(reconciliation('C9999')).toMatchObject({ state: 'agrees', open: true })
  })
})

describe('a difference', () => {
  it('counts only after a second look: streams and lists do not arrive together', async () => {
    const { desk, broker, submit, reconciliation } = await startCore()
    const { deltas } = desk.follow('reconciliation')
    rowless(broker)
    const reportedAt = desk.clock.now()
    while ((reconciliation(C1).comparedAt ?? 0) <= reportedAt) await desk.clock.run(100, 100)
    // The first look found it; the row comes before the second.
    broker.venueLedger = [tradeRow('t1', { createdAt: 2_000 }), ...broker.venueLedger]
    await desk.clock.run(60_000, 500)
    expect(deltas.flat().map(({ state }) => state)).not.toContain('differs')
    expect(reconciliation(C1)).toMatchObject({ state: 'agrees', open: true, discrepancies: [] })
    expect((await submit()).ok).toBe(true)
  })

  it('that persists closes only that customer and names the row; cancels and trade-outs still go', async () => {
    const { desk, broker, submit, reconciliation, said, order } = await startCore()
    const working = takenId(await submit())
    broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(working, 'open') })
    broker.venueOrders.set(`${C1} ${working}`, reportOf(working, 'open'))
    rowless(broker)
    await desk.clock.run(70_000, 500)
    expect(reconciliation(C1)).toMatchObject({ state: 'differs', open: false })
    expect(reconciliation(C1).discrepancies).toEqual([
      {
        kind: 'trade-row',
        record: 'trade',
        row: 't1',
        reportedBy: 'the ledger',
        here: 'buy 1 BTCUSDC_PERP',
        there: 'no ledger row with this code',
        since: expect.any(Number),
      },
    ])
    expect(reconciliation(C2)).toMatchObject({ state: 'agrees', open: true })
    expect(said()).toMatch(/The records of C1042 do not agree \(trade-row trade t1/)
    expect(desk.journal.bodies('reconciled').at(-1)).toMatchObject({
      customerCode: C1,
      ties: false,
      detail: expect.stringContaining('t1'),
    })

    const refused = await submit()
    expect(refused).toMatchObject({ ok: false, failure: { message: expect.stringContaining('trade t1') } })
    // A block goes on without the customer, with this reason in its row.
    expect(await desk.call('order.check', { draft: draftOf({ customerCode: C1 }) })).toMatchObject({
      value: { refusal: expect.stringContaining('trade t1'), mayPass: false },
    })
    expect(
      await desk.call('order.amend', {
        customerCode: C1,
        referenceId: working,
        changes: { ...NO_CHANGES, amount: text('3') },
      }),
    ).toMatchObject({ ok: false })
    expect((await submit({ customerCode: C2 })).ok).toBe(true)
    await desk.call('order.cancel', { customerCode: C1, referenceId: working })
    broker.cancels[0]?.answer.resolve({ kind: 'accepted', value: null })
    broker.listener?.order(reportOf(working, 'canceled'))
    broker.venueOrders.set(`${C1} ${working}`, reportOf(working, 'canceled'))
    await desk.settle()
    expect(order(working)).toMatchObject({ phase: 'closed', status: 'canceled' })
    const flat = desk.call('position.flatten', {
      intentId: 'flatten-01',
      customerCode: C1,
      symbol: BTC,
      typed: null,
    })
    await desk.clock.run(1_000, 50)
    expect(await flat).toMatchObject({ ok: true })
    expect(broker.sent.at(-1)?.draft).toMatchObject({
      customerCode: C1,
      side: 'sell',
      amount: '1',
      type: 'market',
    })
  })

  it('that is mended opens the customer again by itself, and at once when asked', async () => {
    const { desk, broker, submit, reconciliation, said } = await startCore()
    rowless(broker)
    await desk.clock.run(70_000, 500)
    expect(reconciliation(C1).state).toBe('differs')
    broker.venueLedger = [tradeRow('t1', { createdAt: 2_000 }), ...broker.venueLedger]
    broker.listener?.balanceChange({
      row: tradeRow('t1', { createdAt: 2_000 }),
      balance: text('94'),
      balanceAsOf: 2_000,
    })
    expect((await desk.call('reconciliation.readAgain', { customerCode: C1 })).ok).toBe(true)
    expect(reconciliation(C1)).toMatchObject({ state: 'agrees', open: true, discrepancies: [] })
    expect(said()).toContain('The records of C1042 agree again')
    expect((await submit()).ok).toBe(true)
    expect(desk.journal.bodies('reconciled').at(-1)).toMatchObject({ customerCode: C1, ties: true })
  })

  it('of one movement reported with two amounts names that row', async () => {
    const { desk, broker, reconciliation } = await startCore()
    const streamed = rowOf('w1', {
      transactionType: 'withdrawal',
      signedAmount: text('-10'),
      createdAt: 3_000,
    })
    broker.listener?.balanceChange({ row: streamed, balance: text('90'), balanceAsOf: 3_000 })
    broker.venueLedger = [
      { ...streamed, totalAmount: text('70'), signedAmount: text('-70') },
      ...broker.venueLedger,
    ]
    await desk.clock.run(100_000, 500)
    expect(reconciliation(C1)).toMatchObject({ state: 'differs', open: false })
    expect(reconciliation(C1).discrepancies.map(({ kind, row }) => `${kind} ${row}`)).toEqual([
      'row-amount w1',
      'cash w1',
    ])
    expect(reconciliation(C2).state).toBe('agrees')
  })
})

describe('a reading that the dealer asks for', () => {
  it('joins the one that runs, so that asking every second ends it none the less', async () => {
    const { desk, broker, reconciliation } = await startCore()
    const lists: ReturnType<typeof pending<ScriptedList>>[] = []
    broker.openOrdersOf.set(C1, () => {
      const list = pending<ScriptedList>()
      lists.push(list)
      return list.promise
    })
    const before = reconciliation(C1).comparedAt
    for (let second = 0; second < 5; second++) {
      await desk.call('reconciliation.readAgain', { customerCode: C1 })
      await desk.clock.run(1_000, 500)
    }
    expect(lists).toHaveLength(1)
    lists[0]?.resolve(ok([]))
    await desk.settle()
    expect(reconciliation(C1)).toMatchObject({ state: 'agrees', open: true })
    expect(reconciliation(C1).comparedAt).toBeGreaterThan(before ?? 0)
    // That reading is over: the next one is read anew.
    await desk.call('reconciliation.readAgain', { customerCode: C1 })
    expect(lists).toHaveLength(2)
  })

  it.each([C1, null])('goes on while every customer is asked for [%s first]', async (customerCode) => {
    const { desk, broker, reconciliation } = await startCore()
    const lists: ReturnType<typeof pending<ScriptedList>>[] = []
    broker.openOrdersOf.set(C1, () => {
      const list = pending<ScriptedList>()
      lists.push(list)
      return list.promise
    })
    const before = reconciliation(C1).comparedAt ?? 0
    await desk.call('reconciliation.readAgain', { customerCode })
    for (let second = 0; second < 5; second++) {
      await desk.call('reconciliation.readAgain', { customerCode: null })
      await desk.clock.run(1_000, 500)
    }
    expect(lists).toHaveLength(1)
    lists[0]?.resolve(ok([]))
    await desk.settle()
    expect(reconciliation(C1).comparedAt).toBeGreaterThan(before)
  })

  it('asks for no further page once a newer reading has begun', async () => {
    const { desk, broker, reconciliation } = await startCore()
    broker.pageSize = 1
    broker.venueTrades = ['t3', 't2', 't1'].map((code) => tradeOf(code, { referenceId: null }))
    const held = pending<null>()
    broker.tradesAnswered = held.promise
    await desk.call('reconciliation.readAgain', { customerCode: C1 })
    const pages: unknown[] = []
    const [trades, ledger] = [broker.trades.bind(broker), broker.ledger.bind(broker)]
    broker.trades = async (query) => {
      if (query.customer === C1) pages.push(query)
      return trades(query)
    }
    broker.ledger = async (query) => {
      if (query.customer === C1) pages.push(query)
      return ledger(query)
    }
    broker.lose('orders')
    broker.restore('orders')
    held.resolve(null)
    await desk.settle()
    await desk.clock.run(10_000, 500)
    expect(pages).toEqual([])
    expect(reconciliation(C1).state).not.toBe('reading')
  })

  it('ends although it is asked for every second until the second look', async () => {
    const { desk, broker, reconciliation } = await startCore()
    rowless(broker)
    for (let second = 0; second < 8; second++) {
      await desk.call('reconciliation.readAgain', { customerCode: C1 })
      await desk.clock.run(1_000, 500)
    }
    expect(reconciliation(C1)).toMatchObject({ state: 'differs', open: false })
  })

  it('reads the trades and ledger rows of the customer again, also those that are known', async () => {
    const { desk, broker, reconciliation } = await startCore()
    const [theirs, own] = broker.venueLedger
    broker.venueLedger = [theirs!, { ...own!, totalAmount: text('70'), signedAmount: text('70') }]
    const asked = broker.queries.length
    await desk.call('reconciliation.readAgain', { customerCode: C1 })
    expect(broker.queries.slice(asked)).toMatchObject([{ customer: C1 }])
    await desk.clock.run(4_000, 500)
    await desk.settle()
    expect(reconciliation(C1).discrepancies.map(({ kind, row }) => `${kind} ${row}`)).toContain(
      'row-amount d1',
    )
  })

  it.each([
    ['created after the last one', 6_000],
    ['created before the last one', 4_000],
  ])('keeps the customer open where no event showed a movement that was %s', async (_, createdAt) => {
    const { desk, broker, reconciliation } = await startCore()
    const balances = desk.mirror('balances', (balance) => balance.customerCode)
    const reported = rowOf('d3', { createdAt: 5_000 })
    broker.listener?.balanceChange({ row: reported, balance: text('200'), balanceAsOf: 5_000 })
    broker.venueLedger = [rowOf('d4', { createdAt }), reported, ...broker.venueLedger]
    await desk.call('reconciliation.readAgain', { customerCode: C1 })
    await desk.clock.run(4_000, 500)
    await desk.settle()
    expect(balances.get(C1)).toMatchObject({ amount: '300', source: 'ledger' })
    expect(reconciliation(C1)).toMatchObject({ state: 'agrees', open: true, discrepancies: [] })
  })

  it('is tried again as a whole where the trades or the ledger did not answer', async () => {
    const { desk, broker, reconciliation } = await startCore()
    const ledger = broker.ledger.bind(broker)
    let asked = 0
    broker.ledger = async (query) => {
      if (query.customer === undefined || ++asked > 1) return ledger(query)
      return fail({ kind: 'unreachable', code: null, message: 'The venue did not answer.' })
    }
    await desk.call('reconciliation.readAgain', { customerCode: C1 })
    expect(reconciliation(C1)).toMatchObject({
      state: 'reading',
      open: false,
      why: 'The venue did not answer. Trying again.',
    })
    await desk.clock.run(1_000, 500)
    await desk.settle()
    expect(reconciliation(C1)).toMatchObject({ state: 'agrees', open: true })
    expect(asked).toBe(2)
  })
})

describe('after a stream was away', () => {
  it('every customer waits until it was read back, and an order at the gate does not leave', async () => {
    const { desk, broker, submit, reconciliation, order } = await startCore()
    const disk = pending<null>()
    desk.journal.disk = disk.promise
    const late = submit()
    await desk.settle()
    const slow = pending<ScriptedList>()
    broker.openOrdersOf.set(C1, () => slow.promise)
    broker.listener?.resumed('orders')
    await desk.settle()
    expect(reconciliation(C1)).toMatchObject({ state: 'reading', open: false })
    expect(reconciliation(C2)).toMatchObject({ state: 'agrees', open: true })
    disk.resolve(null)
    const id = takenId(await late)
    expect(broker.sent).toHaveLength(0)
    expect(order(id).phase).toBe('not-sent')
    expect((await submit()).ok).toBe(false)
    slow.resolve(ok([]))
    await desk.settle()
    expect((await submit()).ok).toBe(true)
  })

  it('a reading that was asked for before the gap does not open its customer', async () => {
    const { desk, broker, submit, reconciliation } = await startCore()
    const lists = [pending<ScriptedList>(), pending<ScriptedList>()]
    let asked = 0
    broker.openOrdersOf.set(C1, () => (lists[asked++] ?? lists[1]!).promise)
    await desk.call('reconciliation.readAgain', { customerCode: C1 })
    expect(asked).toBe(1)
    broker.lose('orders')
    broker.restore('orders')
    await desk.settle()
    expect(asked).toBe(2)
    lists[0]?.resolve(ok([]))
    await desk.settle()
    expect(reconciliation(C1)).toMatchObject({ state: 'reading', open: false })
    expect((await submit()).ok).toBe(false)
    lists[1]?.resolve(ok([]))
    await desk.settle()
    expect(reconciliation(C1)).toMatchObject({ state: 'agrees', open: true })
  })

  it('no request opens a customer before trades and ledger were read back too', async () => {
    const { desk, broker, reconciliation } = await startCore()
    const held = pending<null>()
    const ledger = broker.ledger.bind(broker)
    broker.ledger = async (query) => {
      await held.promise
      return ledger(query)
    }
    broker.listener?.resumed('balance-changes')
    await desk.settle()
    expect(await desk.call('reconciliation.readAgain', { customerCode: C1 })).toEqual(ok({}))
    await desk.clock.run(5_000, 500)
    expect(reconciliation(C1)).toMatchObject({ state: 'reading', open: false })
    held.resolve(null)
    await desk.settle()
    expect(reconciliation(C1)).toMatchObject({ state: 'agrees', open: true })
  })

  it('records read back twice give no second notice and one journal entry for each reading', async () => {
    const { desk, broker } = await startCore()
    await desk.clock.run(130_000, 1_000)
    expect(desk.journal.bodies('reconciled')).toHaveLength(2)
    broker.listener?.resumed('trades')
    await desk.settle()
    expect(desk.journal.bodies('reconciled')).toHaveLength(4)
  })
})

it('orders from elsewhere are adopted, marked, cancelable, and reported once a session', async () => {
  const { desk, broker, order, said, reconciliation } = await startCore((fakeBroker) => {
    fakeBroker.venueOrders.set(`${C1} theirs-1`, reportOf('theirs-1', 'open'))
  })
  broker.listener?.order(reportOf('theirs-2', 'open'))
  expect(order('theirs-1')).toMatchObject({ origin: 'external', phase: 'working' })
  expect(reconciliation(C1).state).toBe('agrees')
  expect(said().match(/External activity: C1042/g)).toHaveLength(1)
  await desk.call('order.cancel', { customerCode: C1, referenceId: order('theirs-2').referenceId })
  expect(broker.cancels.map(({ id }) => id)).toEqual(['theirs-2'])
})

it('another user finds no customer of the last user', async () => {
  const { desk, reconciliation } = await startCore()
  expect(reconciliation(C1).state).toBe('agrees')
  desk.prepare = (broker) => {
    broker.venueLedger = [rowOf('d2', { customerCode: C2 })]
  }
  await desk.signInAs('anna')
  expect(
    desk
      .follow('reconciliation')
      .now()
      .map(({ customerCode }) => customerCode),
  ).toEqual([C2])
})
