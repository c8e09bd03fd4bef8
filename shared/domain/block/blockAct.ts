/** A block: the same order for many customers, sent as one act. Its orders, the whole, and what makes rows no block. Pure. */

import { shownCode } from '../../base/shownCode.ts'
import { ZERO, add, compare, decimal, toText } from '../../base/decimal.ts'
import type { OrderDraft } from '../orders/order.ts'
import type { BlockRow } from '../orders/rows/blockTag.ts'
import type { BlockDraft } from './blockRecord.ts'

/** What a dealer does with a block where the venue takes no amend (docs/api.md#gap.11). */
export const NO_BLOCK_AMEND =
  'This venue does not change orders. Cancel the block, wait until each order shows as canceled, then send a new block for the rest.'

/** The order of one row. */
export const draftOfRow = (draft: BlockDraft, { customerCode, amount }: BlockRow): OrderDraft => ({
  ...draft,
  customerCode,
  amount,
})

/** The draft without what each row brings. */
export function blockDraftOf({ customerCode: _customer, amount: _amount, ...draft }: OrderDraft): BlockDraft {
  return draft
}

/** A journal that is read back gives the fields in another order than the window that sent them. */
const inOneOrder = (value: object): string =>
  JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Whether two blocks are the same orders. */
export const areSameOrders = (
  a: { readonly draft: BlockDraft; readonly rows: readonly BlockRow[] },
  b: { readonly draft: BlockDraft; readonly rows: readonly BlockRow[] },
): boolean =>
  inOneOrder(a.draft) === inOneOrder(b.draft) &&
  a.rows.length === b.rows.length &&
  a.rows.every((row, at) => inOneOrder(row) === inOneOrder(b.rows[at] ?? {}))

/** All contracts as one order; its customer is the first one and means nothing. */
export function wholeOfBlock(draft: OrderDraft, rows: readonly BlockRow[]): OrderDraft {
  const amount = rows.reduce((sum, row) => add(sum, decimal(row.amount)), ZERO)
  return { ...draft, amount: toText(amount) }
}

/** Why these rows are no block of this draft, one sentence; null: they are. */
export function whyNoBlock(draft: OrderDraft, rows: readonly BlockRow[]): string | null {
  const [first] = rows
  if (draft.cashAmount !== null) return 'A block has amounts in contracts, and no cash amount.'
  if (!first || first.customerCode !== draft.customerCode || first.amount !== draft.amount)
    return 'The order of the block must be that of its first row.'
  const wrong = rows.find(({ amount }) => compare(decimal(amount), ZERO) <= 0)
  return wrong
    ? `The amount of ${shownCode(wrong.customerCode)} is ${wrong.amount}: it must be above 0.`
    : null
}
