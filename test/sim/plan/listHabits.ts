/** How a schedule's venue answers lists of open orders, within what the API leaves open (docs/api.md#gap.10), and the orders that others rest there. Plans and rewrites; sends nothing. */

import type { DecimalText } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { plainDraft, type OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import { choose } from './faults.ts'
import { priceOf } from './dealer.ts'
import { INSTRUMENTS, MIDDLES } from '../world/quietExchange.ts'

/** Until everything is healed; then lists come whole and at once. */
export type ListHabit =
  | { readonly does: 'whole' }
  /** `leads`: the venue goes on from the cursor that it names; else it shows the first page again. */
  | { readonly does: 'pages'; readonly size: number; readonly leads: boolean }
  /** Answers this late, ms. */
  | { readonly does: 'late'; readonly ms: number }
  /** The connection ends in the middle of the body. */
  | { readonly does: 'cut' }
  /** 404 without a code: there is no such list. */
  | { readonly does: 'absent' }

/** An order that rests at the venue and was not sent from the desk. */
export interface Elsewhere {
  readonly id: ReferenceId
  readonly draft: OrderDraft
  /** Ms after the world began. */
  readonly at: number
}

export interface ListPlan {
  readonly habit: ListHabit
  readonly elsewhere: readonly Elsewhere[]
}

/** Customers that others deal for: few, so that their lists are long enough to be cut and paged. */
const FEW = 2
const PREFIX = 'elsewhere-'
export const isElsewhere = (id: string): boolean => id.startsWith(PREFIX)

function draftOf(n: number, customerCode: CustomerCode, far: number): OrderDraft {
  const { symbol } = INSTRUMENTS[n % INSTRUMENTS.length] ?? INSTRUMENTS[0]
  return plainDraft({
    customerCode,
    symbol,
    side: 'buy',
    type: 'limit',
    // No size that the dealer of a schedule uses.
    amount: `0.${500 + n}` as DecimalText,
    limitPrice: priceOf((MIDDLES.get(symbol) ?? 0) - far),
  })
}

/** Of its own seed, so that the rest of a schedule stays what it was. */
export function planLists(seed: number, customers: readonly CustomerCode[], horizon: number): ListPlan {
  const random = seededRandom(seed ^ 0x11575)
  const habit = choose<ListHabit>(random, [
    [10, () => ({ does: 'whole' })],
    [4, () => ({ does: 'pages', size: 1 + random.integer(3), leads: true })],
    [1, () => ({ does: 'pages', size: 1 + random.integer(3), leads: false })],
    [1, () => ({ does: 'late', ms: 1_000 + random.integer(30_000) })],
    [1, () => ({ does: 'cut' })],
    [1, () => ({ does: 'absent' })],
  ])
  const count = random.next() < 0.5 ? 0 : 1 + random.integer(8)
  const elsewhere = Array.from({ length: count }, (_, n): Elsewhere => ({
    id: `${PREFIX}${n}` as ReferenceId,
    draft: draftOf(n, customers[random.integer(FEW)] as CustomerCode, 40 + random.integer(60)),
    // Half of them rest before the desk begins: no stream tells of those.
    at: random.next() < 0.5 ? 0 : random.integer(horizon),
  }))
  return { habit, elsewhere }
}

interface Row {
  readonly reference_id: string
}

/** The page of a list that a request asks for. `order`: every order of the venue, oldest first, by id. */
export function pageOf(
  rows: readonly Row[],
  { size, leads }: { readonly size: number; readonly leads: boolean },
  path: string,
  order: readonly string[],
): string {
  const cursor = leads ? new URL(path, 'http://venue').searchParams.get('before') : null
  // Behind the row that the cursor names, whether that row is still there or not.
  const behind = cursor === null ? -1 : order.indexOf(cursor)
  const left = rows.filter((row) => order.indexOf(row.reference_id) > behind)
  const page = left.slice(0, size)
  const next = left.length > size ? (page.at(-1)?.reference_id ?? null) : null
  return JSON.stringify({ items: page, next })
}
