/** Fee profiles: the rates of each customer per instrument, in basis points. Charges nothing itself: fills read the rates. */

import type { DecimalText } from '../../../../shared/base/decimal.ts'
import { ok } from '../../../../shared/base/result.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import { feesOf } from './accountPostings.ts'
import type { BrokerContext } from '../brokerContext.ts'
import type { FeeRates } from '../../bookkeeping/posting.ts'
import { refuse, unknownCustomer, type Outcome } from '../../refusal.ts'

export interface FeeItem extends FeeRates {
  readonly symbol: Symbol
}

/** In bps; below 0 is a rebate. Null leaves the rate unchanged. */
export interface FeeChange {
  readonly maker: DecimalText | null
  readonly taker: DecimalText | null
}

export interface FeeProfiles {
  /** One item for every instrument. */
  profile(customer: string): Outcome<readonly FeeItem[]>
  /** Sets the rates of one instrument, or of all when null. Returns the changed items. The rates apply to later fills. */
  set(customer: string, symbol: string | null, change: FeeChange): Outcome<readonly FeeItem[]>
}

export function createFeeProfiles(context: BrokerContext): FeeProfiles {
  const { accounts } = context.store
  const symbols = context.exchange.instruments.map(({ symbol }) => symbol)
  const isKnown = (customer: string): customer is CustomerCode => accounts.balance(customer) !== null
  const itemOf = (customer: CustomerCode, symbol: Symbol): FeeItem => ({
    symbol,
    ...feesOf(context, customer, symbol),
  })
  return {
    profile: (customer) =>
      isKnown(customer) ? ok(symbols.map((symbol) => itemOf(customer, symbol))) : unknownCustomer(customer),
    set: (customer, symbol, { maker, taker }) =>
      context.change(() => {
        if (!isKnown(customer)) return unknownCustomer(customer)
        const chosen = symbols.filter((each) => symbol === null || each === symbol)
        if (chosen.length === 0) return refuse('NOT_FOUND', `symbol ${symbol} is not known`)
        for (const each of chosen) {
          const before = feesOf(context, customer, each)
          accounts.setFees(customer, each, { maker: maker ?? before.maker, taker: taker ?? before.taker })
        }
        return ok(chosen.map((each) => itemOf(customer, each)))
      }),
  }
}
