import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ZERO, add, decimal, subtract, toText, type DecimalText } from '../../../../../shared/base/decimal.ts'
import { accountEntriesForNewSegment } from '../../../../../electron/core/journal/accountEntriesForNewSegment.ts'
import { recoverState } from '../../../../../electron/core/journal/recoverStateFromJournal.ts'
import { journalEntry, type JournalEntry } from '../../../../../shared/domain/journalEntry.ts'
import {
  coveredBy,
  foldBracket,
  isBracketOver,
  mayFillLate,
  legDraft,
  nextLegAmount,
  uncovered,
  type Bracket,
} from '../../../../../shared/domain/orders/bracket/bracket.ts'
import {
  orderKey,
  plainDraft,
  type Order,
  type OrderDraft,
} from '../../../../../shared/domain/orders/order.ts'
import {
  applyOrderEvent,
  withDefaults,
  type OrderEvent,
} from '../../../../../shared/domain/orders/orderLife.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../../../shared/domain/scalars.ts'
import { intentOf, reportTelling, sendingUntil } from '../../../../fakes/core/orderEvents.ts'

const C = 'C1042' as CustomerCode
const ENTRY = 'entry' as ReferenceId
const WHOSE = 'paper'
const text = (word: string) => word as DecimalText
const PRICES = { takeProfitPrice: text('66000'), stopLossPrice: text('58000') }
const ENTRY_DRAFT = withDefaults(
  plainDraft({
    customerCode: C,
    symbol: 'BTCUSDC_PERP' as Symbol,
    side: 'buy',
    type: 'limit',
    amount: text('10'),
    limitPrice: text('60000'),
  }),
)

/** A journal in memory, and what the fold makes of each entry as it is written. */
function openBook() {
  const entries: JournalEntry[] = []
  const orders = new Map<string, Order>()
  const brackets = new Map<string, Bracket>()
  const put = (id: ReferenceId, event: OrderEvent): void => {
    const key = orderKey({ customerCode: C, referenceId: id })
    const before = orders.get(key)
    const now = applyOrderEvent(before, C, id, event)
    if (!now || now === before) return
    entries.push({ at: 1, whose: WHOSE, body: { type: 'order', customerCode: C, referenceId: id, event } })
    orders.set(key, now)
    foldBracket(brackets, now, before, event)
  }
  const bracket = (): Bracket => {
    const found = brackets.get(orderKey({ customerCode: C, referenceId: ENTRY }))
    if (!found) throw new Error('no bracket')
    return found
  }
  put(ENTRY, { ...intentOf(ENTRY_DRAFT), bracket: PRICES } as OrderEvent)
  put(ENTRY, sendingUntil(null))
  return {
    entries,
    put,
    bracket,
    brackets,
    order: (id: ReferenceId) => orders.get(orderKey({ customerCode: C, referenceId: id })),
    fill: (filled: number, status = filled === 10 ? 'filled' : 'partially_filled') =>
      put(ENTRY, {
        kind: 'shown',
        at: 2,
        by: 'stream',
        stale: false,
        report: reportTelling(ENTRY_DRAFT, ENTRY)(status, filled),
      }),
    leg: (id: string, amount: string): OrderDraft => {
      const draft = withDefaults(legDraft(bracket(), decimal(amount)))
      put(id as ReferenceId, { ...intentOf(draft), legOf: ENTRY } as OrderEvent)
      return draft
    },
  }
}
const recovered = (entries: readonly JournalEntry[]) =>
  recoverState(entries.map((entry) => journalEntry.parse(JSON.parse(JSON.stringify(entry))))).recordsOf(WHOSE)

describe('a bracket', () => {
  it('needs legs for what filled, and for nothing before', () => {
    const book = openBook()
    expect(uncovered(book.bracket())).toBe(ZERO)
    book.fill(4)
    expect(toText(uncovered(book.bracket()))).toBe('4')
    book.leg('leg-0', '4')
    expect(uncovered(book.bracket())).toBe(ZERO)
    book.fill(10)
    expect(toText(uncovered(book.bracket()))).toBe('6')
  })

  it('has one combo as its leg, or a stop or a take profit alone, on the other side', () => {
    const book = openBook()
    expect(legDraft(book.bracket(), decimal('3'))).toMatchObject({
      side: 'sell',
      type: 'take_profit_stop_loss',
      amount: '3',
      takeProfitPrice: '66000',
      stopLossPrice: '58000',
      triggerPrice: null,
    })
    const alone = { ...book.bracket(), prices: { takeProfitPrice: null, stopLossPrice: text('58000') } }
    expect(legDraft(alone, decimal('3'))).toMatchObject({ type: 'stop_loss', triggerPrice: '58000' })
  })

  it('counts a leg of unknown fate at full size, and needs another only for a leg that never left', () => {
    const book = openBook()
    book.fill(4)
    const legs = ['a', 'b', 'c', 'd'] as const
    for (const id of legs) book.leg(id, '1')
    for (const id of legs) book.put(id as ReferenceId, sendingUntil(null))
    book.put('a' as ReferenceId, { kind: 'unproven', at: 3, act: 'order', message: 'timed out' })
    book.put('b' as ReferenceId, {
      kind: 'refused',
      at: 3,
      act: 'order',
      code: 'ORDER_REJECTED',
      message: '',
    })
    expect(uncovered(book.bracket())).toBe(ZERO)
    book.put('c' as ReferenceId, { kind: 'not-sent', at: 3, act: 'order', message: 'no connection' })
    expect(toText(uncovered(book.bracket()))).toBe('1')
    book.put('d' as ReferenceId, { kind: 'cancel-asked', at: 3 })
    book.put('d' as ReferenceId, { kind: 'not-sent', at: 4, act: 'order', message: 'canceled before' })
    expect(toText(uncovered(book.bracket()))).toBe('1')
    expect(book.bracket().legs.map(({ fate }) => fate)).toEqual(['open', 'refused', 'not-sent', 'done'])
  })

  it('is over once its entry is over, its fill covered and no leg open', () => {
    const book = openBook()
    book.fill(4)
    const draft = book.leg('a', '4')
    book.fill(4, 'canceled')
    expect(isBracketOver(book.bracket())).toBe(false)
    book.put('a' as ReferenceId, {
      kind: 'shown',
      at: 5,
      by: 'stream',
      stale: false,
      report: reportTelling(draft, 'a' as ReferenceId)('filled', 4),
    })
    expect(isBracketOver(book.bracket())).toBe(true)
  })

  it('gives a leg no more than the position holds beside other legs', () => {
    const book = openBook()
    book.fill(5)
    expect(toText(nextLegAmount(book.bracket(), decimal('9'), decimal('2')))).toBe('5')
    expect(toText(nextLegAmount(book.bracket(), decimal('6'), decimal('2')))).toBe('4')
    expect(nextLegAmount(book.bracket(), decimal('1'), decimal('2'))).toBe(ZERO)
  })
})

type Step =
  | { readonly does: 'fill'; readonly more: number }
  | { readonly does: 'place'; readonly part: number }
  | { readonly does: 'leg'; readonly which: number; readonly what: number }
  | { readonly does: 'release'; readonly part: number }
  | { readonly does: 'end' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('fill' as const), more: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ does: fc.constant('place' as const), part: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ does: fc.constant('leg' as const), which: fc.nat(9), what: fc.nat(8) }),
  fc.record({ does: fc.constant('release' as const), part: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ does: fc.constant('end' as const) }),
)

/** Contracts as a part of what needs a leg: quarters, so that the sums are not whole numbers. */
const partOf = (subject: Bracket, part: number) => {
  const quarter = decimal('0.25')
  const wanted = decimal(String(part * 0.75))
  const left = uncovered(subject)
  return left < quarter ? left : wanted < left ? wanted : left
}

function legEvent(what: number, id: ReferenceId, draft: OrderDraft): OrderEvent {
  const at = 9
  const shown = (status: string, filled: number): OrderEvent => ({
    kind: 'shown',
    at,
    by: 'stream',
    stale: false,
    report: reportTelling(draft, id)(status, filled),
  })
  const events: OrderEvent[] = [
    sendingUntil(null),
    shown('untriggered', 0),
    shown('canceled', 0),
    { kind: 'refused', at, act: 'order', code: 'ORDER_REJECTED', message: '' },
    { kind: 'not-sent', at, act: 'order', message: '' },
    { kind: 'unproven', at, act: 'order', message: '' },
    { kind: 'cancel-asked', at },
    { kind: 'dead', at, proof: '' },
    { kind: 'written-off', at, by: 'dealer' },
  ]
  return events[what % events.length] as OrderEvent
}

function run(steps: readonly Step[], after: (book: ReturnType<typeof openBook>) => void): void {
  const book = openBook()
  let filled = 0
  let count = 0
  const legs: { id: ReferenceId; draft: OrderDraft }[] = []
  for (const each of steps) {
    if (each.does === 'fill') book.fill((filled = Math.min(10, filled + each.more)))
    if (each.does === 'end') book.fill(filled, filled === 10 ? 'filled' : 'canceled')
    if (each.does === 'place' && uncovered(book.bracket()) > 0n) {
      const id = `leg-${count++}` as ReferenceId
      legs.push({ id, draft: book.leg(id, toText(partOf(book.bracket(), each.part))) })
    }
    const leg = each.does === 'leg' ? legs[each.which % Math.max(1, legs.length)] : undefined
    if (each.does === 'leg' && leg) {
      // A request whose byte has left is never "not sent": the dispatch gate journals it first.
      const phase = book.order(leg.id)?.phase
      const event = legEvent(each.what, leg.id, leg.draft)
      // And the venue knows nothing of a request of which no byte left.
      const isImpossible = event.kind === 'not-sent' ? phase !== 'intent' : phase === 'not-sent'
      if (!isImpossible) book.put(leg.id, event)
    }
    if (each.does === 'release' && uncovered(book.bracket()) > 0n) {
      const released = toText(add(decimal(book.bracket().released), partOf(book.bracket(), each.part)))
      book.put(ENTRY, { kind: 'leg-released', at: 9, released, why: 'closed' })
    }
    after(book)
  }
}

describe('for every course of fills, answers and ends', () => {
  it('the legs are never more than the fill, and covered, released and missing add up to it exactly', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) =>
        run(steps, (book) => {
          const subject = book.bracket()
          const live = subject.legs
            .filter(
              ({ referenceId: id }) =>
                book.order(id)?.phase !== 'not-sent' || book.order(id)?.refusal === null,
            )
            .reduce((sum, { amount }) => add(sum, decimal(amount)), ZERO)
          expect(live <= decimal(subject.filled)).toBe(true)
          expect(add(add(coveredBy(subject), decimal(subject.released)), uncovered(subject))).toBe(
            decimal(subject.filled),
          )
          expect(subtract(decimal(subject.filled), coveredBy(subject)) >= 0n).toBe(true)
        }),
      ),
      { numRuns: 300 },
    )
  })

  it('the journal gives the same brackets again after each entry, and after a new segment', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) =>
        run(steps, (book) => {
          expect(recovered(book.entries).brackets).toEqual(book.brackets)
          const carried = accountEntriesForNewSegment(recoverState(book.entries), 5)
          const { orders } = recovered(book.entries)
          const late = [...orders].flatMap(([key, order]) => (mayFillLate(order, 5) ? [key] : []))
          const kept = [...book.brackets].filter(([key, each]) => !isBracketOver(each) || late.includes(key))
          const next = recovered(carried)
          expect([...next.brackets]).toEqual(kept)
          // A trade that comes later finds the entry.
          for (const key of late) expect(next.orders.get(key)).toEqual(orders.get(key))
        }),
      ),
      { numRuns: 60 },
    )
  })
})
