/** What trades and ledger movements mean to a dealer: forced fills, fills of orders that this desk does not know, deposits and withdrawals. Pure. */

import { groupedDigits } from '../../base/groupedText.ts'
import { decimal, multiply, signOf, ZERO, type DecimalText } from '../../base/decimal.ts'
import type { LedgerRow } from './ledger.ts'
import type { News } from '../notice.ts'
import { averagePrice, boughtOrSold } from '../orders/orderNotices.ts'
import type { Trade } from '../trade.ts'

const FORCED: ReadonlySet<string> = new Set(['liquidation', 'auto_deleveraging'])
const FORCED_WORDS: Readonly<Record<string, string>> = {
  liquidation: 'liquidation',
  auto_deleveraging: 'auto-deleveraging',
}

export const isForced = (of: Trade): boolean => FORCED.has(of.type)

const amountAndPrice = (of: Trade): string =>
  `${of.amount === null ? 'an unknown amount' : groupedDigits(of.amount)}${of.price === null ? '' : ` at ${groupedDigits(of.price)}`}`

/** A trade that the venue made on its own. */
export const forcedFillNews = (of: Trade): News => ({
  key: `forced ${of.customerCode} ${of.code}`,
  level: 'error',
  kind: 'forced fill',
  customerCode: of.customerCode,
  symbol: of.symbol,
  referenceId: of.referenceId,
  message: `The venue ${of.side === null ? 'dealt' : of.side === 'buy' ? 'bought' : 'sold'} ${amountAndPrice(of)}. Nobody here ordered it.`,
  detail: `It is a forced fill (${FORCED_WORDS[of.type] ?? of.type}), trade ${of.code}.`,
  action: 'Look at the position, then call the customer.',
  total: null,
  counts: 'never',
})

/** Trades of an order that this desk does not know; `filled`: contracts that all of them make, null where one has no amount. */
export const strangeFillNews = (of: Trade, filled: DecimalText | null): News => {
  const quote =
    of.price !== null && of.amount !== null ? multiply(decimal(of.price), decimal(of.amount)) : ZERO
  const last = filled === of.amount && filled !== null ? averagePrice(decimal(filled), quote) : null
  return {
    key: `fill ${of.customerCode} ${of.referenceId ?? of.code}`,
    level: 'info',
    kind: 'fill',
    customerCode: of.customerCode,
    symbol: of.symbol,
    referenceId: of.referenceId,
    message: `${of.side === null ? 'Traded' : boughtOrSold(of.side)} ${filled === null ? 'an unknown amount' : groupedDigits(filled)}${last === null ? '' : ` at ${groupedDigits(last)} on average`}.`,
    detail: 'Its order is not on this desk: it was sent elsewhere, or ended before this desk looked.',
    action: null,
    total: filled,
    counts: 'growth',
  }
}

const TRANSFERS: ReadonlySet<string> = new Set(['deposit', 'withdrawal'])
export const isTransfer = (of: LedgerRow): boolean => TRANSFERS.has(of.transactionType)

const STANDS: Readonly<Record<string, string>> = {
  pending: 'is pending',
  completed: 'is complete',
  cancelled: 'was canceled',
}

/** How a deposit or withdrawal stands. */
export function transferNews(of: LedgerRow): News {
  const kind = of.transactionType === 'deposit' ? 'Deposit' : 'Withdrawal'
  const canceled = of.status === 'cancelled'
  return {
    key: `transfer ${of.customerCode} ${of.code}`,
    level: canceled ? 'warning' : 'info',
    kind: 'transfer',
    customerCode: of.customerCode,
    symbol: null,
    referenceId: null,
    message: `${kind} of ${groupedDigits(of.totalAmount)} ${of.asset ?? 'USDC'} ${STANDS[of.status] ?? `stands as "${of.status}"`}.`,
    detail:
      of.status === 'pending'
        ? 'The money has not moved yet.'
        : canceled && signOf(decimal(of.totalAmount)) > 0
          ? 'The money did not move.'
          : null,
    action: canceled ? 'Ask the broker why before you repeat it.' : null,
    total: null,
    counts: 'never',
  }
}
