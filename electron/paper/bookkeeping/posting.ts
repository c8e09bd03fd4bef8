/** Computes the effects of one execution on position, trade and ledger. Pure, exact to the last digit. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import {
  absolute,
  add,
  compare,
  decimal,
  negate,
  subtract,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import { feeOf } from '../../../shared/domain/accounts/fees.ts'
import { applyFill, type Holding } from '../../../shared/domain/accounts/position.ts'
import type { CustomerCode, ReferenceId, Side } from '../../../shared/domain/scalars.ts'
import type { ExchangeInstrument, Liquidity } from '../exchange/exchange.ts'
import type { Movement, OrderRecord, TradeRecord, TradeType } from './records.ts'
import { amountOfLots, priceOfTicks, quoteOf } from './ticksAndLots.ts'

/** Basis points per liquidity; a leading minus is a rebate (docs/api.md#fee-profile). */
export type FeeRates = Readonly<Record<Liquidity, DecimalText>>

export const DEFAULT_FEES: FeeRates = { maker: '-0.5' as DecimalText, taker: '4' as DecimalText }

export const COLLATERAL_ASSET = 'USDC'

/** Contracts that a customer bought or sold, by an order of the customer or forced. */
export interface Execution {
  readonly customerCode: CustomerCode
  readonly type: TradeType
  readonly side: Side
  readonly ticks: number
  readonly lots: number
  readonly liquidity: Liquidity | null
  /** Basis points; below 0 is a rebate. */
  readonly fee: Decimal
  /** Null when forced. */
  readonly referenceId: ReferenceId | null
  readonly at: EpochMs
}

export interface Posting {
  readonly trade: TradeRecord
  readonly movement: Movement
  readonly holding: Holding
}

/** Posts an execution for a customer with the position `held`. `code` names the trade and its ledger row (docs/api.md#2.ledger.code). */
export function postExecution(
  execution: Execution,
  held: Holding,
  instrument: ExchangeInstrument,
  code: string,
): Posting {
  const { customerCode, type, side, ticks, lots, liquidity, referenceId, at } = execution
  const amount = amountOfLots(instrument, lots)
  const quote = quoteOf(instrument, ticks, lots)
  const signed = (value: Decimal) => (side === 'buy' ? value : negate(value))
  const { next, realised } = applyFill(held, signed(amount), signed(quote))
  const fee = feeOf(absolute(quote), execution.fee)
  const trade: TradeRecord = {
    code,
    customerCode,
    type,
    symbol: instrument.symbol,
    referenceId,
    side,
    price: toText(priceOfTicks(instrument, ticks)),
    amount: toText(amount),
    quote: toText(quote),
    fee: toText(fee),
    realisedPnl: toText(realised),
    liquidity,
    createdAt: at,
  }
  const movement: Movement = {
    code,
    customerCode,
    type,
    status: 'completed',
    asset: COLLATERAL_ASSET,
    signedAmount: toText(subtract(realised, fee)),
    symbol: instrument.symbol,
    realisedPnl: trade.realisedPnl,
    referenceId,
    markPrice: null,
    fundingRate: null,
    createdAt: at,
    updatedAt: at,
  }
  return { trade, movement, holding: next }
}

/** Returns the order after the trade that filled it. */
export function orderAfter(order: OrderRecord, trade: TradeRecord): OrderRecord {
  const filledAmount = add(decimal(order.filledAmount), decimal(trade.amount))
  return {
    ...order,
    filledAmount: toText(filledAmount),
    filledQuote: toText(add(decimal(order.filledQuote), decimal(trade.quote))),
    status: compare(filledAmount, decimal(order.amount)) >= 0 ? 'filled' : 'partially_filled',
    updatedAt: trade.createdAt,
  }
}
