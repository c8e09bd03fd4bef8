/** The margin profile of a customer (docs/api.md#margin-profile). Changes nothing. */

import {
  compare,
  decimal,
  minimum,
  roundToStep,
  divide,
  toText,
  type Decimal,
} from '../../../../shared/base/decimal.ts'
import { LEVERAGES } from '../../../../shared/domain/orders/orderFieldRules.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import type { BrokerContext } from '../../brokerage/brokerContext.ts'
import { initialMarginInForce } from '../../../../shared/domain/accounts/margin.ts'
import { unknownCustomer } from '../../refusal.ts'
import { reply } from '../request.ts'
import type { Route } from '../router.ts'
import { twoDecimals } from './wire.ts'

const lowest = (values: readonly Decimal[]): Decimal =>
  values.reduce((least, value) => minimum(least, value), decimal('100'))

export function marginRoutes(context: BrokerContext): Route[] {
  const instruments = context.exchange.instruments
  const defaultMargin = lowest(instruments.map(({ initialMargin }) => decimal(initialMargin)))
  const maintenance = lowest(instruments.map(({ maintenanceMargin }) => decimal(maintenanceMargin)))

  /** The default is the lowest margin of all instruments. Every other margin in force is listed, by override or by instrument. */
  const instrumentMargins = (leverages: ReadonlyMap<Symbol, number>) =>
    instruments.flatMap(({ symbol, initialMargin }) => {
      const leverage = leverages.get(symbol) ?? null
      const margin = initialMarginInForce(initialMargin, leverage)
      if (leverage === null && compare(margin, defaultMargin) === 0) return []
      const highest = roundToStep(divide(decimal('100'), margin), decimal('1'), 'down')
      return [
        {
          symbol,
          leverage: leverage === null ? toText(highest) : String(leverage),
          initial_margin: twoDecimals(margin),
        },
      ]
    })
  return [
    {
      method: 'GET',
      path: '/v1/customers/:customer/margin-profile',
      handle({ path }) {
        const customer = path['customer'] ?? ''
        if (context.store.accounts.balance(customer) === null) return unknownCustomer(customer)
        return reply({
          initial_margin: twoDecimals(defaultMargin),
          maintenance_margin: twoDecimals(maintenance),
          max_leverage: String(LEVERAGES.at(-1)),
          instrument_margins: instrumentMargins(context.store.accounts.leverages(customer as CustomerCode)),
        })
      },
    },
  ]
}
