/** Holds what the desk shows against the broker's record and against what the window heard. Pure: finds faults, mends nothing. */

import { isTerminal, isUnproven, orderKey, type Order } from '../../shared/domain/orders/order.ts'
import type { PassedOrder } from '../fakes/venue/countingProxy.ts'
import type { Intent } from './dealing.ts'
import type { Mode, Row } from './venue.ts'

/** What is wrong with one order of the desk, whose fate it holds for known; null when it is as the broker has it. */
export function faultOf(order: Order, row: Row | null): string | null {
  const { phase, referenceId, status, filledAmount } = order
  const says = `the desk says ${phase} (${status}, filled ${filledAmount}) of ${referenceId}, the broker ${row ? `${row.status}, filled ${row.filledAmount}` : 'knows none'}`
  if (isUnproven(order) || phase === 'intent') return null
  const over = phase === 'working' ? false : phase === 'closed' ? true : null
  if (over === null) return row === null ? null : `wrongly dead: ${says}`
  if (row === null) return `invented: ${says}`
  const same =
    isTerminal(row.status) === over && row.filledAmount === filledAmount && (!over || row.status === status)
  return same ? null : `differs: ${says}`
}

/** Orders that went out or stand more than once for one intent; every intent has its own price. */
export function twice(
  intents: readonly Intent[],
  posted: readonly PassedOrder[],
  rows: readonly Row[],
): string[] {
  const faults: string[] = []
  const count = (what: string, prices: readonly string[]) => {
    const seen = new Map<string, number>()
    for (const price of prices) seen.set(price, (seen.get(price) ?? 0) + 1)
    for (const { intentId, draft } of intents) {
      const times = seen.get(draft.limitPrice ?? '') ?? 0
      if (times > 1) faults.push(`${intentId} ${what} ${times} times`)
    }
  }
  count(
    'was posted',
    posted.map((passedOrder) => passedOrder.limitPrice),
  )
  count(
    'stands at the broker',
    rows.map((row) => row.limitPrice),
  )
  for (const { intentId, taken } of intents)
    if (taken.size > 1) faults.push(`${intentId} was taken under ${taken.size} ids`)
  return faults
}

/** Orders that the window received, or that the broker holds, and that the desk does not know. */
export function lost(
  intents: readonly Intent[],
  rows: readonly Row[],
  orders: ReadonlyMap<string, Order>,
): string[] {
  const heard = intents.flatMap(({ draft, taken }) =>
    [...taken].map((referenceId) => ({ customerCode: draft.customerCode, referenceId })),
  )
  return [
    ...heard
      .filter((order) => !orders.has(orderKey(order)))
      .map((order) => `${order.referenceId} was taken and is gone`),
    ...rows
      .filter((row) => orders.get(`${row.customerCode} ${row.referenceId}`)?.origin !== 'desk')
      .map((row) => `${row.referenceId} stands at the broker and the desk does not know it for its own`),
  ]
}

/** What may still be open at the end: nothing where requests age, and where they do not, only what the dealer is asked to decide. */
export const leftOpen = (mode: Mode, orders: Iterable<Order>): string[] =>
  [...orders]
    .filter((order) => isUnproven(order) || order.phase === 'intent')
    .filter((order) => mode === 'signed' || order.phase !== 'unresolved')
    .map((order) => `${order.referenceId} is still ${order.phase}`)
