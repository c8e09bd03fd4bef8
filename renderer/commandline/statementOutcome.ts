/** Decides from the orders of the window whether the venue confirmed what a statement sent. Pure; sends nothing. */

import { shownCode } from '../../shared/base/shownCode.ts'
import { compare, decimal } from '../../shared/base/decimal.ts'
import { assertNever } from '../../shared/base/result.ts'
import {
  isLive,
  isUnproven,
  orderKey,
  type Order,
  type OrderChanges,
} from '../../shared/domain/orders/order.ts'
import { readingWords, type OpenOrderReading } from '../../shared/domain/orders/openOrderReading.ts'
import { isWrittenOff } from '../../shared/domain/orders/orderLife.ts'
import { customerOf } from '../state/actions/dealing.ts'
import type { Intent } from '../state/stores/proposalStore.ts'

type Rows = ReadonlyMap<string, Order>

/** `open`: the venue has yet to answer. `failed`: why the line must stop here, a clause without a full stop. */
export type StatementOutcome =
  | { readonly kind: 'open' | 'confirmed' }
  | { readonly kind: 'failed'; readonly why: string }

const OPEN: StatementOutcome = { kind: 'open' }
const CONFIRMED: StatementOutcome = { kind: 'confirmed' }
const failed = (why: string): StatementOutcome => ({ kind: 'failed', why })

const nameOf = ({ side, symbol, referenceId }: Order): string =>
  `${side.toUpperCase()} ${shownCode(symbol)} (${referenceId})`

/** The first failure, else open while one is open. */
function together(outcomes: readonly StatementOutcome[]): StatementOutcome {
  const failure = outcomes.find(({ kind }) => kind === 'failed')
  return failure ?? outcomes.find(({ kind }) => kind === 'open') ?? CONFIRMED
}

const writtenOff = (order: Order): StatementOutcome =>
  failed(`${nameOf(order)} was written off here, which proves nothing about the venue`)

const isUnanswered = (order: Order): boolean =>
  order.phase === 'intent' || isUnproven(order) || order.pending !== null

/** An order that the statement made. One that ended without a fill made nothing that a later statement could build on. */
function outcomeOfNew(order: Order): StatementOutcome {
  if (isUnanswered(order)) return OPEN
  if (order.phase === 'rejected') return failed(`${nameOf(order)} was refused`)
  if (order.phase === 'not-sent') return failed(`${nameOf(order)} was not sent`)
  if (isWrittenOff(order)) return writtenOff(order)
  const isEmpty = !isLive(order) && compare(decimal(order.filledAmount), decimal('0')) === 0
  return isEmpty ? failed(`${nameOf(order)} ended without a fill`) : CONFIRMED
}

/** An order that the statement cancels. */
function outcomeOfCancel(before: Order, now: Order | undefined): StatementOutcome {
  if (!now) return failed(`${nameOf(before)} is not in the list of orders any more`)
  if (now.refusal !== null && now.refusal !== before.refusal && isLive(now))
    return failed(`the cancel of ${nameOf(now)} was refused`)
  if (isLive(now)) return OPEN
  if (isWrittenOff(now)) return writtenOff(now)
  return now.status === 'filled' ? failed(`${nameOf(now)} was filled before its cancel`) : CONFIRMED
}

function outcomeOfAmend(before: Order, now: Order | undefined, changes: OrderChanges): StatementOutcome {
  if (now && isWrittenOff(now)) return writtenOff(now)
  if (!now || !isLive(now)) return failed(`${nameOf(before)} ended before its change`)
  if (now.refusal !== null && now.refusal !== before.refusal)
    return failed(`the change of ${nameOf(now)} was refused`)
  if (isUnanswered(now)) return OPEN
  const isShown = Object.entries(changes).every(([field, value]) => {
    const shown = now[field as keyof OrderChanges]
    return value === null || (shown !== null && compare(decimal(shown), decimal(value)) === 0)
  })
  return isShown ? CONFIRMED : failed(`the venue does not show the change of ${nameOf(now)}`)
}

/** The live orders that a cancel-all is about. */
const inScope = (rows: Rows, { customerCode, symbol, side }: Extract<Intent, { kind: 'cancelAll' }>) =>
  [...rows.values()].filter(
    (order) =>
      isLive(order) &&
      order.customerCode === customerCode &&
      (symbol === null || order.symbol === symbol) &&
      (side === null || order.side === side),
  )

/**
 * `before`: the orders when the statement was sent. `now`: the orders as they are. `gap`: the customer's list of open orders where it was not whole,
 * so that it may hide orders of a cancel-all; null where it was.
 */
export function outcomeOf(
  intent: Intent,
  before: Rows,
  now: Rows,
  gap: OpenOrderReading | null,
): StatementOutcome {
  const canceled = (orders: readonly Order[]) =>
    together(orders.map((order) => outcomeOfCancel(order, now.get(orderKey(order)))))
  switch (intent.kind) {
    case 'cancel':
      return canceled(intent.orders)
    case 'cancelAll':
      if (gap !== null)
        return failed(`it is not known whether every order is canceled, because ${readingWords(gap, 'was')}`)
      return canceled(inScope(before, intent))
    case 'amend':
      return outcomeOfAmend(intent.order, now.get(orderKey(intent.order)), intent.changes)
    case 'order':
    case 'flatten':
    case 'flattenAll': {
      const customer = customerOf(intent)
      const made = [...now].filter(
        ([key, order]) => order.customerCode === customer && order.origin === 'desk' && !before.has(key),
      )
      // The orders of a scale may become known one after the other.
      const all = intent.kind === 'order' ? (intent.scale?.length ?? 1) : 1
      return made.length < all ? OPEN : together(made.map(([, order]) => outcomeOfNew(order)))
    }
    default:
      return assertNever(intent)
  }
}
