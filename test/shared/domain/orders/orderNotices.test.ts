import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, decimal, toText, decimalOf, type DecimalText } from '../../../../shared/base/decimal.ts'
import { foldNotice, type Notice } from '../../../../shared/domain/notice.ts'
import { NO_CHANGES, isLive, plainDraft, type Order } from '../../../../shared/domain/orders/order.ts'
import {
  applyOrderEvent,
  saysTheSame,
  withDefaults,
  type OrderEvent,
} from '../../../../shared/domain/orders/orderLife.ts'
import { anotherOrder } from '../../../../shared/domain/orders/orderContradiction.ts'
import { averagePrice, orderNews } from '../../../../shared/domain/orders/orderNotices.ts'
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
    amount: text('5'),
    limitPrice: text('60000'),
  }),
)
const START: readonly OrderEvent[] = [intentOf(draft), sendingUntil(30_000)]
const report = reportTelling(draft, ID)
const shown = (status: string, filled: number, by: 'stream' | 'list' = 'stream'): OrderEvent => ({
  kind: 'shown',
  at: 5,
  by,
  stale: false,
  report: report(status, filled),
})

/** A new limit price, asked for and shown. */
const MOVED = text('60100.5')
const PRICE_ASKED: OrderEvent = { kind: 'amend-asked', at: 6, changes: { ...NO_CHANGES, limitPrice: MOVED } }
const movedShown = (by: 'stream' | 'list' | 'answer'): OrderEvent => ({
  kind: 'shown',
  at: 8,
  by,
  stale: false,
  report: { ...report('open', 0), limitPrice: MOVED },
})

/** A desk's notices of one order, by key, and every change of the order on the way. */
function tell(events: readonly OrderEvent[], from: readonly OrderEvent[] = START) {
  const notices = new Map<string, Notice>()
  const changes: { before: Order | undefined; now: Order; keys: readonly string[] }[] = []
  let order: Order | undefined
  let at = 0
  const take = (event: OrderEvent): void => {
    const before = order
    const now = applyOrderEvent(before, C, ID, event)
    if (!now || now === before || (before && saysTheSame(before, now))) return
    order = now
    at += 1
    const news = orderNews(before, now, event)
    for (const notice of news)
      notices.set(notice.key, foldNotice(notices.get(notice.key), notice, notices.size + 1, at))
    changes.push({ before, now, keys: news.map((notice) => notice.key) })
  }
  for (const event of [...from, ...events]) take(event)
  return { notices, changes, order: () => order, take }
}
const messages = (events: readonly OrderEvent[], from?: readonly OrderEvent[]) =>
  [...tell(events, from).notices.values()].map(({ message }) => message)

describe('what an order’s changes tell', () => {
  it('a refusal names the order, the code and what to do, and must be acknowledged', () => {
    const { notices } = tell([
      { kind: 'refused', at: 3, act: 'order', code: 'INSUFFICIENT_FUNDS', message: 'Not enough.' },
    ])
    expect([...notices.values()]).toMatchObject([
      {
        level: 'error',
        kind: 'reject',
        customerCode: C,
        symbol: 'BTCUSDC_PERP',
        referenceId: ID,
        message: 'BUY 5 at 60,000 was refused: INSUFFICIENT_FUNDS.',
        detail: 'Nothing was bought. Not enough.',
      },
    ])
  })

  it('fills of one order are one notice with the exact sum and the average', () => {
    const { notices } = tell([
      shown('open', 0),
      ...[1, 2, 3, 4].map((value) => shown('partially_filled', value)),
      shown('filled', 5),
    ])
    expect([...notices.values()]).toMatchObject([
      {
        kind: 'fill',
        count: 5,
        total: '5',
        message: 'Bought 5 of 5 at 60,000 on average.',
        detail: 'The whole order.',
      },
    ])
  })

  it('a cancel states the filled and the unfilled amount', () => {
    const { notices } = tell([
      shown('partially_filled', 2),
      { kind: 'cancel-asked', at: 4 },
      shown('canceled', 2),
    ])
    expect([...notices.values()].at(-1)).toMatchObject({
      kind: 'cancel',
      level: 'info',
      message: 'BUY 5 at 60,000 is canceled: the venue shows it.',
      detail: '2 had been bought, 3 had not.',
    })
  })

  it('a cancel that came too late, one that was refused and one without proof each say so', () => {
    const asked: OrderEvent = { kind: 'cancel-asked', at: 4 }
    const refused: OrderEvent = {
      kind: 'refused',
      at: 5,
      act: 'cancel',
      code: 'NOT_FOUND',
      message: 'Unknown.',
    }
    expect(messages([shown('open', 0), asked, shown('filled', 5)])).toContain(
      'The cancel came too late: BUY 5 at 60,000 had filled.',
    )
    expect(messages([shown('open', 0), asked, refused])).toContain(
      'The cancel of BUY 5 at 60,000 was refused: NOT_FOUND.',
    )
    expect(
      messages([shown('open', 0), asked, { kind: 'wish-over', at: 9, act: 'cancel', proven: false }]),
    ).toContain('Not confirmed that BUY 5 at 60,000 was canceled: it counts as before.')
  })

  it('a cancel that nobody here asked for is a warning', () => {
    const { notices } = tell([shown('open', 0), shown('canceled', 0)])
    expect([...notices.values()]).toMatchObject([{ kind: 'cancel', level: 'warning' }])
  })

  it('an earlier cancel is not denied where a second one found the order gone', () => {
    const { notices } = tell([
      shown('open', 0),
      { kind: 'cancel-asked', at: 4 },
      { kind: 'cancel-asked', at: 5 },
      { kind: 'refused', at: 6, act: 'cancel', code: 'NOT_FOUND', message: 'Unknown.' },
    ])
    expect([...notices.values()].at(-1)?.detail).toMatch(
      /^The venue does not know the order: it may be filled or canceled\./,
    )
    const { notices: after } = tell([
      shown('open', 0),
      { kind: 'cancel-asked', at: 6 },
      { kind: 'cancel-asked', at: 7 },
      { kind: 'refused', at: 8, act: 'cancel', code: 'NOT_FOUND', message: 'Unknown.' },
      shown('canceled', 0),
    ])
    expect([...after.values()].at(-1)?.message).toBe('BUY 5 at 60,000 is canceled: the venue shows it.')
  })

  it('a cancel that was not sent says of an order of unknown status that nobody knows where it is', () => {
    const { notices } = tell([
      { kind: 'unproven', at: 3, act: 'order', message: 'No answer came.' },
      { kind: 'cancel-asked', at: 4 },
      { kind: 'not-sent', at: 5, act: 'cancel', message: 'Not canceled. The connection was refused.' },
    ])
    expect([...notices.values()].at(-1)?.detail).toBe(
      'It is still unknown whether the order is at the venue. Not canceled. The connection was refused.',
    )
  })

  it('a change that gave way to a cancel is not called one that nobody here asked for', () => {
    const { notices } = tell([
      shown('open', 0),
      PRICE_ASKED,
      { kind: 'cancel-asked', at: 7 },
      movedShown('answer'),
    ])
    expect([...notices.values()].find(({ message }) => message.includes('was changed'))?.detail).toMatch(
      /An earlier change by this desk had not been confirmed/,
    )
  })

  it.each(['stop_loss', 'take_profit', 'take_profit_stop_loss'] as const)(
    'a resting %s order that somebody else cancels did not expire',
    (type) => {
      const prices = { triggerPrice: text('60500'), takeProfitPrice: null, stopLossPrice: null }
      const both = { triggerPrice: null, takeProfitPrice: text('66000'), stopLossPrice: text('60500') }
      const resting = withDefaults(
        plainDraft({
          customerCode: C,
          symbol: draft.symbol,
          side: 'sell',
          type,
          amount: text('5'),
          ...(type === 'take_profit_stop_loss' ? both : prices),
        }),
      )
      const tells = (status: string): OrderEvent => ({
        kind: 'shown',
        at: 5,
        by: 'stream',
        stale: false,
        // What the venue reports of a stop that was sent without a time in force.
        report: { ...reportTelling(resting, ID)(status, 0), timeInForce: 'IOC' },
      })
      const lastOf = (...statuses: string[]) =>
        [...tell(statuses.map(tells), [intentOf(resting), sendingUntil(30_000)]).notices.values()].at(-1)
      const last = lastOf('untriggered', 'canceled')
      expect(last?.level).toBe('warning')
      expect(last?.message).toMatch(/was canceled, but this desk did not request it\.$/)
      expect(last?.action).toMatch(/^Ask the broker why/)
      expect(lastOf('untriggered', 'triggered', 'canceled')?.message).toMatch(/ expired\.$/)
    },
  )

  it.each([
    ['a limit', { type: 'limit', limitPrice: text('60000'), timeInForce: 'IOC' }],
    ['a market', { type: 'market', limitPrice: null, timeInForce: null }],
  ] as const)('%s order that ends at once without a fill expired', (_, more) => {
    const atOnce = withDefaults({ ...draft, ...more })
    const ended = reportTelling(atOnce, ID)('canceled', 0)
    const { notices } = tell(
      [{ kind: 'shown', at: 5, by: 'stream', stale: false, report: ended }],
      [intentOf(atOnce), sendingUntil(30_000)],
    )
    expect([...notices.values()].at(-1)).toMatchObject({ level: 'info', action: null })
    expect([...notices.values()].at(-1)?.message).toMatch(/ expired\.$/)
  })

  it('an amend of a resting stop by another terminal contradicts nothing', () => {
    const stop = withDefaults({ ...draft, type: 'stop_loss', limitPrice: null, triggerPrice: text('60500') })
    const waiting = { ...reportTelling(stop, ID)('untriggered', 0), timeInForce: 'IOC' }
    const { order } = tell(
      [{ kind: 'shown', at: 5, by: 'stream', stale: false, report: waiting }],
      [intentOf(stop), sendingUntil(30_000)],
    )
    const known = order()
    if (!known) throw new Error('no order')
    const amended = { ...waiting, amount: text('3') }
    expect(anotherOrder(known, amended, 'stream')).toBeNull()
    expect(anotherOrder({ ...known, status: 'triggered' }, amended, 'stream')).toMatch(/its amount is 3/)
  })

  it('a cash order without an amount is not called whole when it ended early', () => {
    const cash = withDefaults(
      plainDraft({
        customerCode: C,
        symbol: draft.symbol,
        side: 'buy',
        type: 'market',
        cashAmount: text('300000'),
      }),
    )
    const partly: OrderEvent = {
      kind: 'shown',
      at: 5,
      by: 'stream',
      stale: false,
      report: { ...reportTelling(cash, ID)('canceled', 2), amount: null },
    }
    const { notices } = tell([partly], [intentOf(cash), sendingUntil(30_000)])
    const fill = [...notices.values()].find(({ kind }) => kind === 'fill')
    expect(fill?.detail).toBe('The order is done. How much of it did not fill is not known.')
  })

  it('a change that nobody here asked for says so', () => {
    const { notices } = tell([shown('open', 0), movedShown('stream')])
    expect([...notices.values()].at(-1)?.detail).toBe(
      'The venue shows the change, but this desk did not request it.',
    )
  })

  it('an amend states the old and the new value', () => {
    expect(messages([shown('open', 0), movedShown('stream')])).toEqual([
      'BUY 5 at 60,000 was changed: price from 60,000 to 60,100.5.',
    ])
  })

  it('a change that was asked for and never confirmed is not called one that nobody asked for', () => {
    const { notices } = tell([
      shown('open', 0),
      PRICE_ASKED,
      { kind: 'wish-over', at: 7, act: 'amend', proven: false },
      movedShown('list'),
    ])
    expect([...notices.values()].find(({ message }) => message.includes('was changed'))).toMatchObject({
      detail: expect.stringContaining('An earlier change by this desk had not been confirmed'),
      count: 1,
    })
  })

  it('a cancel that was not confirmed in time is not denied when the venue shows the order canceled', () => {
    const { notices } = tell([
      shown('open', 0),
      { kind: 'cancel-asked', at: 4 },
      { kind: 'wish-over', at: 9, act: 'cancel', proven: false },
      shown('canceled', 0),
    ])
    expect([...notices.values()].at(-1)).toMatchObject({
      level: 'info',
      message: 'BUY 5 at 60,000 is canceled: the venue shows it.',
      detail: expect.stringContaining('An earlier cancel of this desk had not been confirmed.'),
    })
  })

  it('an order without an answer must be acknowledged until its status is known again', () => {
    const desk = tell([{ kind: 'unproven', at: 3, act: 'order', message: 'No answer came.' }])
    expect([...desk.notices.values()]).toMatchObject([
      {
        kind: 'no answer',
        level: 'error',
        message: 'BUY 5 at 60,000 has an unknown status: it may or may not be live.',
      },
    ])
    desk.take(shown('open', 0))
    expect([...desk.notices.values()]).toMatchObject([
      { kind: 'no answer', level: 'info', message: 'BUY 5 at 60,000 is live: the venue shows it.', count: 1 },
    ])
  })

  it('an order found in a list gives no notice; its next fill does', () => {
    const desk = tell([shown('partially_filled', 2, 'list')], [])
    expect(desk.notices.size).toBe(0)
    desk.take(shown('partially_filled', 3))
    expect([...desk.notices.values()]).toMatchObject([{ kind: 'fill', total: '3' }])
  })

  it('an average keeps eight digits and is never a guess', () => {
    expect(averagePrice(decimal('3'), decimal('1'))).toBe('0.3333333')
    expect(averagePrice(decimal('3'), decimal('186449.5'))).toBe('62149.833')
    expect(averagePrice(decimal('2'), decimal('120000'))).toBe('60000')
    expect(averagePrice(decimal('2'), decimal('0'))).toBe(null)
  })
})

describe('no outcome without a notice, none twice', () => {
  const at = fc.integer({ min: 3, max: 9_999 })
  const act = fc.constantFrom('order' as const, 'cancel' as const, 'amend' as const)
  const message = fc.constant('words')
  const anyEvent: fc.Arbitrary<OrderEvent> = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('open', 'partially_filled', 'canceled', 'expired', 'rejected', 'odd', 'filled'),
        fc.integer({ min: 0, max: 5 }),
        fc.constantFrom('stream' as const, 'list' as const),
      )
      .map(([status, filled, by]) => shown(status, status === 'filled' ? 5 : filled, by)),
    fc.record({
      kind: fc.constant('refused' as const),
      at,
      act,
      code: fc.constant('ORDER_REJECTED'),
      message,
    }),
    fc.record({ kind: fc.constant('not-sent' as const), at, act, message }),
    fc.record({ kind: fc.constant('unproven' as const), at, act, message }),
    fc.record({ kind: fc.constant('asking' as const), at }),
    fc.record({ kind: fc.constant('absent' as const), at, stale: fc.boolean() }),
    fc.record({ kind: fc.constant('dead' as const), at, proof: message }),
    fc.record({ kind: fc.constant('unresolved' as const), at, why: message }),
    fc.record({ kind: fc.constant('written-off' as const), at, by: message }),
    fc.record({ kind: fc.constant('cancel-asked' as const), at }),
    fc.record({ kind: fc.constant('wish-over' as const), at, act, proven: fc.boolean() }),
  )
  const lives = fc.array(anyEvent, { maxLength: 14 })
  const moreFilled = (before: Order | undefined, now: Order) =>
    compare(decimal(now.filledAmount), decimal(before?.filledAmount ?? '0')) > 0

  it('every end and every fill of an order gives a notice', () => {
    fc.assert(
      fc.property(lives, (events) => {
        const { changes } = tell(events)
        const outcomes = changes.filter(
          ({ before, now }) =>
            before &&
            ((isLive(before) && !isLive(now)) ||
              (isLive(now) && now.refusal !== null && now.refusal !== before.refusal) ||
              (now.phase === 'unknown' && before.phase !== 'unknown')),
        )
        expect(outcomes.filter(({ keys }) => keys.length === 0)).toEqual([])
        const fills = changes.filter(({ before, now }) => moreFilled(before, now))
        expect(fills.filter(({ keys }) => !keys.includes(`fill ${C} ${ID}`))).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it('a fill notice has the sum of the fills and counts each growth once', () => {
    fc.assert(
      fc.property(lives, (events) => {
        const { notices, changes, order } = tell(events)
        const fill = notices.get(`fill ${C} ${ID}`)
        const grown = changes.filter(({ before, now }) => moreFilled(before, now)).length
        expect(fill?.count ?? 0).toBe(grown)
        expect(fill?.total ?? '0').toBe(order()?.filledAmount)
      }),
      { numRuns: 2_000 },
    )
  })

  it('news that is heard again changes no notice', () => {
    fc.assert(
      fc.property(lives, (events) => {
        let order: Order | undefined
        for (const event of [...START, ...events]) {
          const before = order
          const now = applyOrderEvent(before, C, ID, event)
          if (!now || (before && saysTheSame(before, now))) continue
          order = now
          for (const news of orderNews(before, now, event)) {
            const known = foldNotice(undefined, news, 1, 1)
            expect(foldNotice(known, news, 2, 2)).toBe(known)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('totals in any sequence end at the greatest, counted once for each growth', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 30 }), (totals) => {
        let known: Notice | undefined
        let best = 0
        let grown = 0
        for (const total of totals) {
          const item = text(toText(decimalOf(total)))
          known = foldNotice(
            known,
            {
              key: 'fill',
              counts: 'growth',
              level: 'info',
              kind: 'fill',
              customerCode: C,
              symbol: null,
              referenceId: ID,
              message: `Bought ${total}.`,
              detail: null,
              action: null,
              total: item,
            },
            1,
            total,
          )
          if (total > best) {
            best = total
            grown++
          }
        }
        expect(known).toMatchObject({ total: String(best), count: grown, message: `Bought ${best}.` })
      }),
    )
  })
})
