/** The records that the paper broker stores. Holds no rules and no names of the API. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { OrderType, TimeInForce } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Side, Symbol } from '../../../shared/domain/scalars.ts'
import type { Liquidity } from '../exchange/exchange.ts'

/** Statuses that this broker gives an order (docs/api.md#gap.13). */
export type OrderStatus =
  | 'untriggered'
  | 'triggered'
  | 'open'
  | 'partially_filled'
  | 'filled'
  | 'canceled'
  /** The order triggered when collateral or exchange no longer allowed it. */
  | 'rejected'

/** Prices in USDC, amounts in contracts, quotes in USDC. */
export interface OrderRecord {
  readonly customerCode: CustomerCode
  readonly referenceId: ReferenceId
  readonly symbol: Symbol
  readonly side: Side
  readonly type: OrderType
  readonly amount: DecimalText
  /** Set on cash orders only; `amount` is then the amount that the cash bought. */
  readonly cashAmount: DecimalText | null
  readonly limitPrice: DecimalText | null
  /** For a combo: null until one of its legs triggers, then the price of that leg. */
  readonly triggerPrice: DecimalText | null
  readonly stopLossPrice: DecimalText | null
  readonly takeProfitPrice: DecimalText | null
  readonly timeInForce: TimeInForce
  /** The leverage that the order requested. The setting in force is stored per customer and instrument. */
  readonly leverage: number | null
  readonly status: OrderStatus
  readonly filledAmount: DecimalText
  readonly filledQuote: DecimalText
  /** Null before the trigger, and for orders without a trigger. */
  readonly triggeredAt: EpochMs | null
  readonly createdAt: EpochMs
  readonly updatedAt: EpochMs
}

/** `liquidation` and `auto_deleveraging` are forced: no order of the customer requested them (docs/api.md#2.trade.type). */
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
  /** Null for auto-deleveraging, which does not use the book. */
  readonly liquidity: Liquidity | null
  readonly createdAt: EpochMs
}

export type MovementType = 'deposit' | 'withdrawal' | 'settlement' | 'funding' | TradeType
export type MovementStatus = 'pending' | 'completed' | 'cancelled'

/** A movement of a customer's cash. The completed movements of a customer add up to its balance, to the last digit. */
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

/** The open size of one customer in one instrument: contracts and USDC paid, both signed (`shared/domain/accounts/position.ts`). A settlement changes the cost. */
export interface PositionRecord {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
  readonly size: DecimalText
  readonly cost: DecimalText
}

/** News that API and streams receive after the change is stored. */
export type News =
  | { readonly kind: 'order'; readonly order: OrderRecord }
  | { readonly kind: 'trade'; readonly trade: TradeRecord }
  /** A movement that reached its last status. `balance` (USDC) is the balance after it, null when no money moved. */
  | { readonly kind: 'movement'; readonly movement: Movement; readonly balance: DecimalText | null }

/** Whether the order can still fill: it rests on the book or waits for its trigger. */
export const isLive = (order: OrderRecord): boolean =>
  order.status === 'open' || order.status === 'partially_filled' || order.status === 'untriggered'
