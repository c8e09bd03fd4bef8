/** The typed values of the order ticket. */

import type { OrderType, TimeInForce } from '../../../shared/domain/orders/order.ts'
import type { Side } from '../../../shared/domain/scalars.ts'
import type { ScaleRow } from '../../../shared/domain/orders/rows/scaleTag.ts'
import type { ScaleWeights } from '../../../shared/domain/orders/scale/scaleRows.ts'
import type { SizeBasis } from './sizeBy.ts'

/** Fields that hold a typed number. */
export const NUMBER_FIELDS = [
  'amount',
  'cashAmount',
  'limitPrice',
  'triggerPrice',
  'takeProfitPrice',
  'stopLossPrice',
] as const
export type NumberField = (typeof NUMBER_FIELDS)[number]
/** Fields of the bracket: a price, or a distance from the entry. */
export type BracketField = 'bracketProfit' | 'bracketStop'
export type TextField =
  | NumberField
  | BracketField
  | 'customerCode'
  | 'symbol'
  | 'leverage'
  | 'sizeValue'
  | 'riskStop'
  | 'scaleTo'
  | 'scaleCount'

export const TARGET_FIELDS = ['customerCode', 'symbol'] as const
export type TargetField = (typeof TARGET_FIELDS)[number]

/** The typed values; empty text means no value. */
export interface TicketForm {
  readonly customerCode: string
  readonly symbol: string
  readonly side: Side | ''
  readonly type: OrderType
  readonly amount: string
  readonly cashAmount: string
  readonly limitPrice: string
  readonly triggerPrice: string
  readonly takeProfitPrice: string
  readonly stopLossPrice: string
  readonly bracketProfit: string
  readonly bracketStop: string
  /** Empty: the default of the type. */
  readonly timeInForce: TimeInForce | ''
  readonly leverage: string
  /** What the amount may be computed from, and the typed number for it. Never sent by themselves. */
  readonly sizeBasis: SizeBasis
  readonly sizeValue: string
  readonly riskStop: string
  /** Whether the order is sent as a scale: limit orders from `limitPrice` to `scaleTo`. */
  readonly isScale: boolean
  readonly scaleTo: string
  readonly scaleCount: string
  readonly scaleWeights: ScaleWeights
  /** The rows that the scale is sent as, where they are given and not computed; null: they are computed. Any other value typed drops them. */
  readonly scaleRest: readonly ScaleRow[] | null
  /** The targets that the dealer typed here. The window and its links never change them. */
  readonly pinned: readonly TargetField[]
}

export const emptyTicket: TicketForm = {
  customerCode: '',
  symbol: '',
  side: '',
  type: 'limit',
  amount: '',
  cashAmount: '',
  limitPrice: '',
  triggerPrice: '',
  takeProfitPrice: '',
  stopLossPrice: '',
  bracketProfit: '',
  bracketStop: '',
  timeInForce: '',
  leverage: '',
  sizeBasis: '',
  sizeValue: '',
  riskStop: '',
  isScale: false,
  scaleTo: '',
  scaleCount: '5',
  scaleWeights: 'even',
  scaleRest: null,
  pinned: [],
}
