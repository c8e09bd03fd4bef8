/** The transaction ledger, broker-wide and (deprecated) per customer: newest first, by cursor. Changes nothing. */

import { ok } from '../../../../shared/base/result.ts'
import { refuse, unknownCustomer, type Outcome } from '../../refusal.ts'
import type { LedgerFilter, Store } from '../../store/store.ts'
import { readLimit, readMoment, readWord } from './query.ts'
import { reply } from '../request.ts'
import type { Route } from '../router.ts'
import { transactionOnWire } from './wire.ts'

export function ledgerRoutes({ accounts, movements }: Store): Route[] {
  /** docs/api.md#gap.24: clients pass `next` as `before`. */
  const page = (filter: LedgerFilter) => {
    const { items, next } = movements.page(filter)
    return reply({
      items: items.map(transactionOnWire),
      response_metadata: { next, limit: filter.limit },
    })
  }
  const readFilter = (query: URLSearchParams, customer: string | null): Outcome<LedgerFilter> => {
    const createdFrom = readMoment(query, 'created_from')
    if (!createdFrom.ok) return createdFrom
    const createdTo = readMoment(query, 'created_to')
    if (!createdTo.ok) return createdTo
    const status = readWord(query, 'status', ['pending', 'completed', 'cancelled'], null)
    if (!status.ok) return status
    const limit = readLimit(query)
    if (!limit.ok) return limit
    for (const name of ['after', 'before']) {
      const code = query.get(name)
      if (code !== null && !movements.find(code))
        return refuse('VALIDATION_ERROR', `${name} must be the code of a transaction`)
    }
    return ok({
      customerCode: customer,
      status: status.value,
      createdFrom: createdFrom.value,
      createdTo: createdTo.value,
      after: query.get('after'),
      before: query.get('before'),
      limit: limit.value,
    })
  }
  return [
    {
      method: 'GET',
      path: '/v1/customers/transactions',
      handle({ query }) {
        const filter = readFilter(query, query.get('customer_code'))
        return filter.ok ? page(filter.value) : filter
      },
    },
    {
      method: 'GET',
      path: '/v1/customers/:customer/transactions',
      handle({ path, query }) {
        const customer = path['customer'] ?? ''
        if (accounts.balance(customer) === null) return unknownCustomer(customer)
        const filter = readFilter(query, customer)
        return filter.ok ? page(filter.value) : filter
      },
    },
  ]
}
