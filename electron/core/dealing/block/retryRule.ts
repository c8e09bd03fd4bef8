/** Says why a row must not be sent once more: an order of it may be at the venue, or nobody judged what would leave. Sends nothing. */

import { ZERO, add, compare, decimal, toText, type Decimal } from '../../../../shared/base/decimal.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { Block } from '../../../../shared/domain/block/blockFold.ts'
import { isProvenDead } from '../../../../shared/domain/block/rows/rowOrders.ts'
import { amountOfRow, isWithinPlan, termsOfRetry } from '../../../../shared/domain/block/rows/rowTerms.ts'
import type { CustomerCode, ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import type { OrdersMissingInJournal } from '../../orders/ordersMissingInJournal.ts'

/** A sentence; null: every order of the row is proven not to be at the venue. `own`: an order that does not count. */
export type WhyMayLive = (
  customerCode: CustomerCode,
  row: Block['rows'][number],
  own?: ReferenceId | null,
) => string | null

export const termsUnknown = (customerCode: CustomerCode): string =>
  `It is not recorded which amount and price the last order of ${shownCode(customerCode)} in this block had. Look at the orders of the customer, and send a single order.`

export function createRetryRule(orderStore: Pick<OrderStore, 'get'>): WhyMayLive {
  return (customerCode, { referenceId, end = null, earlier = [] }, own = null) => {
    const mayLive = (id: ReferenceId | null, ended: typeof end): boolean => {
      if (id === null || id === own) return false
      const order = orderStore.get(customerCode, id)
      return order ? !isProvenDead(order) : ended?.isProvenDead !== true
    }
    if (earlier.some((each) => mayLive(each.referenceId, each.end)))
      return `An earlier order of ${shownCode(customerCode)} in this block came back: it is live, filled or unknown. Do not send another one.`
    return mayLive(referenceId, end)
      ? `The order of ${shownCode(customerCode)} was requested, and nothing proves that the venue does not have it. Do not send it again.`
      : null
  }
}

/**
 * Why the limits and the four-eyes rules have not judged what would leave, one sentence; null: they judged it with the plan. A retry asks neither of them about the whole.
 * `index`: from 0. `besides`: rows that are about to be sent once more with it.
 */
export type WhyUnjudged = (block: Block, index: number, besides?: readonly number[]) => string | null

/** `mostContractsOf`: of the orders of a block, with what has filled. */
export function createJudgedRule(mostContractsOf: (block: Block) => Decimal): WhyUnjudged {
  return (block, index, besides = []) => {
    const { plan, rows } = block
    const [planned, row] = [plan.rows[index], rows[index]]
    if (!planned || !row) return null
    const code = shownCode(planned.customerCode)
    const way = `Send a single order for ${code}, or a new block with ${code}: they judge it there.`
    const terms = termsOfRetry(plan.draft, planned, row)
    if (terms !== null && !isWithinPlan(plan.draft, planned, terms))
      return `The amount or the price of ${code} was changed since the limits and the four-eyes rules judged this block. ${way}`
    const leaving = plan.rows.flatMap((each, at) => {
      const state = rows[at]
      const leaves =
        at === index || besides.includes(at) || state?.isRetried === true || state?.state === 'waiting'
      return state && leaves ? [decimal(amountOfRow(each, state))] : []
    })
    const contracts = leaving.reduce(add, mostContractsOf(block))
    const judged = plan.rows.reduce<Decimal>((sum, { amount }) => add(sum, decimal(amount)), ZERO)
    return compare(contracts, judged) > 0
      ? `With ${code} this block would have ${toText(contracts)} contracts. The limits and the four-eyes rules judged ${toText(judged)}. ${way}`
      : null
  }
}

export interface RowsAtVenue {
  /** Every order of the block at the venue, live or not, that the journal does not name. */
  unnamed(block: Block): readonly { readonly customer: CustomerCode; readonly id: ReferenceId }[]
  /** Why the row must not be sent: the venue has an order of it that the journal does not name. One sentence; null: nothing shows such an order. `index`: from 0. */
  whyTaken(block: Block, index: number): string | null
  /** Why the block must not go on: rows that wait have such orders. One sentence that names their customers; null: none has. */
  whyNoResume(block: Block): string | null
}

/** An order at the venue that the journal does not name. */
interface Taken {
  readonly customer: CustomerCode
  readonly id: ReferenceId
}

/** Customers that a sentence names. */
const NAMED = 10

export function createRowsAtVenue(missingInJournal: Pick<OrdersMissingInJournal, 'ofBlock'>): RowsAtVenue {
  const unnamedOf = ({ plan, rows }: Block, index: number): readonly Taken[] => {
    const customer = plan.rows[index]?.customerCode
    const state = rows[index]
    if (customer === undefined || !state) return []
    const known = [state.referenceId, ...(state.earlier ?? []).map(({ referenceId }) => referenceId)]
    return missingInJournal.ofBlock(plan.blockId, customer, known).map((id) => ({ customer, id }))
  }
  const takenOf = (block: Block, index: number): Taken | null => unnamedOf(block, index)[0] ?? null
  return {
    unnamed: (block) => block.rows.flatMap((_, index) => unnamedOf(block, index)),
    whyTaken(block, index) {
      const taken = takenOf(block, index)
      return taken === null
        ? null
        : `The venue has order ${taken.id} of ${shownCode(taken.customer)} for this row, and the order journal does not name it. Do not send another one.`
    },
    whyNoResume(block) {
      const taken = block.rows.flatMap(({ state }, index) =>
        state === 'waiting' ? (takenOf(block, index) ?? []) : [],
      )
      if (taken.length === 0) return null
      const named = taken.slice(0, NAMED).map(({ customer, id }) => `${shownCode(customer)} (${id})`)
      const more = taken.length > NAMED ? ` and ${taken.length - NAMED} more` : ''
      return `Nothing was sent. The venue has orders of this block that the order journal does not name: ${named.join(', ')}${more}. The block would send them a second time. Stop the block, then look at the orders of each customer before you send the rest.`
    },
  }
}
