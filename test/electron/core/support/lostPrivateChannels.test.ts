/** A desk that loses private channels: what it refuses, what still works, what it reports, and when trading opens again. */

import { describe, expect, it } from 'vitest'
import type { ListedVenue } from '../../../../electron/core/ports/listedVenue.ts'
import { fail, ok } from '../../../../shared/base/result.ts'
import { PRIVATE_CHANNELS, type PrivateChannel } from '../../../../shared/broker/stream/streamMessages.ts'
import { NO_CHANGES, type OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { FakeBroker } from '../../../fakes/venue/fakeBroker.ts'
import { pending, type ScriptedList } from '../../../fakes/venue/fakeBroker.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { BTC, C1, C2, Desk, draftOf, PAPER, reportOf, rowOf, text, tradeOf } from '../deskHarness.ts'

const AMENDS: ListedVenue = {
  ...PAPER,
  profile: { ...PAPER.profile, capabilities: { openOrders: true, amend: true } },
}
const REST = 'rest-1' as ReferenceId

/** C1042 is long one contract and has an order that rests; C2007 has money. */
async function startCore(prepare: (broker: FakeBroker) => void = () => undefined) {
  const desk = new Desk({ limits: NO_LIMITS, venues: [AMENDS] })
  desk.prepare = (broker) => {
    broker.venueTrades = [tradeOf('t1', { referenceId: null })]
    broker.venueLedger = [
      rowOf('t1', { transactionType: 'trade', signedAmount: text('-6') }),
      rowOf('d2', { customerCode: C2 }),
    ]
    broker.venueOrders.set(`${C1} ${REST}`, reportOf(REST, 'open'))
    prepare(broker)
  }
  const session = desk.follow('session')
  const reconciliations = desk.mirror('reconciliation', (reconciliation) => reconciliation.customerCode)
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const orders = desk.orders()
  const broker = await desk.ready()
  let intents = 1_000
  return {
    desk,
    broker,
    orders,
    session: () => session.now(),
    open: () =>
      [...reconciliations.values()]
        .filter((reconciliation) => reconciliation.open)
        .map((reconciliation) => reconciliation.customerCode),
    said: (level: string) =>
      [...notices.values()].filter((notice) => notice.level === level).map((notice) => notice.message),
    submit: (more: Partial<OrderDraft> = {}) =>
      desk.call('order.submit', { intentId: `intent-${++intents}`, draft: draftOf(more), typed: null }),
    amend: () =>
      desk.call('order.amend', {
        customerCode: C1,
        referenceId: REST,
        changes: { ...NO_CHANGES, limitPrice: text('60010') },
      }),
    flatten: (typed: string | null, intentId = 'flatten-01') =>
      desk.call('position.flatten', { intentId, customerCode: C1, symbol: BTC, typed }),
  }
}

describe('a private channel that is lost', () => {
  it.each(PRIVATE_CHANNELS)('%s closes every customer for new risk at once', async (channel) => {
    const { desk, broker, session, open, said, submit, amend } = await startCore()
    expect(session().phase).toBe('ready')
    expect(open()).toEqual([C1, C2])
    broker.lose(channel)
    // In the same turn: no order may slip through between the loss and its news.
    expect(session()).toMatchObject({ phase: 'channels-down', message: expect.stringContaining(channel) })
    expect(open()).toEqual([])
    const refused = { ok: false, failure: { kind: 'refused', message: expect.stringContaining(channel) } }
    expect(await submit()).toMatchObject(refused)
    expect(await submit({ customerCode: C2, type: 'market', limitPrice: null })).toMatchObject(refused)
    expect(await amend()).toMatchObject(refused)
    expect(broker.sent).toEqual([])
    expect(broker.amends).toEqual([])
    expect(said('error')).toEqual([
      expect.stringMatching(
        new RegExp(`^Nothing new is sent for any customer: the private channel ${channel} is down since`),
      ),
    ])
    await desk.call('order.cancel', { customerCode: C1, referenceId: REST })
    expect(broker.cancels).toHaveLength(1)
  })

  it('counts as lost while it is silent, and opens only after everything was read back', async () => {
    const { desk, broker, session, open, said, submit } = await startCore()
    broker.lose('trades', 'suspect')
    expect(session().phase).toBe('channels-down')
    await desk.settle()
    const slow = pending<ScriptedList>()
    broker.openOrdersOf.set(C1, () => slow.promise)
    broker.restore('trades')
    expect(open()).toEqual([])
    await desk.settle()
    expect(session().phase).toBe('ready')
    expect(open()).toEqual([C2])
    expect((await submit()).ok).toBe(false)
    slow.resolve(ok([reportOf(REST, 'open')]))
    await desk.settle()
    expect(open()).toEqual([C1, C2])
    expect((await submit()).ok).toBe(true)
    expect(said('info')).toEqual([expect.stringContaining('live again')])
  })

  it('has no notice of the loss once all channels are live again, however long that took', async () => {
    const { desk, broker, said } = await startCore()
    broker.lose('orders')
    await desk.settle()
    expect(said('error')).toHaveLength(1)
    await desk.clock.run(700_000, 5_000)
    broker.restore('orders')
    await desk.clock.run(2_000, 100)
    expect(said('error')).toEqual([])
    expect(said('info')).toEqual([expect.stringContaining('live again')])
  })

  it('does not count a reading that was requested before the channel returned', async () => {
    const { desk, broker, session, open } = await startCore()
    const early = pending<Awaited<ReturnType<FakeBroker['trades']>>>()
    const asked: number[] = []
    const honest = broker.trades.bind(broker)
    broker.trades = (query) => {
      asked.push(desk.clock.now())
      return asked.length === 1 ? early.promise : honest(query)
    }
    broker.lose('trades')
    await desk.clock.run(30_000, 500)
    expect(asked).toHaveLength(1)
    broker.restore('trades')
    const before = await honest({})
    // Bought at the venue before the channel came back, and after the early reading was asked for.
    broker.venueTrades = [tradeOf('t2', { referenceId: null, createdAt: 2_000 }), ...broker.venueTrades]
    broker.venueLedger = [
      rowOf('t2', { transactionType: 'trade', signedAmount: text('-6'), createdAt: 2_000 }),
      ...broker.venueLedger,
    ]
    expect(open()).toEqual([])
    early.resolve(before)
    await desk.settle()
    expect(session().phase).toBe('ready')
    expect(open()).toEqual([C1, C2])
    expect(desk.mirror('positions', (position) => position.customerCode).get(C1)).toMatchObject({
      size: '2',
      complete: true,
    })
  })

  it('keeps every customer closed while another channel is still lost', async () => {
    const { desk, broker, session, open, said, submit } = await startCore()
    for (const channel of PRIVATE_CHANNELS) broker.lose(channel)
    await desk.settle()
    expect(said('error')).toEqual([
      expect.stringContaining('the private channels orders, trades and balance-changes are down'),
    ])
    broker.restore('orders')
    broker.restore('trades')
    await desk.clock.run(60_000, 500)
    expect(session()).toMatchObject({
      phase: 'channels-down',
      message: expect.stringContaining('The private channel balance-changes is down'),
    })
    expect(open()).toEqual([])
    expect((await submit()).ok).toBe(false)
    broker.restore('balance-changes')
    await desk.settle()
    expect(session().phase).toBe('ready')
    expect(open()).toEqual([C1, C2])
  })
})

describe('a desk without a private channel', () => {
  it('shows the fills that reading finds', async () => {
    const { desk, broker, orders } = await startCore()
    broker.lose('orders')
    broker.venueOrders.set(`${C1} ${REST}`, reportOf(REST, 'filled', { filledAmount: text('2') }))
    await desk.clock.run(6_000, 500)
    expect(orders.get(REST)).toMatchObject({ phase: 'closed', status: 'filled' })
  })

  it('stops an accepted order that still waits for the disk', async () => {
    const { desk, broker, orders, submit } = await startCore()
    const disk = pending<null>()
    desk.journal.disk = disk.promise
    const taken = submit()
    await desk.settle()
    broker.lose('orders')
    disk.resolve(null)
    await taken
    await desk.settle()
    expect(broker.sent).toEqual([])
    expect(
      [...orders.values()].filter((order) => order.origin === 'desk').map((order) => order.phase),
    ).toEqual(['not-sent'])
  })

  it('shows and cancels orders where the channels never open after signing in', async () => {
    const { desk, broker, session, orders, open, submit } = await startCore((fakeBroker) =>
      fakeBroker.opens.clear(),
    )
    await desk.clock.run(12_000, 500)
    expect(session().phase).toBe('channels-down')
    expect(orders.get(REST)?.phase).toBe('working')
    expect(open()).toEqual([])
    expect((await submit()).ok).toBe(false)
    await desk.call('order.cancel', { customerCode: C1, referenceId: REST })
    expect(broker.cancels).toHaveLength(1)
    for (const channel of PRIVATE_CHANNELS) broker.restore(channel)
    await desk.settle()
    expect(open()).toEqual([C1, C2])
  })
})

describe('a trade-out while a private channel is lost', () => {
  const away = async (channel: PrivateChannel = 'trades') => {
    const story = await startCore()
    story.broker.lose(channel)
    return story
  }

  it('asks for the customer code with the age of the data, and cancels nothing before', async () => {
    const { desk, broker, flatten } = await away()
    await desk.clock.run(42_500, 500)
    const asked = {
      ok: true,
      value: {
        outcome: 'warned',
        type: C1,
        warnings: [expect.stringContaining('may be 43 s old'), expect.stringContaining('again')],
      },
    }
    expect(await flatten(null)).toMatchObject(asked)
    expect(await flatten('C2007')).toMatchObject(asked)
    expect(broker.cancels).toEqual([])
    expect(broker.sent).toEqual([])
  })

  it('gives the same age of the data after the clock was set back by an hour', async () => {
    const { desk, flatten } = await away()
    await desk.clock.run(42_500, 500)
    desk.clock.setWall(-3_600_000)
    expect(JSON.stringify(await flatten(null))).toContain('may be 43 s old')
  })

  it('reads orders and trades from the venue again, and sends the size that they show', async () => {
    const { desk, broker, flatten } = await away()
    await flatten(null)
    // Meanwhile another half was bought at the venue, and no channel reported it.
    broker.venueTrades = [
      tradeOf('t2', { referenceId: null, amount: text('0.5'), createdAt: 2_000 }),
      ...broker.venueTrades,
    ]
    broker.venueOrders.set(`${C1} elsewhere`, reportOf('elsewhere', 'open'))
    const flat = flatten(C1)
    await desk.settle()
    expect(broker.cancels.map(({ id }) => id).toSorted()).toEqual(['elsewhere', REST])
    for (const { id, answer } of broker.cancels) {
      broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'canceled'))
      answer.resolve({ kind: 'accepted', value: null })
    }
    await desk.clock.run(3_000, 50)
    expect((await flat).ok).toBe(true)
    expect(broker.sent.map(({ draft }) => draft)).toMatchObject([
      { type: 'market', side: 'sell', amount: '1.5' },
    ])
  })

  it.each([null, C1])(
    'asks also when the channel is lost while it waits for its cancels (typed: %s)',
    async (typed) => {
      const { desk, broker, flatten } = await startCore()
      const flat = flatten(typed)
      await desk.settle()
      expect(broker.cancels).toHaveLength(1)
      broker.lose('orders')
      broker.venueOrders.set(`${C1} ${REST}`, reportOf(REST, 'canceled'))
      broker.cancels[0]?.answer.resolve({ kind: 'accepted', value: null })
      await desk.clock.run(3_000, 50)
      expect(await flat).toMatchObject({
        ok: true,
        value: {
          outcome: 'warned',
          type: C1,
          warnings: [
            'Openpit requested the cancels, but sent no market order.',
            expect.stringContaining('down'),
            expect.stringContaining('again'),
          ],
        },
      })
      expect(broker.sent).toEqual([])
    },
  )

  it('names the cancels of its first attempt where the second sends no market order', async () => {
    const { desk, broker, flatten } = await startCore()
    const flat = flatten(null)
    await desk.settle()
    broker.lose('orders')
    broker.venueOrders.set(`${C1} ${REST}`, reportOf(REST, 'canceled'))
    broker.cancels[0]?.answer.resolve({ kind: 'accepted', value: null })
    await desk.clock.run(3_000, 50)
    expect(await flat).toMatchObject({ ok: true, value: { outcome: 'warned' } })
    broker.trades = async () => fail({ kind: 'unreachable', code: null, message: 'No answer.' })
    const second = flatten(C1)
    await desk.clock.run(3_000, 50)
    expect(await second).toMatchObject({
      ok: false,
      failure: {
        message: expect.stringMatching(/No answer\. Openpit requested the cancels, but sent no market/),
      },
    })
  })

  it('asks with at most three warnings, whatever it has to say', async () => {
    const { desk, broker, flatten } = await startCore()
    const flat = flatten(null)
    await desk.settle()
    broker.lose('orders')
    broker.listener?.tradeLost(C1, 'one trade cannot be read')
    broker.venueOrders.set(`${C1} ${REST}`, reportOf(REST, 'canceled'))
    broker.cancels[0]?.answer.resolve({ kind: 'accepted', value: null })
    await desk.clock.run(3_000, 50)
    expect(await flat).toMatchObject({
      ok: true,
      value: {
        warnings: [
          expect.stringContaining('requested the cancels'),
          expect.stringContaining('down'),
          expect.stringMatching(/cannot be read.*reads orders and trades from the venue again/),
        ],
      },
    })
  })

  it('asks also where the list of open orders is not whole, and names what may be missing', async () => {
    const { desk, broker, flatten } = await startCore((fakeBroker) => {
      fakeBroker.missing = 'its cursor leads nowhere'
    })
    expect(await flatten(null)).toMatchObject({
      ok: true,
      value: {
        outcome: 'warned',
        type: C1,
        warnings: [
          'The list of C1042 is not complete (1 order shown): its cursor leads nowhere.',
          expect.stringContaining('stay live'),
        ],
      },
    })
    expect(broker.cancels).toEqual([])
    const flat = flatten(C1)
    await desk.settle()
    broker.venueOrders.set(`${C1} ${REST}`, reportOf(REST, 'canceled'))
    broker.cancels[0]?.answer.resolve({ kind: 'accepted', value: null })
    await desk.clock.run(3_000, 50)
    expect((await flat).ok).toBe(true)
    expect(broker.sent.map(({ draft }) => draft)).toMatchObject([
      { type: 'market', side: 'sell', amount: '1' },
    ])
  })
})
