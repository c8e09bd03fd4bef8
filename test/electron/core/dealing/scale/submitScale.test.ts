/** A scale in the core: all its orders pass and are journaled before the first leaves, each leaves once, and a restart tells what was not sent. */

import { describe, expect, it } from 'vitest'
import { add, decimal, ZERO } from '../../../../../shared/base/decimal.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import { C1, draftOf, reportOf, text } from '../../deskHarness.ts'
import { pending } from '../../../../fakes/venue/fakeBroker.ts'
import { ROWS, scaleOf, limited, startDesk, idsOf } from './scaleStage.ts'

describe('a scale', () => {
  it('sends one order a row, with one act in every id and every record', async () => {
    const { desk, orders, broker } = await startDesk()
    const reply = await desk.call('order.submitScale', scaleOf())
    expect(reply).toMatchObject({ ok: true, value: { outcome: 'taken' } })
    const ids = idsOf(reply)
    expect(broker.sent.map(({ id }) => id)).toEqual(ids)
    expect(broker.sent.map(({ draft }) => [draft.amount, draft.limitPrice])).toEqual([
      ['1', '60000'],
      ['2', '59900'],
      ['3', '59800'],
    ])
    const act = orders.get(ids[0] ?? '')?.scale?.act ?? 'none'
    expect(ids.every((id) => id.includes(`-${act}-`) && /^[a-zA-Z0-9_-]{1,40}$/.test(id))).toBe(true)
    expect(ids.map((id) => orders.get(id)?.scale)).toEqual([1, 2, 3].map((row) => ({ act, row, count: 3 })))
    const sum = broker.sent.reduce((all, { draft }) => add(all, decimal(draft.amount ?? '0')), ZERO)
    expect(sum).toBe(decimal('6'))
  })

  it('has every intent in the journal before the first order leaves', async () => {
    const { desk, broker } = await startDesk()
    const disk = pending<null>()
    desk.journal.disk = disk.promise
    const reply = desk.call('order.submitScale', scaleOf())
    await desk.settle()
    const events = () => desk.journal.bodies('order').map(({ event }) => event.kind)
    expect(events()).toEqual(['intent', 'intent', 'intent'])
    expect(broker.sent).toHaveLength(0)
    disk.resolve(null)
    await reply
    expect(events().slice(0, 3)).toEqual(['intent', 'intent', 'intent'])
    expect(broker.sent).toHaveLength(3)
  })

  it('sends nothing where the journal cannot be written', async () => {
    const { desk, orders, broker } = await startDesk()
    desk.journal.problem = 'the disk is full'
    const reply = await desk.call('order.submitScale', scaleOf())
    expect(reply).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    expect(broker.sent).toHaveLength(0)
    expect([...orders.values()].every(({ phase }) => phase === 'not-sent')).toBe(true)
  })

  it('makes one act of one intent, however often it is submitted', async () => {
    const { desk, broker } = await startDesk()
    const replies = await Promise.all([1, 2, 3].map(() => desk.call('order.submitScale', scaleOf())))
    replies.push(await desk.call('order.submitScale', scaleOf()))
    expect(new Set(replies.map((reply) => idsOf(reply).join(' '))).size).toBe(1)
    expect(broker.sent).toHaveLength(3)
  })

  it('goes on where the venue refuses one order, and shows each outcome at its order', async () => {
    const { desk, orders, broker } = await startDesk()
    const ids = idsOf(await desk.call('order.submitScale', scaleOf()))
    broker.sent[0]?.answer.resolve({
      kind: 'accepted',
      value: reportOf(ids[0] ?? '', 'open', { amount: text('1') }),
    })
    broker.sent[1]?.answer.resolve({ kind: 'refused', code: 'INSUFFICIENT_FUNDS', message: 'need 40' })
    broker.sent[2]?.answer.resolve({ kind: 'unknown', message: 'no answer' })
    await desk.settle()
    expect(ids.map((id) => orders.get(id)?.phase)).toEqual([
      'working',
      'rejected',
      expect.stringMatching(/unknown|resolving/),
    ])
    expect(broker.sent).toHaveLength(3)
    expect(ids.map((id) => orders.get(id)?.scale?.row)).toEqual([1, 2, 3])
  })

  it.each([
    ['amounts that do not add up', { draft: draftOf({ amount: text('7') }) }],
    ['one price twice', { rows: [...ROWS.slice(0, 2), { limitPrice: text('60000'), amount: text('3') }] }],
    [
      'a row that the rules refuse',
      { rows: [...ROWS.slice(0, 2), { limitPrice: text('0'), amount: text('3') }] },
    ],
  ])('is refused as a whole for %s', async (_name, more) => {
    const { desk, orders, broker } = await startDesk()
    expect(await desk.call('order.submitScale', scaleOf(more))).toMatchObject({ ok: false })
    expect(broker.sent).toHaveLength(0)
    expect(orders.size).toBe(0)
  })

  it('is halted as a whole', async () => {
    const { desk, broker } = await startDesk()
    await desk.call('halt.start', { scope: { kind: 'customer', customerCode: C1 }, mode: 'halted' })
    expect(await desk.call('order.submitScale', scaleOf())).toMatchObject({ ok: false })
    expect(broker.sent).toHaveLength(0)
  })
})

describe('the limits of a scale', () => {
  it('block the whole by its contracts, though each order alone would pass', async () => {
    const { desk, orders, broker } = await startDesk({
      limits: limited({ amount: { warn: null, block: text('5') } }),
    })
    expect(await desk.call('order.submitScale', scaleOf())).toMatchObject({ ok: false })
    expect(broker.sent).toHaveLength(0)
    expect(orders.size).toBe(0)
  })

  it.each([
    ['value', { notional: { warn: null, block: text('359000') } }],
    ['orders in a minute', { ordersInMinute: { warn: null, block: text('2') } }],
  ])('block the whole by its %s, though each order alone would pass', async (_name, bounds) => {
    const { desk, orders, broker } = await startDesk({ limits: limited(bounds) })
    expect(await desk.call('order.submitScale', scaleOf())).toMatchObject({ ok: false })
    expect(broker.sent).toHaveLength(0)
    expect(orders.size).toBe(0)
  })

  it('block the whole for one price too far away', async () => {
    const rows = [...ROWS.slice(0, 2), { limitPrice: text('50000'), amount: text('3') }]
    const draft = draftOf({ amount: text('6'), side: 'sell' })
    const limits = limited({ mark: { warn: null, block: text('10') } })
    const { desk, broker } = await startDesk({ limits })
    expect(await desk.call('order.submitScale', scaleOf({ draft, rows }))).toMatchObject({ ok: false })
    expect(broker.sent).toHaveLength(0)
  })

  it('ask once for the number of the whole', async () => {
    const { desk, broker } = await startDesk({
      limits: limited({ amount: { warn: text('5'), block: null } }),
    })
    const warned = await desk.call('order.submitScale', scaleOf())
    expect(warned).toMatchObject({ ok: true, value: { outcome: 'warned', type: '360', means: 'notional' } })
    expect(broker.sent).toHaveLength(0)
    expect(await desk.call('order.submitScale', scaleOf({ typed: '1' }))).toMatchObject({
      value: { outcome: 'warned' },
    })
    expect(await desk.call('order.submitScale', scaleOf({ typed: '360' }))).toMatchObject({
      value: { outcome: 'taken' },
    })
    expect(broker.sent).toHaveLength(3)
  })

  it('count every order of a scale that was sent', async () => {
    const limits = limited({ ordersInMinute: { warn: null, block: text('5') } })
    const { desk, broker } = await startDesk({ limits })
    await desk.call('order.submitScale', scaleOf())
    expect(await desk.call('order.submitScale', scaleOf({ intentId: 'intent-0002' }))).toMatchObject({
      ok: false,
    })
    expect(broker.sent).toHaveLength(3)
  })
})

describe('a restart in the middle of a scale', () => {
  /** The journal as far as its first `count` entries about orders. */
  async function restart(count: number) {
    const before = await startDesk()
    await before.desk.call('order.submitScale', scaleOf())
    const about = before.desk.journal.entries.filter(({ body }) => body.type === 'order').slice(0, count)
    return startDesk({ journal: new FakeJournal(about) })
  }

  it('tells of every order that was not sent, and sends none of them', async () => {
    const { desk, orders, notices, broker } = await restart(4)
    await desk.clock.run(60_000, 1_000)
    const rows = [...orders.values()].toSorted((a, b) => (a.scale?.row ?? 0) - (b.scale?.row ?? 0))
    expect(rows.map(({ scale }) => scale?.row)).toEqual([1, 2, 3])
    expect(rows.map(({ phase }) => phase === 'not-sent')).toEqual([false, true, true])
    expect(broker.sent).toHaveLength(0)
    const notSent = [...notices.values()].filter(({ message }) =>
      /\(row \d of 3 of a scale\) was not sent/.test(message),
    )
    expect(notSent).toHaveLength(2)
    expect(await desk.call('order.submitScale', scaleOf())).toMatchObject({ value: { outcome: 'taken' } })
    expect(broker.sent).toHaveLength(0)
  })

  it('refuses to repeat a scale of which only a part reached the journal', async () => {
    const { desk, broker } = await restart(2)
    expect(await desk.call('order.submitScale', scaleOf())).toMatchObject({
      ok: false,
      failure: { kind: 'refused', message: expect.stringContaining('2 of 3 orders') },
    })
    expect(broker.sent).toHaveLength(0)
  })
})
