/** The sentence that will be sent, the same on ticket, ladder and command line. Pure; what it cannot know it leaves out. */

import { decimal, divide, multiply, type Decimal, type DecimalText } from '../../shared/base/decimal.ts'
import type { Instrument, Ticker } from '../../shared/domain/instrument.ts'
import { shownCode } from '../../shared/domain/accounts/lookAlike.ts'
import type { OrderDraft } from '../../shared/domain/orders/order.ts'
import { triggerPricesOf, triggeringPrice } from '../../shared/domain/orders/triggerFit.ts'
import { exact, grouped, placesOf } from './numbers.ts'
import { priceText } from './priceText.ts'

/** The price an order is valued at: its own limit or trigger, else the touch it would take, else mark or last. */
export function valuationPrice(
  draft: Pick<OrderDraft, 'side' | 'limitPrice' | 'triggerPrice'>,
  ticker: Ticker | undefined,
): Decimal | null {
  const text =
    draft.limitPrice ??
    draft.triggerPrice ??
    (draft.side === 'buy' ? ticker?.bestAsk : ticker?.bestBid) ??
    ticker?.markPrice ??
    ticker?.lastPrice ??
    null
  return text === null ? null : decimal(text)
}

export interface OrderValue {
  /** Contracts; an estimate for cash orders. */
  readonly amount: Decimal | null
  /** USDC notional; an estimate for orders in contracts that carry no limit. */
  readonly notional: Decimal | null
}

/** Both sizes of a draft, the missing one worked out at the valuation price. */
export function valueOf(draft: OrderDraft, ticker: Ticker | undefined): OrderValue {
  const price = valuationPrice(draft, ticker)
  if (draft.amount !== null) {
    const amount = decimal(draft.amount)
    return { amount, notional: price === null ? null : multiply(amount, price) }
  }
  const notional = draft.cashAmount === null ? null : decimal(draft.cashAmount)
  return {
    amount: notional === null || price === null || price === 0n ? null : divide(notional, price, 'down'),
    notional,
  }
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

export const NO_VALUE: OrderValue = { amount: null, notional: null }

/**
 * `BUY 2.5 BTCUSDC_PERP LIMIT 62,150.0 GTC ≈ 155,375 USDC`, without the customer. Fixed order (docs/keyboard.md#the-read-back); amounts always both ways where
 * a price is known. Another `value` takes the place of the estimate; `NO_VALUE` leaves it out.
 */
export function orderSentence(
  draft: OrderDraft,
  instrument: Instrument,
  ticker: Ticker | undefined,
  now: number,
  { amount, notional }: OrderValue = valueOf(draft, ticker),
): string {
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
    if (amount !== null) words.push(`≈ ${amountText(amount, instrument)} ${instrument.underlying}`)
  } else if (notional !== null) words.push(`≈ ${grouped(notional, 0)} USDC`)
  if (draft.leverage !== null) words.push(`· lev ${draft.leverage}× stays`)
  const unsure = mayTrigger(draft, ticker, now)
  if (unsure !== null) words.push(`· ${unsure}`)
  return words.join(' ')
}

/** What is said of a waiting order while the price that triggers it is not known or too old; null where it is fresh. Where it is fresh, a reached trigger is refused. */
function mayTrigger(draft: Pick<OrderDraft, 'type'>, ticker: Ticker | undefined, now: number): string | null {
  const price = triggeringPrice(draft.type, triggerPricesOf(ticker, now))
  return price && price.price === null ? `no fresh ${price.name} known: may trigger at once` : null
}

/** Contracts at the instrument's lot, or at most five places where the lot is not known. */
export const amountText = (amount: Decimal, instrument: Instrument): string =>
  grouped(amount, placesOf(instrument.lotSize, 5))
