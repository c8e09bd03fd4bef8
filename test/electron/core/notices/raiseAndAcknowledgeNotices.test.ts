import { describe, expect, it } from 'vitest'
import { NOTICES_KEPT } from '../../../../electron/core/notices/noticesByAccountAndKey.ts'
import type { NoticeArchive } from '../../../../electron/core/ports/noticeArchive.ts'
import { mustAcknowledge, type Notice, type StoredNotice } from '../../../../shared/domain/notice.ts'
import type { Connection } from '../../../../shared/contract/status.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { BTC, C1, C2, Desk, draftOf, reportOf, rowOf, text, tradeOf } from '../deskHarness.ts'

/** An archive whose next run begins with what this one saved. */
class Archive implements NoticeArchive {
  private readonly rows = new Map<number, StoredNotice>()
  private readonly through = new Map<string, number>()
  get stored() {
    return { notices: [...this.rows.values()], seenThrough: new Map(this.through) }
  }
  save({ put, drop, seenThrough }: Parameters<NoticeArchive['save']>[0]) {
    for (const notice of put) {
      this.rows.delete(notice.notice.id)
      this.rows.set(notice.notice.id, notice)
    }
    for (const id of drop) this.rows.delete(id)
    for (const [account, at] of seenThrough) this.through.set(account, at)
  }
}

async function open(archive = new Archive(), journal = new FakeJournal()) {
  const desk = new Desk({ notices: archive, journal, limits: NO_LIMITS })
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const all = () => [...notices.values()]
  const ofKind = (kind: Notice['kind']) => all().filter((one) => one.kind === kind)
  return { desk, all, ofKind, archive, journal }
}
const submit = async (desk: Desk, intentId = 'intent-0001') =>
  takenId(await desk.call('order.submit', { intentId, draft: draftOf(), typed: null }))

/** Ends a run as the program does and begins the next on what it left. */
async function restart({ desk, archive, journal }: Awaited<ReturnType<typeof open>>) {
  desk.core.close()
  return open(archive, new FakeJournal([...journal.recovered, ...journal.entries]))
}

describe('notices of orders', () => {
  it('of a fill, a refusal and a cancel reach every window', async () => {
    const { desk, ofKind } = await open()
    const broker = await desk.ready()
    const id = await submit(desk)
    broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open') })
    await desk.settle()
    for (const filled of ['0.5', '1'])
      broker.listener?.order(
        reportOf(id, 'partially_filled', { filledAmount: text(filled), filledQuote: text('30000') }),
      )
    const other = await submit(desk, 'intent-0002')
    broker.sent[1]?.answer.resolve({ kind: 'refused', code: 'INSUFFICIENT_FUNDS', message: '' })
    await desk.settle()
    await desk.call('order.cancel', { customerCode: C1, referenceId: id })
    broker.listener?.order(reportOf(id, 'canceled', { filledAmount: text('1'), filledQuote: text('60000') }))
    await desk.clock.run(1_000, 100)
    expect(ofKind('fill')).toMatchObject([{ referenceId: id, count: 2, total: '1', symbol: BTC }])
    expect(ofKind('reject')).toMatchObject([{ referenceId: other, level: 'error', acknowledged: false }])
    expect(ofKind('cancel')).toMatchObject([{ referenceId: id, level: 'info' }])
  })

  it('join a hundred fills of one turn into two changes of one notice, with the exact sum', async () => {
    const desk = new Desk()
    const notices = desk.follow('notices')
    const broker = await desk.ready()
    const id = await submit(desk)
    broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open') })
    await desk.settle()
    const before = notices.deltas.length
    for (let n = 1; n <= 100; n++)
      broker.listener?.order(
        reportOf(id, 'partially_filled', {
          filledAmount: text(`${n / 100}`),
          filledQuote: text(`${n * 600}`),
        }),
      )
    await desk.clock.run(1_000, 100)
    const fills = notices.deltas.slice(before).flat()
    expect(fills.map(({ count, total }) => [count, total])).toEqual([
      [1, '0.01'],
      [100, '1'],
    ])
  })
})

describe('acknowledging', () => {
  it('counts for every window, but not for a repeat that the window had not seen', async () => {
    const { desk, all } = await open()
    desk.core.notices.say('error', 'The disk is full.')
    const [seen] = all()
    if (!seen) throw new Error('no notice')
    desk.core.notices.say('error', 'The disk is full.')
    await desk.call('notice.acknowledge', { notices: [{ id: seen.id, count: seen.count }] })
    expect(all()).toMatchObject([{ count: 2, acknowledged: false }])
    await desk.call('notice.acknowledge', { notices: [{ id: seen.id, count: 2 }] })
    expect(all()).toMatchObject([{ count: 2, acknowledged: true }])
    desk.core.notices.say('error', 'The disk is full.')
    await desk.clock.run(1_000, 100)
    expect(all()).toMatchObject([{ count: 3, acknowledged: false }])
  })
})

describe('the next run', () => {
  it('shows the notices of the last run as they were acknowledged, and reports none again', async () => {
    const first = await open()
    const broker = await first.desk.ready()
    const id = await submit(first.desk)
    broker.sent[0]?.answer.resolve({ kind: 'refused', code: 'INSUFFICIENT_FUNDS', message: '' })
    await first.desk.settle()
    const rejects = first.ofKind('reject')
    const second = await restart(first)
    expect(second.ofKind('reject')).toEqual([])
    await second.desk.ready()
    expect(second.ofKind('reject')).toEqual(rejects)
    expect(rejects[0]?.referenceId).toBe(id)
  })

  it('reports no history of trades, transfers and open orders at the first sign-in', async () => {
    const { desk, all } = await open()
    desk.clock.advance(100_000)
    desk.prepare = (broker) => {
      broker.venueTrades = Array.from({ length: 50 }, (_, n) => tradeOf(`t${n}`))
      broker.venueLedger = [rowOf('d1')]
      broker.venueOrders.set(
        `${C1} ext-1`,
        reportOf('ext-1', 'partially_filled', { filledAmount: text('1') }),
      )
    }
    await desk.ready()
    await desk.clock.run(2_000, 100)
    expect(all().filter((notice) => notice.kind === 'fill' || notice.kind === 'transfer')).toEqual([])
  })

  it('reports what happened between two runs: a fill of our order, a forced fill, a deposit', async () => {
    const first = await open()
    first.desk.clock.advance(10_000)
    const broker = await first.desk.ready()
    const id = await submit(first.desk)
    broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open') })
    await first.desk.settle()
    const second = await restart(first)
    const at = first.desk.clock.now() + 30_000
    second.desk.clock.advance(70_000)
    second.desk.prepare = (next) => {
      next.venueOrders.set(
        `${C1} ${id}`,
        reportOf(id, 'filled', { filledAmount: text('2'), filledQuote: text('120000') }),
      )
      next.venueTrades = [
        tradeOf('t1', { referenceId: id, amount: text('2'), createdAt: at }),
        tradeOf('t2', {
          customerCode: C2,
          type: 'liquidation',
          referenceId: null,
          side: 'sell',
          createdAt: at,
        }),
        tradeOf('t3', { customerCode: C2, referenceId: 'gone-1' as ReferenceId, createdAt: at }),
      ]
      next.venueLedger = [rowOf('d9', { createdAt: at })]
    }
    await second.desk.ready()
    await second.desk.clock.run(2_000, 100)
    expect(second.ofKind('fill')).toMatchObject([
      { referenceId: 'gone-1', count: 1 },
      { referenceId: id, total: '2', count: 1 },
    ])
    // A forced fill stays on top of every window until a dealer acknowledges it.
    expect(second.ofKind('forced fill')).toMatchObject([{ customerCode: C2, level: 'error' }])
    expect(second.ofKind('forced fill').map(mustAcknowledge)).toEqual([true])
    const alarms = second.ofKind('forced fill').map((alarm) => ({ id: alarm.id, count: alarm.count }))
    await second.desk.call('notice.acknowledge', { notices: alarms })
    expect(second.ofKind('forced fill').map(mustAcknowledge)).toEqual([false])
    expect(second.ofKind('transfer')).toMatchObject([{ message: 'Deposit of 100 USDC is complete.' }])
    const earlier = second.all()
    const third = await restart(second)
    third.desk.clock.advance(90_000)
    third.desk.prepare = second.desk.prepare
    await third.desk.ready()
    await third.desk.clock.run(2_000, 100)
    for (const kind of ['fill', 'forced fill', 'transfer'] as const)
      expect(third.ofKind(kind)).toEqual(earlier.filter((notice) => notice.kind === kind))
  })

  it('shows no notice of one account to another', async () => {
    const { desk, all } = await open()
    await desk.ready()
    desk.core.notices.say('warning', 'About the paper account.')
    await desk.call('session.signOut', {})
    await desk.signInAs('ann')
    expect(all().map(({ message }) => message)).not.toContain('About the paper account.')
  })
})

describe('bounds', () => {
  it('drop the oldest notices first, but none that must be acknowledged', async () => {
    const { desk, all, archive } = await open()
    desk.core.notices.say('error', 'Look at this.')
    for (let n = 0; n < NOTICES_KEPT + 50; n++) desk.core.notices.say('info', `Line ${n}.`)
    desk.core.close()
    expect(archive.stored.notices).toHaveLength(NOTICES_KEPT)
    expect(archive.stored.notices.map(({ notice }) => notice.message)).toContain('Look at this.')
    const fresh = desk.mirror('notices', (notice) => String(notice.id))
    expect(fresh.size).toBe(NOTICES_KEPT)
    expect(all().length).toBeGreaterThan(NOTICES_KEPT)
  })
})

describe('links', () => {
  const stateOf = (orders: 'live' | 'down', books: 'live' | 'down'): Connection => ({
    rest: { state: 'live', medianMs: 10, message: null },
    streams: [
      {
        channel: 'orders',
        state: orders,
        lastAt: 1,
        message: orders === 'live' ? null : 'The socket closed.',
      },
      ...['BTC', 'ETH', 'SOL', 'XRP'].map((word) => ({
        channel: `orderbook-stream:${word}`,
        state: books,
        lastAt: 1,
        message: null,
      })),
    ],
    clock: { offsetMs: 0, uncertaintyMs: 0 },
    tokenExpiresAt: null,
  })

  it('share one notice for loss and return: market data of all instruments, and private channels', async () => {
    const { desk, ofKind } = await open()
    const broker = await desk.ready()
    broker.listener?.connection(stateOf('live', 'live'))
    broker.listener?.connection(stateOf('down', 'down'))
    await desk.clock.run(3_000, 100)
    expect(ofKind('connection').map(({ message }) => message)).toEqual([
      'Prices may be old: market data is not live (orderbook-stream:BTC, orderbook-stream:ETH, orderbook-stream:SOL and 1 more).',
    ])
    desk.clock.advance(35_000)
    broker.listener?.connection(stateOf('live', 'live'))
    await desk.clock.run(500, 100)
    expect(ofKind('connection').map(({ message, count }) => `${message} ${count}`)).toEqual([
      'Market data is back after 38 s. 1',
    ])
  })
})
