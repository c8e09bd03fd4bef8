import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import {
  applyOrderEvent,
  ordersToShow,
  withDefaults,
  type OrderEvent,
} from '../../../../shared/domain/orders/orderLife.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import { C1, draftOf, reportOf, text } from '../deskHarness.ts'

const id = 'ref-1' as ReferenceId

describe('reports of one order', () => {
  const life = [
    reportOf(id, 'open'),
    reportOf(id, 'partially_filled', { filledAmount: text('0.5'), filledQuote: text('30000') }),
    reportOf(id, 'partially_filled', { filledAmount: text('1.5'), filledQuote: text('90000') }),
  ]
  const fold = (reports: readonly ReturnType<typeof reportOf>[]): Order => {
    const events: OrderEvent[] = [
      {
        kind: 'intent',
        at: 500,
        intentId: 'intent-01',
        draft: withDefaults(draftOf()),
        check: { version: 0, findings: [], typed: null },
      },
      ...reports.map((report) => ({
        kind: 'shown' as const,
        at: 2_000,
        by: 'stream' as const,
        stale: false,
        report,
      })),
    ]
    let order: Order | undefined
    for (const event of events) order = applyOrderEvent(order, C1, id, event)
    if (!order) throw new Error('no order')
    return order
  }

  it.each([
    ['filled', reportOf(id, 'filled', { filledAmount: text('2'), filledQuote: text('120000') })],
    [
      'canceled after a part',
      reportOf(id, 'canceled', { filledAmount: text('1.5'), filledQuote: text('90000') }),
    ],
  ])(
    'end as %s in whatever order and however often they arrive [3.order.canceled 3.order.partiallyFilled]',
    (_, last) => {
      const whole = [...life, last]
      const expected = fold(whole)
      expect(expected.phase).toBe('closed')
      fc.assert(
        fc.property(fc.shuffledSubarray([...whole, ...whole], { minLength: 1 }), (some) => {
          const reports = some.includes(last) ? some : [...some, last]
          expect(fold(reports)).toEqual(expected)
        }),
        { seed: 1, numRuns: 300 },
      )
    },
  )

  it('keep an unknown status and count it as live [gap.13 3.order.noPartialCancel]', () => {
    expect(fold([reportOf(id, 'resting_somewhere')])).toMatchObject({
      phase: 'working',
      status: 'resting_somewhere',
    })
  })

  it('do not lose what a short message leaves out', () => {
    const folded = fold([life[0]!, { ...life[1]!, amount: null, limitPrice: null }])
    expect(folded).toMatchObject({ amount: '2', limitPrice: '60000' })
  })

  it('do not fall back to an answer that was asked for before the stream spoke', () => {
    const streamed = applyOrderEvent(undefined, C1, id, {
      kind: 'shown',
      at: 5_000,
      by: 'stream',
      stale: false,
      report: reportOf(id, 'triggered'),
    })
    const after = applyOrderEvent(streamed, C1, id, {
      kind: 'shown',
      at: 6_000,
      by: 'look-up',
      stale: true,
      report: reportOf(id, 'untriggered'),
    })
    expect(after?.status).toBe('triggered')
  })

  it('show every live order and only the newest of the others', () => {
    const orders = Array.from({ length: 30 }, (_, n) => ({
      ...fold([reportOf(id, n % 3 === 0 ? 'open' : 'canceled')]),
      referenceId: `o-${n}` as ReferenceId,
      createdAt: n,
    }))
    const shown = ordersToShow(orders, 5)
    expect(shown.filter((order) => order.phase === 'working')).toHaveLength(10)
    expect(shown.filter((order) => order.phase === 'closed').map((order) => order.createdAt)).toEqual(
      [22, 23, 25, 26, 28, 29].slice(-5),
    )
  })
})
