/** The records of the paper broker, as it keeps them. Holds no rules and no wire names. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { OrderType, TimeInForce } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Side, Symbol } from '../../../shared/domain/scalars.ts'
import type { Liquidity } from '../exchange/exchange.ts'

/** Statuses this broker gives an order (docs/api.md#gap.13). */
export type OrderStatus =
  | 'untriggered'
  | 'triggered'
  | 'open'
  | 'partially_filled'
  | 'filled'
  | 'canceled'
  /** Its trigger came when the collateral or the exchange did not allow it any more. */
  | 'rejected'

/** Prices in USDC, amounts in contracts, quotes in USDC. */
export interface OrderRecord {
  readonly customerCode: CustomerCode
  readonly referenceId: ReferenceId
  readonly symbol: Symbol
  readonly side: Side
  readonly type: OrderType
  readonly amount: DecimalText
  /** Set on cash orders only; `amount` is then what the cash was converted into. */
  readonly cashAmount: DecimalText | null
  readonly limitPrice: DecimalText | null
  /** Of a combo: null until one of its legs triggered, then that leg's price. */
  readonly triggerPrice: DecimalText | null
  readonly stopLossPrice: DecimalText | null
  readonly takeProfitPrice: DecimalText | null
  readonly timeInForce: TimeInForce
  /** What the order itself asked for; the setting in force is kept per customer and instrument. */
  readonly leverage: number | null
  readonly status: OrderStatus
  readonly filledAmount: DecimalText
  readonly filledQuote: DecimalText
  /** Null while it waits, and for orders that wait for nothing. */
  readonly triggeredAt: EpochMs | null
  readonly createdAt: EpochMs
  readonly updatedAt: EpochMs
}

/** `liquidation` and `auto_deleveraging` are forced: no order of the customer's asked for them (docs/api.md#2.trade.type). */
export type TradeType = 'trade' | 'liquidation' | 'auto_deleveraging'

export interface TradeRecord {
  readonly code: string
  readonly customerCode: CustomerCode
  readonly type: TradeType
  readonly symbol: Symbol
  /** Null on forced fills. */
  readonly referenceId: ReferenceId | null
  readonly side: Side
  readonly price: DecimalText
  readonly amount: DecimalText
  readonly quote: DecimalText
  /** USDC; below 0 is a rebate. */
  readonly fee: DecimalText
  readonly realisedPnl: DecimalText
  /** Null where no book was met: auto-deleveraging. */
  readonly liquidity: Liquidity | null
  readonly createdAt: EpochMs
}

export type MovementType = 'deposit' | 'withdrawal' | 'settlement' | 'funding' | TradeType
export type MovementStatus = 'pending' | 'completed' | 'cancelled'

/** A movement of a customer's cash. The completed ones of a customer add up to its balance, to the last digit. */
export interface Movement {
  readonly code: string
  readonly customerCode: CustomerCode
  readonly type: MovementType
  readonly status: MovementStatus
  readonly asset: string
  /** USDC, above 0 into the account. On executions: realised PnL minus fee. */
  readonly signedAmount: DecimalText
  readonly symbol: Symbol | null
  readonly realisedPnl: DecimalText | null
  readonly referenceId: ReferenceId | null
  /** USDC per contract; on `settlement` only. */
  readonly markPrice: DecimalText | null
  /** Fraction of notional; on `funding` only. */
  readonly fundingRate: DecimalText | null
  readonly createdAt: EpochMs
  readonly updatedAt: EpochMs
}

/** The open size of one customer in one instrument: contracts and USDC paid, both signed (`shared/domain/accounts/position.ts`); a settlement sets the cost anew. */
export interface PositionRecord {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
  readonly size: DecimalText
  readonly cost: DecimalText
}

/** What the rest of the world is told once it is kept. */
export type News =
  | { readonly kind: 'order'; readonly order: OrderRecord }
  | { readonly kind: 'trade'; readonly trade: TradeRecord }
  /** A movement that reached its last status; `balance` (USDC) is what it left, null when it moved nothing. */
  | { readonly kind: 'movement'; readonly movement: Movement; readonly balance: DecimalText | null }

/** Whether the order can still fill: it rests on the book or waits for its trigger. */
export const isLive = (order: OrderRecord): boolean =>
  order.status === 'open' || order.status === 'partially_filled' || order.status === 'untriggered'
