/** Checks whether an order may go to the exchange now: instrument status, size, price and collateral. Changes nothing. */

import { ZERO, decimal, type Decimal } from '../../../../shared/base/decimal.ts'
import { ok } from '../../../../shared/base/result.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { ExchangeInstrument, Level } from '../../exchange/exchange.ts'
import { accountFunds, markPrice } from '../accounts/accountFunds.ts'
import type { BrokerContext } from '../brokerContext.ts'
import { mayPlace } from '../accounts/margin.ts'
import { sizeOrder, type OrderToSize, type SizedOrder } from './orderSize.ts'
import type { OrderRecord } from '../../bookkeeping/records.ts'
import { refuse, type Outcome } from '../../refusal.ts'
import { legsOf } from './waitingOrders.ts'
import { ticksOf } from '../../bookkeeping/ticksAndLots.ts'

/** The order to check: a draft, or a stored order on its way to the book. */
export type Candidate = OrderToSize & Pick<OrderRecord, 'type' | 'side' | 'symbol'>

/** `post_only` accepts limit orders that match nothing; `trade_halt` accepts no orders (docs/api.md#instrument). */
export function checkStatus(
  context: BrokerContext,
  { type, side, symbol, limitPrice }: Candidate,
  instrument: ExchangeInstrument,
): Outcome<null> {
  const status = context.exchange.status(symbol)
  if (status === 'open') return ok(null)
  if (status === 'trade_halt') return refuse('ORDER_REJECTED', `${symbol} is halted: it takes no orders`)
  if (type !== 'limit' || limitPrice === null)
    return refuse('ORDER_REJECTED', `${symbol} is post_only: it takes limit orders only`)
  const best = levelsAgainst(context, { side, symbol })[0]?.[0]
  const ticks = ticksOf(instrument, decimal(limitPrice))
  if (best === undefined || ticks === null) return ok(null)
  return (side === 'buy' ? ticks >= best : ticks <= best)
    ? refuse('ORDER_REJECTED', `${symbol} is post_only: this limit_price would match at once`)
    : ok(null)
}

/** The order in ticks and lots, priced against the current book. */
export const sizeNow = (
  context: BrokerContext,
  candidate: Candidate,
  instrument: ExchangeInstrument,
): Outcome<SizedOrder> =>
  sizeOrder(candidate, instrument, () => levelsAgainst(context, candidate), markPrice(context, instrument))

/** The size of an order that waits for a trigger: priced at its limit, else at the higher of its trigger prices. */
export function sizeAtTrigger(
  candidate: Candidate & Parameters<typeof legsOf>[0],
  instrument: ExchangeInstrument,
): Outcome<SizedOrder> {
  const { above, below } = legsOf(candidate)
  let highest = 0
  for (const price of [below, above]) {
    if (price === null) continue
    const ticks = ticksOf(instrument, decimal(price))
    if (ticks === null)
      return refuse('ORDER_REJECTED', `trigger prices must be multiples of ${instrument.tickSize}`)
    highest = Math.max(highest, ticks)
  }
  if (above !== null && below !== null && decimal(above) <= decimal(below))
    return refuse(
      'ORDER_REJECTED',
      candidate.side === 'sell'
        ? 'a selling combo takes its profit above its stop_loss_price'
        : 'a buying combo takes its profit below its stop_loss_price',
    )
  return sizeOrder(candidate, instrument, () => [[highest, 1]], ZERO)
}

/** Refuses an order that the collateral does not cover, unless the order needs no more margin than is in use now. */
export function checkCover(
  context: BrokerContext,
  customer: CustomerCode,
  { symbol, side }: Pick<Candidate, 'symbol' | 'side'>,
  quote: Decimal,
): Outcome<null> {
  const before = accountFunds(context, customer)
  return mayPlace(before, accountFunds(context, customer, { symbol, side, quote }))
    ? ok(null)
    : refuse('INSUFFICIENT_FUNDS', 'the collateral does not cover the initial margin of this order')
}

const levelsAgainst = (
  context: BrokerContext,
  { side, symbol }: Pick<Candidate, 'side' | 'symbol'>,
): readonly Level[] => {
  const { bids, asks } = context.exchange.depth(symbol)
  return side === 'buy' ? asks : bids
}
