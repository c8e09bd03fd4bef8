/** What one fill does to order, position, trade and ledger: pure book-keeping, exact to the last digit. */

import {
  absolute,
  add,
  compare,
  decimal,
  negate,
  subtract,
  toText,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import { feeOf } from '../../../shared/domain/fees.ts'
import { applyFill, type Holding } from '../../../shared/domain/position.ts'
import type { ExchangeInstrument, Fill, Liquidity } from '../exchange/exchange.ts'
import type { Movement, OrderRecord, TradeRecord } from './records.ts'
import { amountOfLots, priceOfTicks, quoteOf } from './sizing.ts'

/** Basis points per liquidity; a leading minus is a rebate (API document part 2, Fee profile). */
export type FeeRates = Readonly<Record<Liquidity, DecimalText>>

export const DEFAULT_FEES: FeeRates = { maker: '-0.5' as DecimalText, taker: '4' as DecimalText }

export const COLLATERAL_ASSET = 'USDC'

export interface Posting {
  readonly order: OrderRecord
  readonly trade: TradeRecord
  readonly movement: Movement
  readonly holding: Holding
}

/** Posts a fill of `order` by a customer that holds `held`. `code` names both the trade and its ledger row (document part 2, Transaction). */
export function postFill(
  order: OrderRecord,
  fill: Fill,
  held: Holding,
  instrument: ExchangeInstrument,
  fees: FeeRates,
  code: string,
): Posting {
  const amount = amountOfLots(instrument, fill.lots)
  const quote = quoteOf(instrument, fill.ticks, fill.lots)
  const signed = (value: typeof amount) => (order.side === 'buy' ? value : negate(value))
  const { next, realised } = applyFill(held, signed(amount), signed(quote))
  const fee = feeOf(absolute(quote), decimal(fees[fill.liquidity]))
  const filledAmount = add(decimal(order.filledAmount), amount)
  const trade: TradeRecord = {
    code,
    customerCode: order.customerCode,
    type: 'trade',
    symbol: order.symbol,
    referenceId: order.referenceId,
    side: order.side,
    price: toText(priceOfTicks(instrument, fill.ticks)),
    amount: toText(amount),
    quote: toText(quote),
    fee: toText(fee),
    realisedPnl: toText(realised),
    liquidity: fill.liquidity,
    createdAt: fill.at,
  }
  return {
    trade,
    holding: next,
    order: {
      ...order,
      filledAmount: toText(filledAmount),
      filledQuote: toText(add(decimal(order.filledQuote), quote)),
      status: compare(filledAmount, decimal(order.amount)) >= 0 ? 'filled' : 'partially_filled',
      updatedAt: fill.at,
    },
    movement: {
      code,
      customerCode: order.customerCode,
      type: 'trade',
      status: 'completed',
      asset: COLLATERAL_ASSET,
      signedAmount: toText(subtract(realised, fee)),
      symbol: order.symbol,
      realisedPnl: trade.realisedPnl,
      referenceId: order.referenceId,
      createdAt: fill.at,
      updatedAt: fill.at,
    },
  }
}
