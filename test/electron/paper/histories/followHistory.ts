/** Lets the exact account and the terminal's account of each customer follow what the paper broker publishes. */

import { EVERY_ROW } from '../everyRecord.ts'
import type { Brokerage } from '../../../../electron/paper/brokerage/brokerage.ts'
import { DEFAULT_FEES } from '../../../../electron/paper/bookkeeping/posting.ts'
import type { Movement, News, TradeRecord } from '../../../../electron/paper/bookkeeping/records.ts'
import type { Liquidity } from '../../../../electron/paper/exchange/exchange.ts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import { ExactAccount, units, type Units } from './exactAccount.ts'
import { TerminalAccount } from './terminalAccount.ts'

export interface Customer {
  readonly code: CustomerCode
  readonly exact: ExactAccount
  readonly terminal: TerminalAccount
}

/** Agreed fees in bps, by customer and instrument. */
export type AgreedFees = Map<string, Readonly<Record<Liquidity, Units>>>
export const feeKey = (customer: CustomerCode, symbol: Symbol): string => `${customer} ${symbol}`

/** What happened, so that a test can show that something did. */
export interface Happened {
  fills: number
  makerFills: number
  forced: number
  fundings: number
  settlements: number
  transfers: number
  canceledTransfers: number
  leverages: number
}

export const nothingHappened = (): Happened => ({
  fills: 0,
  makerFills: 0,
  forced: 0,
  fundings: 0,
  settlements: 0,
  transfers: 0,
  canceledTransfers: 0,
  leverages: 0,
})

/** Follows the broker from its opening deposits on. */
export function followHistory(
  brokerage: Brokerage,
  customers: readonly Customer[],
  fees: AgreedFees,
  happened: Happened,
): void {
  const { exchange, store } = brokerage.context
  const known = new Map(customers.map((customer) => [customer.code, customer]))

  const takeTrade = (trade: TradeRecord): void => {
    const { customerCode, symbol, side, price, amount, liquidity, type } = trade
    const customer = known.get(customerCode)
    const rate = fees.get(feeKey(customerCode, symbol))?.[liquidity ?? 'taker']
    // Auto-deleveraging is free of fees (docs/money.md#liquidation).
    const isFree = type === 'auto_deleveraging'
    const bps = isFree ? 0n : (rate ?? units(DEFAULT_FEES[liquidity ?? 'taker']))
    customer?.exact.fill(symbol, side, units(price), units(amount), bps)
    customer?.terminal.takeTrade(trade)
    if (type !== 'trade') happened.forced++
    else if (liquidity === 'maker') happened.makerFills++
    else happened.fills++
  }
  const takeMovement = (movement: Movement, balance: DecimalText | null): void => {
    const { customerCode, type, status, symbol, signedAmount } = movement
    const customer = known.get(customerCode)
    if (!customer) return
    customer.terminal.takeMovement(movement, balance)
    if (type === 'deposit' || type === 'withdrawal') {
      if (status === 'completed') customer.exact.transfers += units(signedAmount)
      happened[status === 'completed' ? 'transfers' : 'canceledTransfers']++
    } else if (symbol !== null && (type === 'funding' || type === 'settlement')) {
      const { mark, fundingRate } = exchange.prices(symbol)
      happened[type === 'funding' ? 'fundings' : 'settlements']++
      if (type === 'settlement') customer.exact.settle(symbol, units(mark ?? '0'))
      else customer.exact.payFunding(symbol, units(mark ?? '0'), units(fundingRate ?? '0'))
    }
  }
  brokerage.onNews((news: News) => {
    if (news.kind === 'trade') takeTrade(news.trade)
    else if (news.kind === 'movement') takeMovement(news.movement, news.balance)
  })
  const opening = store.movements.page({ ...EVERY_ROW, customerCode: null }).items
  for (const movement of opening.toReversed()) takeMovement(movement, movement.signedAmount)
}
