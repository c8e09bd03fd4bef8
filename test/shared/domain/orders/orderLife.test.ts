import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, decimal, type DecimalText } from '../../../../shared/base/decimal.ts'
import {
  NO_CHANGES,
  plainDraft,
  isEndDoubted,
  isLive,
  isUnproven,
  type Order,
} from '../../../../shared/domain/orders/order.ts'
import {
  applyOrderEvent,
  orderEvent,
  withDefaults,
  type OrderEvent,
} from '../../../../shared/domain/orders/orderLife.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../../shared/domain/scalars.ts'
import { intentOf, reportTelling, sendingUntil } from '../../../fakes/core/orderEvents.ts'

const C = 'C1042' as CustomerCode
const ID = 'op-1' as ReferenceId
const text = (word: string) => word as DecimalText
const draft = withDefaults(
  plainDraft({
    customerCode: C,
    symbol: 'BTCUSDC_PERP' as Symbol,
    side: 'buy',
    type: 'limit',
    amount: text('3'),
    limitPrice: text('60000'),
  }),
)
const INTENT = intentOf(draft)
const SENDING = sendingUntil(30_000)
const report = reportTelling(draft, ID)
const after = (events: readonly OrderEvent[], from?: Order): Order | undefined => {
  let order = from
  for (const event of events) order = applyOrderEvent(order, C, ID, event)
  return order
}

const at = fc.integer({ min: 3, max: 9_999 })
const act = fc.constantFrom('order' as const, 'cancel' as const, 'amend' as const)
const message = fc.constant('words')
const anyEvent: fc.Arbitrary<OrderEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('shown' as const),
    at,
    by: fc.constantFrom('answer' as const, 'stream' as const, 'look-up' as const, 'list' as const),
    stale: fc.boolean(),
    report: fc
      .tuple(
        fc.constantFrom('open', 'partially_filled', 'canceled', 'filled', 'rejected', 'odd'),
        fc.integer({ min: 0, max: 3 }),
      )
      .map(([status, filled]) => report(status, status === 'filled' ? 3 : filled)),
  }),
  fc.record({ kind: fc.constant('refused' as const), at, act, code: fc.constant('ORDER_REJECTED'), message }),
  fc.record({ kind: fc.constant('not-sent' as const), at, act, message }),
  fc.record({ kind: fc.constant('unproven' as const), at, act, message }),
  fc.record({ kind: fc.constant('taken' as const), at, act }),
  fc.record({ kind: fc.constant('asking' as const), at }),
  fc.record({ kind: fc.constant('absent' as const), at, stale: fc.boolean() }),
  fc.record({ kind: fc.constant('dead' as const), at, proof: message }),
  fc.record({ kind: fc.constant('unresolved' as const), at, why: message }),
  fc.record({ kind: fc.constant('written-off' as const), at, by: message }),
  fc.record({ kind: fc.constant('cancel-asked' as const), at }),
  fc.record({
    kind: fc.constant('amend-asked' as const),
    at,
    changes: fc.constantFrom(
      NO_CHANGES,
      { ...NO_CHANGES, amount: text('2') },
      { ...NO_CHANGES, amount: text('9') },
    ),
  }),
  fc.record({ kind: fc.constant('wish-over' as const), at, act, proven: fc.boolean() }),
  fc.constant(SENDING),
  fc.constant(INTENT),
)

/** Each order before and after one of the events. */
function steps(
  events: readonly OrderEvent[],
  from: readonly OrderEvent[],
): { before: Order; event: OrderEvent; now: Order }[] {
  let order = after(from)
  return events.map((event) => {
    const before = order
    order = applyOrderEvent(before, C, ID, event)
    if (!before || !order) throw new Error('an order was forgotten')
    return { before, event, now: order }
  })
}
const filledMore = (before: Order, now: Order) =>
  compare(decimal(now.filledAmount), decimal(before.filledAmount))

/** An answer to a question that was asked after the newest news of the order. */
const isAskedAfterwards = (event: OrderEvent) =>
  event.kind === 'shown' && (event.by === 'list' || event.by === 'look-up') && !event.stale

describe('the fold of an order', () => {
  it('events in any order: fills never shrink, an end by the venue is final, no request remains', () => {
    const holds = fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) =>
      steps(events, [INTENT]).every(
        ({ before, event, now }) =>
          filledMore(before, now) >= 0 &&
          !(
            before.phase === 'closed' &&
            isLive(now) &&
            filledMore(before, now) === 0 &&
            !isAskedAfterwards(event)
          ) &&
          (isLive(now) || now.pending === null) &&
          now.createdAt === before.createdAt &&
          now.origin === 'desk',
      ),
    )
    expect(fc.check(holds, { seed: 4, numRuns: 3_000 }).counterexample).toBeNull()
  })

  it('only the venue, a refusal by code, proof or the dealer end an order that may have left', () => {
    const ends = new Set(['shown', 'refused', 'not-sent', 'dead', 'written-off'])
    const holds = fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) =>
      steps(events, [INTENT, SENDING])
        .filter(({ before, now }) => isLive(before) && !isLive(now))
        .every(({ event }) => ends.has(event.kind) && (!('act' in event) || event.act === 'order')),
    )
    expect(fc.check(holds, { seed: 5, numRuns: 3_000 }).counterexample).toBeNull()
  })

  it('keeps the larger amount that a change asked for until the venue shows it or refuses the change', () => {
    const shownOpen = (amount: string): OrderEvent => ({
      kind: 'shown',
      at: 5,
      by: 'stream',
      stale: false,
      report: { ...report('open', 0), amount: text(amount) },
    })
    const resting = [INTENT, SENDING, shownOpen('1')]
    const asked = (amount: string, when: number): OrderEvent => ({
      kind: 'amend-asked',
      at: when,
      changes: { ...NO_CHANGES, amount: text(amount) },
    })
    const over = (proven: boolean): OrderEvent => ({ kind: 'wish-over', at: 9, act: 'amend', proven })
    const refused: OrderEvent = {
      kind: 'refused',
      at: 9,
      act: 'amend',
      code: 'ORDER_REJECTED',
      message: 'No.',
    }
    const askedAfter = (...events: OrderEvent[]) => after([...resting, ...events])?.askedAmount
    expect(askedAfter(asked('10', 6))).toBe('10')
    // The venue may still carry it out, also beside a later cancel or after a restart.
    expect(askedAfter(asked('10', 6), over(false))).toBe('10')
    expect(askedAfter(asked('10', 6), { kind: 'cancel-asked', at: 7 })).toBe('10')
    expect(askedAfter(asked('10', 6), over(false), asked('5', 10), refused)).toBe('10')
    expect(askedAfter(asked('10', 6), over(false), shownOpen('10'))).toBeUndefined()
    expect(askedAfter(asked('10', 6), over(true))).toBeUndefined()
    expect(askedAfter(asked('10', 6), refused)).toBeUndefined()
  })

  it('an event applied twice counts once, except for the look-up that proves a doubted life', () => {
    const holds = fc.property(fc.array(anyEvent, { maxLength: 30 }), anyEvent, (events, event) => {
      const once = after([event], after(events, after([INTENT, SENDING])))
      if (once && isEndDoubted(once) && isAskedAfterwards(event)) return true
      return JSON.stringify(after([event], once)) === JSON.stringify(once)
    })
    expect(fc.check(holds, { seed: 6, numRuns: 3_000 }).counterexample).toBeNull()
  })

  it('an order life goes through the journal unchanged', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        expect(orderEvent.parse(JSON.parse(JSON.stringify(event)))).toEqual(event)
      }),
      { seed: 7, numRuns: 500 },
    )
  })

  it.each<[string, readonly OrderEvent[], string]>([
    ['an intent', [INTENT], 'intent'],
    ['a request on its way', [INTENT, SENDING], 'sent'],
    ['no answer', [INTENT, SENDING, { kind: 'unproven', at: 3, act: 'order', message: '' }], 'unknown'],
    [
      'no answer, and the venue is asked',
      [INTENT, SENDING, { kind: 'unproven', at: 3, act: 'order', message: '' }, { kind: 'asking', at: 4 }],
      'resolving',
    ],
    [
      'a refusal by code',
      [INTENT, SENDING, { kind: 'refused', at: 3, act: 'order', code: 'ORDER_REJECTED', message: '' }],
      'rejected',
    ],
    ['nothing left', [INTENT, { kind: 'not-sent', at: 3, act: 'order', message: '' }], 'not-sent'],
    [
      'a refusal after the stream showed it',
      [
        INTENT,
        SENDING,
        { kind: 'shown', at: 3, by: 'stream', stale: false, report: report('open', 0) },
        { kind: 'refused', at: 4, act: 'order', code: 'ORDER_REJECTED', message: '' },
      ],
      'working',
    ],
    [
      'a look-up that finds nothing of a working order',
      [
        INTENT,
        SENDING,
        { kind: 'shown', at: 3, by: 'answer', stale: false, report: report('open', 0) },
        { kind: 'absent', at: 4, stale: false },
      ],
      'unknown',
    ],
    [
      'the same, asked before the venue showed it',
      [
        INTENT,
        SENDING,
        { kind: 'shown', at: 3, by: 'answer', stale: false, report: report('open', 0) },
        { kind: 'absent', at: 4, stale: true },
      ],
      'working',
    ],
    [
      'proof of death of an order that works',
      [
        INTENT,
        SENDING,
        { kind: 'shown', at: 3, by: 'answer', stale: false, report: report('open', 0) },
        { kind: 'dead', at: 4, proof: '' },
      ],
      'working',
    ],
    [
      'canceled with a part filled',
      [INTENT, SENDING, { kind: 'shown', at: 3, by: 'stream', stale: false, report: report('canceled', 1) }],
      'closed',
    ],
    [
      'filled to its amount under a word that says that it rests',
      [
        INTENT,
        SENDING,
        { kind: 'shown', at: 3, by: 'stream', stale: false, report: report('partially_filled', 3) },
      ],
      'working',
    ],
    [
      'filled to its amount under a word nobody knows',
      [
        INTENT,
        SENDING,
        { kind: 'shown', at: 3, by: 'stream', stale: false, report: report('done_and_dusted', 3) },
      ],
      'closed',
    ],
  ])('%s', (_, events, phase) => {
    const order = after(events)
    expect(order?.phase).toBe(phase)
    expect(order && isUnproven(order)).toBe(['sent', 'unknown', 'resolving'].includes(phase))
  })
})
