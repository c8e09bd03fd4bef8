/** A customer's current funds: stored cash, positions and orders, valued at the exchange's prices. Changes nothing. */

import { ZERO, absolute, add, decimal, type Decimal } from '../../../../shared/base/decimal.ts'
import { fundsOf, type Exposure, type Funds } from '../../../../shared/domain/accounts/accountFigures.ts'
import type { CustomerCode, Side, Symbol } from '../../../../shared/domain/scalars.ts'
import type { ExchangeInstrument } from '../../exchange/exchange.ts'
import type { BrokerContext } from '../brokerContext.ts'
import { initialMarginInForce } from '../../../../shared/domain/accounts/margin.ts'
import { priceOfTicks } from '../../bookkeeping/ticksAndLots.ts'

/** An order that is not placed yet, as the USDC it may cost. */
export interface Intent {
  readonly symbol: Symbol
  readonly side: Side
  readonly quote: Decimal
}

/** Price per contract that values positions: the mark, else the last price; null before either. */
export function markPrice(context: BrokerContext, instrument: ExchangeInstrument): Decimal | null {
  const { mark, lastTicks } = context.exchange.prices(instrument.symbol)
  if (mark !== null) return decimal(mark)
  return lastTicks === null ? null : priceOfTicks(instrument, lastTicks)
}

/** Funds of an existing customer; with `intent`, as if that order were resting too. */
export function accountFunds(
  context: BrokerContext,
  customer: CustomerCode,
  intent: Intent | null = null,
): Funds {
  const { accounts, orders, movements } = context.store
  const leverages = accounts.leverages(customer)
  const exposures = new Map<Symbol, Exposure>()
  const exposureOf = (symbol: Symbol): Exposure | null => {
    const instrument = context.instruments.get(symbol)
    if (!instrument) return null
    return (
      exposures.get(symbol) ?? {
        size: ZERO,
        cost: ZERO,
        mark: markPrice(context, instrument),
        restingBuys: ZERO,
        restingSells: ZERO,
        initialMargin: initialMarginInForce(instrument.initialMargin, leverages.get(symbol) ?? null),
      }
    )
  }
  const rest = (symbol: Symbol, buys: Decimal, sells: Decimal) => {
    const known = exposureOf(symbol)
    if (!known) return
    exposures.set(symbol, {
      ...known,
      restingBuys: add(known.restingBuys, buys),
      restingSells: add(known.restingSells, sells),
    })
  }

  for (const { symbol, size, cost } of accounts.positions(customer)) {
    const known = exposureOf(symbol)
    if (known) exposures.set(symbol, { ...known, size: decimal(size), cost: decimal(cost) })
  }
  for (const [symbol, { buys, sells }] of orders.restingQuotes(customer)) rest(symbol, buys, sells)
  if (intent) {
    const { symbol, side, quote } = intent
    rest(symbol, side === 'buy' ? quote : ZERO, side === 'sell' ? quote : ZERO)
  }

  const pendingOut = movements
    .pending(customer)
    .filter((movement) => movement.type === 'withdrawal')
    .reduce((sum, movement) => add(sum, absolute(decimal(movement.signedAmount))), ZERO)
  return fundsOf(decimal(accounts.balance(customer) ?? '0'), pendingOut, [...exposures.values()])
}
