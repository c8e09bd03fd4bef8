/** Notices about trades and ledger movements: forced fills, fills of orders that are unknown here, deposits and withdrawals. Pure. */

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

export const isForced = (trade: Trade): boolean => FORCED.has(trade.type)

const amountAndPrice = (trade: Trade): string =>
  `${trade.amount === null ? 'an unknown amount' : groupedDigits(trade.amount)}${trade.price === null ? '' : ` at ${groupedDigits(trade.price)}`}`

/** A trade that the venue made on its own. */
export const forcedFillNews = (trade: Trade): News => ({
  key: `forced ${trade.customerCode} ${trade.code}`,
  level: 'error',
  kind: 'forced fill',
  customerCode: trade.customerCode,
  symbol: trade.symbol,
  referenceId: trade.referenceId,
  message: `The venue ${trade.side === null ? 'dealt' : trade.side === 'buy' ? 'bought' : 'sold'} ${amountAndPrice(trade)}. No order of this terminal asked for it.`,
  detail: `This is a forced fill (${FORCED_WORDS[trade.type] ?? trade.type}), trade ${trade.code}.`,
  action: 'Look at the position, then call the customer.',
  total: null,
  counts: 'never',
})

/** Trades of an order that is unknown here. `filled`: contracts of all its trades, null where a trade has no amount. */
export const strangeFillNews = (trade: Trade, filled: DecimalText | null): News => {
  const quote =
    trade.price !== null && trade.amount !== null
      ? multiply(decimal(trade.price), decimal(trade.amount))
      : ZERO
  const last = filled === trade.amount && filled !== null ? averagePrice(decimal(filled), quote) : null
  return {
    key: `fill ${trade.customerCode} ${trade.referenceId ?? trade.code}`,
    level: 'info',
    kind: 'fill',
    customerCode: trade.customerCode,
    symbol: trade.symbol,
    referenceId: trade.referenceId,
    message: `${trade.side === null ? 'Traded' : boughtOrSold(trade.side)} ${filled === null ? 'an unknown amount' : groupedDigits(filled)}${last === null ? '' : ` at ${groupedDigits(last)} on average`}.`,
    detail:
      'This terminal does not know the order. It was sent elsewhere, or it ended before this terminal read the orders.',
    action: null,
    total: filled,
    counts: 'growth',
  }
}

const TRANSFERS: ReadonlySet<string> = new Set(['deposit', 'withdrawal'])
export const isTransfer = (row: LedgerRow): boolean => TRANSFERS.has(row.transactionType)

const STANDS: Readonly<Record<string, string>> = {
  pending: 'is pending',
  completed: 'is complete',
  cancelled: 'was canceled',
}

/** The state of a deposit or withdrawal. `dealer`: who dealt it from this desk; null: nobody is known. */
export function transferNews(row: LedgerRow, dealer: string | null): News {
  const kind = row.transactionType === 'deposit' ? 'Deposit' : 'Withdrawal'
  const canceled = row.status === 'cancelled'
  const words = STANDS[row.status]
  return {
    key: `transfer ${row.customerCode} ${row.code}`,
    level: canceled || words === undefined ? 'warning' : 'info',
    kind: 'transfer',
    customerCode: row.customerCode,
    symbol: null,
    referenceId: null,
    message: `${kind} of ${groupedDigits(row.totalAmount)} ${row.asset ?? 'USDC'} ${words ?? `has the status "${row.status}"`}.`,
    detail:
      [
        ...(row.status === 'pending'
          ? ['The money has not moved yet.']
          : canceled && signOf(decimal(row.totalAmount)) > 0
            ? ['The money did not move.']
            : words === undefined
              ? ['What became of the money is not known.']
              : []),
        ...(dealer === null ? [] : [`Dealt here by ${dealer}.`]),
      ].join(' ') || null,
    action: canceled
      ? 'Ask the broker for the reason before you repeat the transfer.'
      : words === undefined
        ? 'Do not repeat the transfer. Ask the broker.'
        : null,
    total: null,
    counts: 'never',
  }
}
