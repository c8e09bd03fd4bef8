import { describe, expect, it } from 'vitest'
import type { Order } from '../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../shared/domain/scalars.ts'
import { draftOf } from '../electron/core/deskHarness.ts'
import type { Intent } from './dealing.ts'
import { faultOf, leftOpen, lost, twice } from './judge.ts'
import { venueOrder } from '../fakes/core/venueOrder.ts'
import { killNine } from './killNine.ts'
import type { Row } from './venue.ts'

const C = 'C1042' as CustomerCode
const ID = 'op-1' as ReferenceId
const order = (more: Partial<Order>): Order => venueOrder(draftOf(), ID, 1, more)
const row = (more: Partial<Row> = {}): Row => ({
  customerCode: C,
  referenceId: ID,
  status: 'open',
  filledAmount: '0',
  limitPrice: '60000',
  ...more,
})
const intent = (taken: readonly ReferenceId[]): Intent => ({
  intentId: 'crash-0',
  draft: draftOf(),
  taken: new Set(taken),
  lost: false,
  refused: null,
})

describe('the judge finds every kind of fault', () => {
  it('an order that the desk holds for dead and the broker has', () => {
    for (const phase of ['dead', 'not-sent', 'rejected'] as const)
      expect(faultOf(order({ phase, status: null }), row())).toMatch(/^wrongly dead/)
  })
  it('an order that the desk shows and the broker never had, or has otherwise', () => {
    expect(faultOf(order({}), null)).toMatch(/^invented/)
    expect(faultOf(order({}), row({ status: 'filled', filledAmount: '2' }))).toMatch(/^differs/)
    expect(faultOf(order({ phase: 'closed', status: 'canceled' }), row())).toMatch(/^differs/)
    expect(faultOf(order({}), row())).toBeNull()
  })
  it('an intent that went out twice, stands twice or was taken twice', () => {
    const posted = { referenceId: ID, limitPrice: '60000' }
    expect(twice([intent([ID])], [posted], [row()])).toEqual([])
    expect(twice([intent([ID])], [posted, posted], [row(), row({ referenceId: 'op-2' })])).toHaveLength(2)
    expect(twice([intent([ID, 'op-2' as ReferenceId])], [], [])).toHaveLength(1)
  })
  it('an order that was taken, or stands, and is gone from the desk', () => {
    expect(lost([intent([ID])], [], new Map())).toHaveLength(1)
    expect(lost([], [row()], new Map([[`${C} ${ID}`, order({ origin: 'external' })]]))).toHaveLength(1)
  })
  it('a fate that is still open, unless nothing can tell it and the dealer is asked', () => {
    expect(leftOpen('bearer', [order({ phase: 'unresolved' })])).toEqual([])
    expect(leftOpen('signed', [order({ phase: 'unresolved' })])).toHaveLength(1)
    expect(leftOpen('bearer', [order({ phase: 'resolving' })])).toHaveLength(1)
  })
})

describe('the real desk, killed while it deals', () => {
  it.each([
    ['signed', 2, 11],
    ['bearer', 1, 12],
  ] as const)(
    'with %s requests: equals the broker after every start, no order twice, none lost',
    async (mode, kills, seed) => {
      const summary = await killNine({ kills, seed, mode, proofs: false, tell: () => {} })
      expect(summary.faults).toEqual([])
      expect(summary.taken).toBeGreaterThan(0)
    },
    180_000,
  )
})
