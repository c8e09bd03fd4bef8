/** The sentence of an order, the same on ticket, ladder and command line. Pure. Leaves out unknown parts. */

import { decimal, divide, multiply, type Decimal, type DecimalText } from '../../shared/base/decimal.ts'
import type { Instrument } from '../../shared/domain/instrument.ts'
import { shownCode } from '../../shared/base/shownCode.ts'
import type { OrderDraft } from '../../shared/domain/orders/order.ts'
import { triggerPricesOf, triggeringPrice } from '../../shared/domain/orders/triggerFit.ts'
import { ageWords, isFresh, agedPrices, type AgedPrice, type Market } from './agedPrices.ts'
import { exact, grouped, placesOf } from './numbers.ts'
import { priceText } from './priceText.ts'

/**
 * The price that values an order: its own limit or trigger, which does not age. Otherwise the touch that the order would take, the mark or
 * the last price: the first that is fresh, else the first that is known.
 */
export function valuationPrice(
  draft: Pick<OrderDraft, 'side' | 'limitPrice' | 'triggerPrice'>,
  market: Market,
): AgedPrice | null {
  const own = draft.limitPrice ?? draft.triggerPrice
  if (own !== null) return { price: decimal(own), age: 0 }
  const { bid, ask, mark, last } = agedPrices(market)
  const known = [draft.side === 'buy' ? ask : bid, mark, last].filter((price) => price !== null)
  return known.find(isFresh) ?? known[0] ?? null
}

export interface OrderValue {
  /** Contracts; an estimate for cash orders. */
  readonly amount: Decimal | null
  /** USDC notional; an estimate for orders in contracts that carry no limit. */
  readonly notional: Decimal | null
  /** The age of the price behind the estimate: `price 12 s old`. Null where the price is fresh. */
  readonly oldPrice: string | null
}

export const NO_VALUE: OrderValue = { amount: null, notional: null, oldPrice: null }

/** Both sizes of a draft. The missing size is computed at the valuation price. */
export function valueOf(draft: OrderDraft, market: Market): OrderValue {
  const valued = valuationPrice(draft, market)
  const amount = draft.amount === null ? null : decimal(draft.amount)
  const notional = draft.cashAmount === null ? null : decimal(draft.cashAmount)
  if (valued === null) return { ...NO_VALUE, amount, notional: amount === null ? notional : null }
  const { price } = valued
  const oldPrice = isFresh(valued) ? null : `price ${ageWords(valued.age)}`
  if (amount !== null) return { amount, notional: multiply(amount, price), oldPrice }
  if (notional === null || price === 0n) return { ...NO_VALUE, notional }
  return { amount: divide(notional, price, 'down'), notional, oldPrice }
}

/** The text of an estimate: `62,150`, or with an old price `~62,150 (price 12 s old)`. `unit` follows the figure. */
export const estimateText = (figure: string, { oldPrice }: OrderValue, unit = ''): string => {
  const text = unit === '' ? figure : `${figure} ${unit}`
  return oldPrice === null ? text : `~${text} (${oldPrice})`
}

export const TYPE_WORDS: Readonly<Record<OrderDraft['type'], string>> = {
  market: 'MARKET',
  limit: 'LIMIT',
  stop_loss: 'STOP',
  stop_loss_limit: 'STOP LIMIT',
  take_profit: 'TAKE PROFIT',
  take_profit_limit: 'TAKE PROFIT LIMIT',
  take_profit_stop_loss: 'OCO',
}

/**
 * `BUY 2.5 BTCUSDC_PERP LIMIT 62,150.0 GTC ≈ 155,375 USDC`, without the customer. Fixed order (docs/keyboard.md#the-read-back); amounts always
 * both ways where a price is known. Another `value` replaces the estimate; `NO_VALUE` leaves it out.
 */
export function orderSentence(
  draft: OrderDraft,
  instrument: Instrument,
  market: Market,
  value: OrderValue = valueOf(draft, market),
): string {
  const { amount, notional } = value
  const price = (text: DecimalText) => priceText(text, instrument)
  const words = [draft.side.toUpperCase()]
  words.push(
    draft.amount === null
      ? `${exact(decimal(draft.cashAmount ?? '0'))} USDC of`
      : exact(decimal(draft.amount)),
  )
  words.push(shownCode(draft.symbol), TYPE_WORDS[draft.type])
  if (draft.triggerPrice !== null) words.push(`at ${price(draft.triggerPrice)}`)
  if (draft.takeProfitPrice !== null && draft.stopLossPrice !== null)
    words.push(`TP ${price(draft.takeProfitPrice)} / SL ${price(draft.stopLossPrice)}`)
  if (draft.limitPrice !== null) words.push(price(draft.limitPrice))
  if (draft.timeInForce !== null) words.push(draft.timeInForce)
  if (draft.amount === null) {
    if (amount !== null)
      words.push(`≈ ${estimateText(amountText(amount, instrument), value, instrument.underlying)}`)
  } else if (notional !== null) words.push(`≈ ${estimateText(grouped(notional, 0), value, 'USDC')}`)
  if (draft.leverage !== null) words.push(`· lev ${draft.leverage}× stays`)
  const unsure = mayTrigger(draft, market)
  if (unsure !== null) words.push(`· ${unsure}`)
  return words.join(' ')
}

/** The warning about a waiting order while its triggering price is unknown or too old; null where that price is fresh. With a fresh price, a reached trigger is refused. */
function mayTrigger(draft: Pick<OrderDraft, 'type'>, { ticker, now }: Market): string | null {
  const price = triggeringPrice(draft.type, triggerPricesOf(ticker, now))
  return price && price.price === null ? `no fresh ${price.name} known: may trigger at once` : null
}

/** Contracts at the instrument's lot, or at most five places where the lot is not known. */
export const amountText = (amount: Decimal, instrument: Instrument): string =>
  grouped(amount, placesOf(instrument.lotSize, 5))
