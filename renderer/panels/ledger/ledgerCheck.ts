/** Checks the ledger: the sum of its rows against the balance, and a trade's row against the trade. Names what is not known. Pure. */

import { ZERO, add, compare, decimal, subtract, type Decimal } from '../../../shared/base/decimal.ts'
import { isCashRow, type Balance, type LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import type { Trade } from '../../../shared/domain/trade.ts'

type LedgerCheck =
  | { readonly kind: 'agrees' }
  /** USDC by which the balance is above the sum of the rows. */
  | { readonly kind: 'differs'; readonly by: Decimal }
  | { readonly kind: 'open'; readonly why: string }

/**
 * One customer's completed rows in USDC against the balance that the venue reported (docs/api.md#gap.18). `known`: the balance when the rows came. A
 * difference from a later balance proves nothing, because its rows may be on their way.
 */
export function ledgerCheck(
  rows: Iterable<LedgerRow>,
  balance: Balance | undefined,
  known: Balance | undefined = balance,
): LedgerCheck {
  let sum: Decimal = ZERO
  let unsigned = 0
  for (const row of rows) {
    if (row.status !== 'completed' || !isCashRow(row)) continue
    if (row.signedAmount === null) unsigned++
    else sum = add(sum, decimal(row.signedAmount))
  }
  if (!balance || balance.amount === null) return { kind: 'open', why: 'the balance is not known yet' }
  if (balance.source === 'ledger')
    return { kind: 'open', why: 'the balance is this sum; the venue has reported none yet' }
  if (unsigned > 0)
    return {
      kind: 'open',
      why: `${unsigned} ${unsigned === 1 ? 'row has' : 'rows have'} an unknown direction`,
    }
  const by = subtract(decimal(balance.amount), sum)
  if (by === ZERO) return { kind: 'agrees' }
  return balance.amount === known?.amount
    ? { kind: 'differs', by }
    : { kind: 'open', why: 'the balance changed after these rows were read' }
}

/** A trade's row is its realised PnL less its fee, to the last digit (docs/api.md#2.ledger.net); null where a part is missing. */
export function rowAgrees(row: LedgerRow, trade: Trade | undefined): boolean | null {
  if (row.signedAmount === null || !trade || trade.realisedPnl === null || trade.fee === null) return null
  const net = subtract(decimal(trade.realisedPnl), decimal(trade.fee))
  return compare(net, decimal(row.signedAmount)) === 0
}
