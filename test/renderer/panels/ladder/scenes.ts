/** Fixed books and orders that ladder tests share. */

import type { DecimalText } from '../../../../shared/base/decimal.ts'
import {
  BOOK_DOUBT_REASONS,
  BOOK_STATES,
  HEADER,
  HEADER_LENGTH,
  type BookDoubt,
  type BookFrame,
  type BookState,
} from '../../../../shared/domain/book/bookFrame.ts'
import type { Instrument } from '../../../../shared/domain/instrument.ts'
import { plainDraft, type Order } from '../../../../shared/domain/orders/order.ts'
import { flatPosition, type Position } from '../../../../shared/domain/accounts/position.ts'
import type { CustomerCode, Side, Symbol } from '../../../../shared/domain/scalars.ts'
import { venueOrder } from '../../../fakes/core/venueOrder.ts'

export const NOW = Date.UTC(2026, 0, 5, 9)
export const text = (word: string) => word as DecimalText
export const symbol = 'BTCUSDC_PERP' as Symbol
export const customerCode = 'C1042' as CustomerCode

export const instrument: Instrument = {
  symbol,
  underlying: 'BTC',
  quoteCurrency: 'USDC',
  status: 'active',
  initialMarginRequirement: null,
  maintenanceMarginRequirement: null,
  tickSize: text('0.5'),
  lotSize: text('0.001'),
}

export interface FrameShape {
  readonly bids?: readonly (readonly [price: number, amount: number])[]
  readonly asks?: readonly (readonly [price: number, amount: number])[]
  readonly rowStep?: number
  readonly last?: readonly [price: number, amount: number, side: number]
  readonly state?: BookState
  readonly doubt?: BookDoubt
  readonly receivedAt?: number
  readonly aliveAt?: number
  /** Traded amounts by row, highest first. */
  readonly volumes?: readonly (readonly [price: number, amount: number])[]
  readonly volumeSince?: number
  /** Newest first; received `age` ms before `NOW`. */
  readonly prints?: readonly (readonly [price: number, amount: number, side: number, age: number])[]
  readonly volumeMissing?: boolean
}

/** A frame of tenths of a USDC and thousandths of a contract; tick 0.5. Best first, as the core makes it. */
export function frameOf(shape: FrameShape): BookFrame {
  const bids = shape.bids ?? []
  const asks = shape.asks ?? []
  const volumes = shape.volumes ?? []
  const prints = (shape.prints ?? []).map(([price, amount, side, age]) => [price, amount, side, NOW - age])
  const rest = [...bids, ...asks, ...volumes, ...prints].flat()
  const frame: BookFrame = new Float64Array(HEADER_LENGTH + rest.length)
  const put = (field: keyof typeof HEADER, value: number) => {
    frame[HEADER[field]] = value
  }
  put('generation', 1)
  put('version', 1)
  put('priceScale', 1)
  put('amountScale', 3)
  put('tick', 5)
  put('rowStep', shape.rowStep ?? 5)
  put('bestBid', bids[0]?.[0] ?? -1)
  put('bestAsk', asks[0]?.[0] ?? -1)
  put('lastPrice', shape.last?.[0] ?? -1)
  put('lastAmount', shape.last?.[1] ?? -1)
  put('lastSide', shape.last?.[2] ?? 0)
  put('receivedAt', shape.receivedAt ?? NOW)
  put('aliveAt', shape.aliveAt ?? 0)
  put('state', BOOK_STATES.indexOf(shape.state ?? 'live'))
  put('doubt', BOOK_DOUBT_REASONS.indexOf(shape.doubt ?? 'none'))
  put('bidCount', bids.length)
  put('askCount', asks.length)
  put('lot', 1)
  put('volumeSince', shape.volumeSince ?? 0)
  put('volumeMissing', shape.volumeMissing === true ? 1 : 0)
  put('volumeCount', volumes.length)
  put('printCount', prints.length)
  frame.set(rest, HEADER_LENGTH)
  return frame
}

const ASKS = [933, 3145, 4820, 7062, 1895, 4800, 11099, 4061, 2888, 12756, 11073, 9978, 11351, 6020, 8801]
const BIDS = [2383, 822, 4807, 6383, 6901, 4418, 7943, 4993, 5574, 8974, 8348, 8226, 14896, 3210, 7719]

/** The market of the drawing: 62,149.0 bid, 62,150.0 offered, last 62,149.5 bought. */
export const calm = (more: FrameShape = {}): BookFrame =>
  frameOf({
    bids: BIDS.map((amount, n) => [621_490 - 5 * n, amount]),
    asks: ASKS.map((amount, n) => [621_500 + 5 * n, amount]),
    last: [621_495, 412, 1],
    ...more,
  })

/** The calm market after a morning of trades at its 21 middle prices; nothing traded at one of them. */
export const traded = (more: FrameShape = {}): BookFrame =>
  calm({
    volumes: Array.from({ length: 21 }, (_, n) => [621_545 - 5 * n, VOLUMES[n] ?? 0] as const).filter(
      ([, amount]) => amount > 0,
    ),
    volumeSince: Date.UTC(2026, 0, 5, 7, 12),
    ...more,
  })
const VOLUMES = [
  4, 33_000, 58_100, 67_000, 72_000, 76_000, 62_000, 54_000, 269_000, 623_000, 1_110_000, 427_000, 0, 77_000,
  69_400, 101_000, 103_000, 63_000, 87_000, 56_000, 50_000,
]

let made = 0
/** A limit order resting at the venue, 0.1 contracts unless said otherwise. */
export function orderOf(side: Side, price: string, more: Partial<Order> = {}): Order {
  made++
  const draft = plainDraft({
    customerCode,
    symbol,
    side,
    type: 'limit',
    amount: text('0.1'),
    limitPrice: text(price),
    timeInForce: 'GTC',
  })
  return venueOrder(draft, `ref-${made}`, NOW + made, more)
}

/** Take profit and stop loss of a long position of 4, at 62,154.0 and 62,144.0. */
export const comboOf = (more: Partial<Order> = {}): Order =>
  orderOf('sell', '0', {
    type: 'take_profit_stop_loss',
    amount: text('4'),
    limitPrice: null,
    takeProfitPrice: text('62154'),
    stopLossPrice: text('62144'),
    ...more,
  })

export const longOne: Position = {
  ...flatPosition(customerCode, symbol),
  size: text('1'),
  cost: text('61402.5'),
  averageEntry: text('61402.5'),
  tradeCount: 1,
}
