/** The fields of a block order as the dealer fills them in, and the empty form. Reads nothing and sends nothing. */

import type { DecimalText } from '../../../shared/base/decimal.ts'
import { METHOD_WORDS, type BlockMethod } from '../../../shared/domain/block/blockMethods.ts'
import type { TimeInForce } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, Side, Symbol } from '../../../shared/domain/scalars.ts'

export const BLOCK_TYPES = ['market', 'limit', 'stop_loss', 'take_profit'] as const
export type BlockType = (typeof BLOCK_TYPES)[number]

/** Every field as typed. */
export interface BlockForm {
  /** Empty: the customers that `numbers` names. */
  readonly group: string
  readonly symbol: Symbol | ''
  readonly side: Side | ''
  readonly type: BlockType
  /** Contracts; the percent of each position, or the target of each, where the method says so. */
  readonly amount: string
  /** USDC; wins over `amount`. */
  readonly cash: string
  readonly limitPrice: string
  readonly triggerPrice: string
  readonly timeInForce: TimeInForce | ''
  readonly leverage: string
  readonly method: BlockMethod
  /** A customer and a number a line. */
  readonly numbers: string
  readonly onFailing: 'resum' | 'stop'
  readonly onRefused: 'stop' | 'continue'
  readonly inFlight: string
  /** Customers that the dealer left out. */
  readonly without: readonly CustomerCode[]
  /** For a list that came from positions: the instrument, and the signed contracts that gave each amount. Null: no position did. */
  readonly sizedBy: {
    readonly symbol: Symbol
    readonly held: Readonly<Partial<Record<CustomerCode, DecimalText>>>
  } | null
}

export const EMPTY_BLOCK: BlockForm = {
  group: '',
  symbol: '',
  side: '',
  type: 'limit',
  amount: '',
  cash: '',
  limitPrice: '',
  triggerPrice: '',
  timeInForce: '',
  leverage: '',
  method: 'equal',
  numbers: '',
  onFailing: 'resum',
  onRefused: 'stop',
  inFlight: '8',
  without: [],
  sizedBy: null,
}

export type BlockField = Exclude<
  keyof BlockForm,
  'without' | 'sizedBy' | 'onFailing' | 'onRefused' | 'method'
>

/** `by ratio`, for sentences. */
export const methodSentence = (method: BlockMethod): string => `by ${METHOD_WORDS[method].name.toLowerCase()}`
