/** Writes the broker's records as the API does: snake_case, decimals as text, times as ISO 8601 UTC. Pure. */

import type { EpochMs } from '../../../../shared/base/clock.ts'
import {
  absolute,
  decimal,
  decimalOf,
  divide,
  roundToStep,
  signOf,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import type { Movement, OrderRecord, TradeRecord } from '../../bookkeeping/records.ts'
import { amountOfLots, priceOfTicks } from '../../bookkeeping/ticksAndLots.ts'
import { priceKindOf } from '../../brokerage/orders/waitingOrders.ts'
import type { Exchange, ExchangeInstrument, InstrumentStatus, MarketPrint } from '../../exchange/exchange.ts'

/** The quote currency of every instrument (docs/api.md#1.symbols). */
export const QUOTE_CURRENCY = 'USDC'

export const timeText = (at: EpochMs): string => new Date(at).toISOString()

/** Two decimal places, rounded up: a requirement is never shown smaller than it is. */
export function twoDecimals(value: Decimal): string {
  const [whole = '0', fraction = ''] = toText(roundToStep(value, decimal('0.01'), 'up')).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

const present = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

export const orderOnWire = (order: OrderRecord) =>
  present({
    reference_id: order.referenceId,
    customer_code: order.customerCode,
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    amount: order.amount,
    cash_amount: order.cashAmount,
    limit_price: order.limitPrice,
    trigger_price: order.triggerPrice,
    stop_loss_price: order.stopLossPrice,
    take_profit_price: order.takeProfitPrice,
    trigger_price_type: priceKindOf(order),
    time_in_force: order.timeInForce,
    leverage: order.leverage,
    status: order.status,
    filled_amount: order.filledAmount,
    filled_quote: order.filledQuote,
    triggered_at: order.triggeredAt === null ? null : timeText(order.triggeredAt),
    created_at: timeText(order.createdAt),
    updated_at: timeText(order.updatedAt),
  })

export const tradeOnWire = (trade: TradeRecord) =>
  present({
    code: trade.code,
    customer_code: trade.customerCode,
    type: trade.type,
    symbol: trade.symbol,
    reference_id: trade.referenceId,
    side: trade.side,
    price: trade.price,
    amount: trade.amount,
    quote: trade.quote,
    fee: trade.fee,
    realised_pnl: trade.realisedPnl,
    liquidity: trade.liquidity,
    created_at: timeText(trade.createdAt),
  })

const movementOnWire = (movement: Movement) => ({
  code: movement.code,
  customer_code: movement.customerCode,
  transaction_type: movement.type,
  status: movement.status,
  asset: movement.asset,
  symbol: movement.symbol,
  realised_pnl: movement.realisedPnl,
  reference_id: movement.referenceId,
  mark_price: movement.markPrice,
  funding_rate: movement.fundingRate,
  created_at: timeText(movement.createdAt),
  updated_at: timeText(movement.updatedAt),
})

const FORCED: ReadonlySet<string> = new Set(['liquidation', 'auto_deleveraging'])

/**
 * The REST ledger has absolute amounts; `direction` carries the sign (`in`, `out`: docs/api.md#gap.17).
 * Forced fills are plain trade rows (docs/api.md#2.ledger.forced).
 */
export function transactionOnWire(movement: Movement) {
  const signed = decimal(movement.signedAmount)
  const total = toText(absolute(signed))
  return present({
    ...movementOnWire(movement),
    transaction_type: FORCED.has(movement.type) ? 'trade' : movement.type,
    total_amount: total,
    amount: total,
    direction: signOf(signed) < 0 ? 'out' : 'in',
  })
}

/** Stream amounts are signed. Only completed movements carry the end balance (docs/api.md#balance-changes). */
export const balanceChangeOnWire = (movement: Movement, balance: DecimalText | null) =>
  present({
    ...movementOnWire(movement),
    total_amount: movement.signedAmount,
    balance,
    balance_as_of: balance === null ? null : timeText(movement.updatedAt),
  })

/** docs/api.md#gap.15. */
export const marketTradeOnWire = (print: MarketPrint, instrument: ExchangeInstrument) => ({
  code: print.code,
  symbol: print.symbol,
  price: toText(priceOfTicks(instrument, print.ticks)),
  amount: toText(amountOfLots(instrument, print.lots)),
  side: print.side,
  created_at: timeText(print.at),
})

/** The API names only the statuses that restrict trading (docs/api.md#instrument). `open` is this broker's word for the others. */
export const instrumentOnWire = (instrument: ExchangeInstrument, status: InstrumentStatus) => ({
  symbol: instrument.symbol,
  underlying: instrument.underlying,
  quote_currency: QUOTE_CURRENCY,
  status,
  init_margin_req: twoDecimals(decimal(instrument.initialMargin)),
  maint_margin_req: twoDecimals(decimal(instrument.maintenanceMargin)),
  max_leverage: '',
})

/** The change as a fraction of `before`, to eight places; null while either value is unknown. */
function shareOfChange(before: number | null, now: number | null): DecimalText | null {
  if (before === null || now === null) return null
  const share = divide(decimalOf(now - before), decimalOf(before))
  return toText(roundToStep(share, decimal('0.00000001'), 'nearest'))
}

/** docs/api.md#gap.16; leaves out values that the exchange does not have. */
export function tickerOnWire(exchange: Exchange, instrument: ExchangeInstrument) {
  const prices = exchange.prices(instrument.symbol)
  const { bids, asks } = exchange.depth(instrument.symbol)
  const price = (ticks: number | null | undefined) =>
    ticks === null || ticks === undefined ? null : toText(priceOfTicks(instrument, ticks))
  const amount = (lots: number | null) => (lots === null ? null : toText(amountOfLots(instrument, lots)))
  return present({
    symbol: instrument.symbol,
    last_price: price(prices.lastTicks),
    mark_price: prices.mark,
    index_price: prices.index,
    best_bid: price(bids[0]?.[0]),
    best_ask: price(asks[0]?.[0]),
    high_24h: price(prices.high24hTicks),
    low_24h: price(prices.low24hTicks),
    change_24h: shareOfChange(prices.ticks24hAgo, prices.lastTicks),
    volume_24h: amount(prices.volume24hLots),
    open_interest: amount(prices.openInterestLots),
    funding_rate: prices.fundingRate,
    next_funding_at: prices.nextFundingAt === null ? null : timeText(prices.nextFundingAt),
  })
}
