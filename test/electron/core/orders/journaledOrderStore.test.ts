import { describe, expect, it } from 'vitest'
import type { Asked } from '../../../../electron/core/orders/detectStaleOrderReports.ts'
import { createOrderStore } from '../../../../electron/core/orders/journaledOrderStore.ts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import { createJournalWriter } from '../../../../electron/core/journal/journalWriter.ts'
import type { OrderReport } from '../../../../shared/domain/orders/order.ts'
import { withDefaults } from '../../../../shared/domain/orders/orderLife.ts'
import type { ReferenceId, Symbol } from '../../../../shared/domain/scalars.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { C1, draftOf, reportOf } from '../deskHarness.ts'

const storeOn = (clock: FakeClock, contradicted: (why: string) => void = () => undefined) =>
  createOrderStore({
    clock,
    journalWriter: createJournalWriter(clock, new FakeJournal(), () => undefined),
    mayBeOwn: () => false,
    changed: () => undefined,
    contradicted: (_known, why) => contradicted(why),
  })

it('an order that ended with fills stays recent for a minute, and again after each report', () => {
  const clock = new FakeClock()
  const orderStore = storeOn(clock)
  const done = '01DONE' as ReferenceId
  const live = '01LIVE' as ReferenceId
  const nothing = '01NOTHING' as ReferenceId
  const see = (id: ReferenceId, status: string, filled = '0') =>
    orderStore.see(reportOf(id, status, { filledAmount: filled as DecimalText }), C1, 'stream', null)
  const recent = () =>
    orderStore
      .recent()
      .map(({ referenceId }) => referenceId)
      .toSorted()
  see(done, 'canceled', '0.5')
  see(nothing, 'canceled')
  see(live, 'open')
  clock.advance(59_999)
  expect(recent()).toEqual([done, live])
  clock.advance(1)
  expect(recent()).toEqual([live])
  expect(orderStore.all()).toHaveLength(3)
  clock.advance(600_000)
  see(done, 'canceled', '1')
  expect(recent()).toEqual([done, live])
  expect(orderStore.live().map(({ referenceId }) => referenceId)).toEqual([live])
})

describe('an order that the venue reported done and then shows open', () => {
  const ended = () => {
    const clock = new FakeClock()
    const orderStore = storeOn(clock)
    const id = '01OVER' as ReferenceId
    const see = (status: string, by: 'stream' | 'list' | 'look-up', asked: Asked | null, filled = '0') =>
      orderStore.see(reportOf(id, status, { filledAmount: filled as DecimalText }), C1, by, asked)
    see('open', 'stream', null)
    const before = orderStore.asked()
    see('canceled', 'stream', null, '1')
    const now = () => orderStore.get(C1, id)
    return { clock, orderStore, see, before, now }
  }

  it.each(['list', 'look-up'] as const)(
    'counts as live, without a notice, by a first %s that was asked for afterwards',
    (by) => {
      const { orderStore, see, now } = ended()
      see('open', by, orderStore.asked(), '1')
      expect(now()).toMatchObject({ phase: 'unknown', status: 'canceled', filledAmount: '1' })
      expect(orderStore.live()).toHaveLength(1)
    },
  )

  it('lives again by a look-up 5 s after the first answer, not by a list or earlier look-up', () => {
    const { clock, orderStore, see, now } = ended()
    see('open', 'list', orderStore.asked(), '1')
    clock.advance(4_999)
    const early = orderStore.asked()
    see('open', 'look-up', early, '1')
    clock.advance(1)
    see('open', 'look-up', early, '1')
    see('open', 'list', orderStore.asked(), '1')
    see('open', 'stream', null, '1')
    expect(now()).toMatchObject({ phase: 'unknown', status: 'canceled' })
    see('open', 'look-up', orderStore.asked(), '1')
    expect(now()).toMatchObject({ phase: 'working', status: 'open' })
  })

  it('is terminal again where the look-up shows it terminal', () => {
    const { orderStore, see, now } = ended()
    see('open', 'list', orderStore.asked(), '1')
    see('canceled', 'look-up', orderStore.asked(), '1')
    expect(now()).toMatchObject({ phase: 'closed', status: 'canceled' })
    expect(orderStore.live()).toHaveLength(0)
  })

  it('keeps its fills where the answers show less', () => {
    const { clock, orderStore, see, now } = ended()
    see('open', 'list', orderStore.asked(), '0')
    clock.advance(5_000)
    see('open', 'look-up', orderStore.asked(), '0')
    expect(now()).toMatchObject({ phase: 'working', filledAmount: '1' })
  })

  it('is in doubt also where a late stream message shows it open and filled further', () => {
    const { see, now } = ended()
    see('partially_filled', 'stream', null, '1.5')
    expect(now()).toMatchObject({ phase: 'unknown', status: 'canceled', filledAmount: '1.5' })
  })

  it('stays terminal by an answer to an earlier request and by a late stream message', () => {
    const { see, before, now } = ended()
    see('open', 'list', before, '1')
    see('open', 'look-up', before, '1')
    see('open', 'stream', null, '1')
    expect(now()).toMatchObject({ phase: 'closed', status: 'canceled' })
  })
})

describe('a report that does not fit the order of its id', () => {
  const known = () => {
    const against: string[] = []
    const orderStore = storeOn(new FakeClock(), (why) => against.push(why))
    const id = '01OURS' as ReferenceId
    const draft = withDefaults(draftOf())
    orderStore.note(C1, id, {
      kind: 'intent',
      at: 1,
      intentId: 'intent-01',
      draft,
      check: { version: 1, findings: [], typed: null },
    })
    const see = (status: string, other: Partial<OrderReport>, by: 'stream' | 'list' | 'look-up' = 'stream') =>
      orderStore.see(reportOf(id, status, other), C1, by, by === 'stream' ? null : orderStore.asked())
    see('open', {})
    return { orderStore, against, see, now: () => orderStore.get(C1, id) }
  }

  it.each<[string, Partial<OrderReport>]>([
    ['symbol', { symbol: 'ETHUSDC_PERP' as Symbol }],
    ['side', { side: 'sell' }],
    ['type', { type: 'market' }],
    ['amount', { amount: '9' as DecimalText }],
  ])('ends nothing where its %s is another', (field, other) => {
    const { see, against, now } = known()
    expect(see('canceled', other)).toBe('contradicts')
    expect(now()).toMatchObject({ phase: 'working', status: 'open', amount: '2', side: 'buy' })
    expect(against).toEqual([expect.stringContaining(`its ${field} is`)])
  })

  it('is applied where an amend explains another amount: the order rests on', () => {
    const { see, now } = known()
    expect(see('open', { amount: '3' as DecimalText })).toBe('taken')
    expect(see('canceled', { amount: '3' as DecimalText })).toBe('taken')
    expect(now()).toMatchObject({ phase: 'closed', amount: '3' })
  })

  it('is applied when a look-up shows another amount, and ignored when it shows another symbol', () => {
    const { see, now } = known()
    expect(see('open', { symbol: 'ETHUSDC_PERP' as Symbol }, 'look-up')).toBe('contradicts')
    expect(see('canceled', { amount: '3' as DecimalText }, 'look-up')).toBe('taken')
    expect(now()).toMatchObject({ phase: 'closed', amount: '3' })
  })

  it('of an order from elsewhere is applied from a look-up, never from the stream', () => {
    const orderStore = storeOn(new FakeClock())
    const id = '01THEIRS' as ReferenceId
    const see = (side: 'buy' | 'sell', asked: Asked | null) =>
      orderStore.see(reportOf(id, 'open', { side }), C1, asked ? 'look-up' : 'stream', asked)
    see('buy', null)
    expect(see('sell', null)).toBe('contradicts')
    expect(orderStore.get(C1, id)?.side).toBe('buy')
    expect(see('sell', orderStore.asked())).toBe('taken')
    expect(orderStore.get(C1, id)?.side).toBe('sell')
  })
})

describe('a stream message with an older time of the venue', () => {
  const opened = () => {
    const orderStore = storeOn(new FakeClock())
    const id = '01LIVE' as ReferenceId
    const see = (status: string, updatedAt: number, asked: Asked | null = null) =>
      orderStore.see(reportOf(id, status, { updatedAt }), C1, asked ? 'look-up' : 'stream', asked)
    see('open', 2_000)
    return { orderStore, see, now: () => orderStore.get(C1, id) }
  }

  it('changes nothing: it does not even end the order', () => {
    const { see, now } = opened()
    expect(see('canceled', 1_999)).toBe('late')
    expect(now()?.phase).toBe('working')
    expect(see('canceled', 2_000)).toBe('taken')
    expect(now()?.phase).toBe('closed')
    expect(see('filled', 1_999)).toBe('late')
  })

  it('applies again once a look-up showed an older time: the clock of the venue was set', () => {
    const { orderStore, see, now } = opened()
    see('open', 500, orderStore.asked())
    expect(see('canceled', 600)).toBe('taken')
    expect(now()?.phase).toBe('closed')
  })
})

describe('what was asked for before newer news came', () => {
  const opened = () => {
    const clock = new FakeClock()
    const orderStore = storeOn(clock)
    const id = '01LIVE' as ReferenceId
    const at = (price: string) => reportOf(id, 'open', { limitPrice: price as DecimalText })
    orderStore.see(at('100'), C1, 'stream', null)
    return { orderStore, id, at }
  }

  it('changes neither the amended price nor the presence of the order', () => {
    const { orderStore, id, at } = opened()
    const asked = orderStore.asked()
    orderStore.see(at('101'), C1, 'stream', null)
    orderStore.see(at('100'), C1, 'list', asked)
    expect(orderStore.get(C1, id)).toMatchObject({ phase: 'working', limitPrice: '101' })
    orderStore.missed(C1, id, asked)
    expect(orderStore.get(C1, id)).toMatchObject({ phase: 'working', limitPrice: '101' })
  })

  it('changes nothing also where the newer news repeated the known state', () => {
    const { orderStore, id, at } = opened()
    const asked = orderStore.asked()
    orderStore.see(at('100'), C1, 'stream', null)
    orderStore.missed(C1, id, asked)
    expect(orderStore.get(C1, id)?.phase).toBe('working')
    orderStore.missed(C1, id, orderStore.asked())
    expect(orderStore.get(C1, id)?.phase).toBe('unknown')
  })
})
