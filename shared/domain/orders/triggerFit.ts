/** The prices at which a waiting order triggers, and what is wrong with them now. One rule for fields, core and paper broker. Pure. */

import { ZERO, compare, decimal, type Decimal, type DecimalText } from '../../base/decimal.ts'
import type { Ticker } from '../instrument.ts'
import { isAhead, isYoung } from '../priceAge.ts'
import type { Order, OrderDraft } from './order.ts'
import { typeRule, type OrderProblem } from './orderFieldRules.ts'

/** Fields that hold a price to wait for. */
export type TriggerField = 'triggerPrice' | 'takeProfitPrice' | 'stopLossPrice'

/** The present prices that trigger orders. Null while unknown, or too old to tell what they trigger. */
export interface TriggerPrices {
  readonly trade_price: Decimal | null
  readonly mark_price: Decimal | null
}

/** The trigger prices in a ticker at `now` (core's wall clock, ms). A price too old for the limits refuses no order either. */
export function triggerPricesOf(
  ticker: Pick<Ticker, 'lastPrice' | 'lastAt' | 'markPrice' | 'listedAt'> | undefined,
  now: number,
): TriggerPrices {
  const young = (price: DecimalText | null | undefined, at: number | null | undefined) =>
    price && typeof at === 'number' && isYoung(at, now) ? decimal(price) : null
  return {
    // A list confirms the last price of a quiet market; a book that moves does not.
    trade_price: young(
      ticker?.lastPrice,
      Math.max(...[ticker?.lastAt ?? 0, ticker?.listedAt ?? 0].filter((at) => !isAhead(at, now)), 0),
    ),
    mark_price: young(ticker?.markPrice, ticker?.listedAt),
  }
}

/** `type` as the venue names it. A type that we do not know has no legs. */
export type Triggered = Pick<OrderDraft, 'side' | 'limitPrice' | TriggerField> & { readonly type: string }

const STOPS: readonly string[] = ['stop_loss', 'stop_loss_limit', 'stop_market', 'stop_limit']
const PROFITS: readonly string[] = ['take_profit', 'take_profit_limit']
const COMBO = 'take_profit_stop_loss'

interface Legs {
  /** Triggers at this price or above it. */
  readonly above: TriggerField | null
  /** Triggers at this price or below it. */
  readonly below: TriggerField | null
}

/**
 * The fields that an order waits for. A stop-loss gives in to a move against the order: a buy waits above, a sell below. A take-profit
 * takes a move in its favor. A combo waits for both.
 */
export function legsOf({ type, side }: Pick<Triggered, 'type' | 'side'>): Legs {
  const stop = STOPS.includes(type) ? 'triggerPrice' : type === COMBO ? 'stopLossPrice' : null
  const profit = PROFITS.includes(type) ? 'triggerPrice' : type === COMBO ? 'takeProfitPrice' : null
  return side === 'buy' ? { above: stop, below: profit } : { above: profit, below: stop }
}

/** Whether an order is of a type that waits for a price. */
export function waitsForTrigger(order: Pick<Triggered, 'type' | 'side'>): boolean {
  const { above, below } = legsOf(order)
  return above !== null || below !== null
}

/**
 * Whether an order may still rest until its trigger, whatever its time in force: of a stop or take profit without a limit the venue reports `IOC`. A
 * type that we do not know may wait, and venues have several words for that rest.
 */
export const mayWaitForTrigger = ({
  type,
  status,
  filledAmount,
}: Pick<Order, 'type' | 'status' | 'filledAmount'>): boolean =>
  type !== 'market' &&
  type !== 'limit' &&
  status !== 'triggered' &&
  compare(decimal(filledAmount), ZERO) === 0

const NAMES: Readonly<Record<TriggerField, string>> = {
  triggerPrice: 'trigger price',
  takeProfitPrice: 'take-profit price',
  stopLossPrice: 'stop-loss price',
}

/** The price that triggers orders of this type, with its name; null for types that wait for nothing. */
export function triggeringPrice(
  type: string,
  prices: TriggerPrices,
): { readonly name: string; readonly price: Decimal | null } | null {
  const kind = typeRule(type)?.triggerPriceType ?? null
  if (kind === null) return null
  return { name: kind === 'mark_price' ? 'mark' : 'last trade', price: prices[kind] }
}

/** A combo whose two prices are the wrong way round for its side: a venue refuses it, or triggers one of them at once. */
function crossed(order: Triggered, write: (price: Decimal) => string): OrderProblem | null {
  const { above, below } = legsOf(order)
  const { takeProfitPrice, stopLossPrice } = order
  if (above === null || below === null || takeProfitPrice === null || stopLossPrice === null) return null
  const [profit, stop] = [decimal(takeProfitPrice), decimal(stopLossPrice)]
  if (order.side === 'buy' ? compare(profit, stop) < 0 : compare(profit, stop) > 0) return null
  const [verb, side] = order.side === 'buy' ? ['BUY', 'below'] : ['SELL', 'above']
  return {
    field: 'takeProfitPrice',
    sentence: `A ${verb} takes its profit ${side} its stop loss. Here the take profit is ${write(profit)} and the stop loss is ${write(stop)}. Swap the two prices, or change the side.`,
  }
}

/** A trigger that the present price has reached already. */
function reached(
  order: Triggered,
  side: keyof Legs,
  prices: TriggerPrices,
  write: (price: Decimal) => string,
): OrderProblem | null {
  const field = legsOf(order)[side]
  const text = field === null ? null : order[field]
  const now = triggeringPrice(order.type, prices)
  if (field === null || text === null || !now || now.price === null) return null
  const trigger = decimal(text)
  const away = compare(now.price, trigger)
  if (side === 'above' ? away < 0 : away > 0) return null
  const name = NAMES[field]
  const instead = order.limitPrice === null ? 'market' : 'limit'
  return {
    field,
    sentence: `The ${name} ${write(trigger)} triggers this ${order.side.toUpperCase()} at once: the ${now.name} is ${write(now.price)}. Set a ${name} ${side} it, or send a ${instead} order.`,
  }
}

/** Why an order would not wait for its trigger. Empty where it waits, or where the triggering price is not known. `write` formats a price. */
export function triggerProblems(
  order: Triggered,
  prices: TriggerPrices,
  write: (price: Decimal) => string,
): OrderProblem[] {
  const wrong = crossed(order, write)
  if (wrong) return [wrong]
  return (['above', 'below'] as const)
    .map((side) => reached(order, side, prices, write))
    .filter((found) => found !== null)
}
