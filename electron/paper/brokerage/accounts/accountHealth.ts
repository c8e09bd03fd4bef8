/** Compares the equity of accounts with their maintenance margin, without orders. Runs at every mark price, so it reads as little as possible. */

import { ZERO, add, decimal, type Decimal, type DecimalText } from '../../../../shared/base/decimal.ts'
import {
  isShort,
  maintenanceOf,
  unrealisedOf,
  type Health,
} from '../../../../shared/domain/accounts/accountFigures.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import { markPrice } from './accountFunds.ts'
import type { BrokerContext } from '../brokerContext.ts'
import type { PositionRecord } from '../../bookkeeping/records.ts'

interface Terms {
  readonly mark: Decimal | null
  readonly maintenanceMargin: Decimal
}

/** Current marks and margins, read once per instrument; null for an instrument that this exchange does not list. */
function termsOf(context: BrokerContext): (symbol: Symbol) => Terms | null {
  const known = new Map<Symbol, Terms | null>()
  return (symbol) => {
    const found = known.get(symbol)
    if (found !== undefined) return found
    const instrument = context.instruments.get(symbol)
    const terms = instrument
      ? { mark: markPrice(context, instrument), maintenanceMargin: decimal(instrument.maintenanceMargin) }
      : null
    known.set(symbol, terms)
    return terms
  }
}

function reckon(
  balance: DecimalText,
  positions: Iterable<PositionRecord>,
  terms: (symbol: Symbol) => Terms | null,
): Health {
  let equity = decimal(balance)
  let maintenance = ZERO
  for (const { symbol, size, cost } of positions) {
    const instrumentTerms = size === '0' ? null : terms(symbol)
    if (!instrumentTerms) continue
    const held = { size: decimal(size), cost: decimal(cost), mark: instrumentTerms.mark }
    equity = add(equity, unrealisedOf(held))
    maintenance = add(maintenance, maintenanceOf(held, instrumentTerms.maintenanceMargin))
  }
  return { equity, maintenance }
}

export function accountHealth(context: BrokerContext, customer: CustomerCode): Health {
  const { accounts } = context.store
  return reckon(
    accounts.balance(customer) ?? ('0' as DecimalText),
    accounts.positions(customer),
    termsOf(context),
  )
}

/** Holders of an instrument whose equity does not cover their maintenance margin. */
export function shortHolders(context: BrokerContext, symbol: Symbol): CustomerCode[] {
  const terms = termsOf(context)
  const held = Map.groupBy(context.store.accounts.holdings(symbol), ({ customerCode }) => customerCode)
  return [...held].flatMap(([customer, positions]) =>
    isShort(reckon(positions[0]?.balance ?? ('0' as DecimalText), positions, terms)) ? [customer] : [],
  )
}
