/** The reports of list, stream and look-up on one order, in any sequence and repeated, end in one state. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { plainDraft, type Order, type OrderReport } from '../../../shared/domain/orders/order.ts'
import { applyOrderEvent, withDefaults, type OrderEvent } from '../../../shared/domain/orders/orderLife.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import { intentOf, reportTelling, sendingUntil } from '../../fakes/core/orderEvents.ts'

const C = 'C1042' as CustomerCode
const ID = 'op-1' as ReferenceId
const text = (word: string) => word as DecimalText
const draft = withDefaults(
  plainDraft({
    customerCode: C,
    symbol: 'BTCUSDC_PERP' as Symbol,
    side: 'sell',
    type: 'limit',
    amount: text('5'),
    limitPrice: text('60000'),
  }),
)
const INTENT = intentOf(draft)
const SENDING = sendingUntil(null)

/** A venue's own history of the order: it fills from 0 upwards and ends. */
const history = fc
  .record({
    fills: fc.array(fc.integer({ min: 1, max: 2 }), { maxLength: 2 }),
    end: fc.constantFrom('canceled', 'filled', 'expired'),
  })
  .map(({ fills, end }): OrderReport[] => {
    const report = reportTelling(draft, ID)
    let filled = 0
    const reports = [report('open', 0)]
    for (const more of fills) reports.push(report('partially_filled', (filled += more)))
    return [...reports, report(end, end === 'filled' ? 5 : filled)]
  })

/** Each report at least once, from any source, some again, in any sequence; answers to requests older than the news are marked stale. */
const deliveries = history.chain((reports) =>
  fc
    .array(fc.integer({ min: 0, max: reports.length - 1 }), { maxLength: 8 })
    .map((again) => [...reports.keys(), ...again])
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }))
    .chain((order) =>
      fc.tuple(
        fc.constant(reports),
        fc.tuple(
          ...order.map((index) =>
            fc
              .tuple(fc.constantFrom('stream' as const, 'look-up' as const, 'list' as const), fc.boolean())
              .map(([by, stale]) => ({ index, by, stale: stale && by !== 'stream' })),
          ),
        ),
      ),
    ),
)

/** Without when it was heard. */
const ended = (order: Order | undefined) => ({ ...order, updatedAt: 0 })

it.each([
  ['our own order', [INTENT, SENDING]],
  ['an order from elsewhere', []],
])('%s', (_origin, before: readonly OrderEvent[]) => {
  fc.assert(
    fc.property(deliveries, ([reports, delivered]) => {
      const fold = (
        list: readonly { index: number; by: 'stream' | 'look-up' | 'list'; stale: boolean }[],
      ) => {
        let order: Order | undefined
        for (const event of before) order = applyOrderEvent(order, C, ID, event)
        let isEndReported = false
        for (const [at, { index, by, stale: isOld }] of list.entries()) {
          const report = reports[index]
          // A venue that reported the end shows the end in every later answer: an answer that shows less was requested before.
          const stale = isOld || (isEndReported && by !== 'stream' && index < reports.length - 1)
          isEndReported ||= index === reports.length - 1
          if (report) order = applyOrderEvent(order, C, ID, { kind: 'shown', at: at + 3, by, stale, report })
        }
        return ended(order)
      }
      const inTurn = reports.map((_of, index) => ({ index, by: 'stream' as const, stale: false }))
      expect(fold(delivered)).toEqual(fold(inTurn))
    }),
    { seed: 11, numRuns: 2_000 },
  )
})
