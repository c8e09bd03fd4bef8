/** Trade lists, of one customer and broker-wide (docs/api.md#trades-list-query). Changes nothing. */

import { ok } from '../../../../shared/base/result.ts'
import { refuse, unknownCustomer, type Outcome } from '../../refusal.ts'
import type { Store, TradeFilter } from '../../store/store.ts'
import { readLimit, readMoment, readWord } from './query.ts'
import { reply } from '../request.ts'
import type { Route } from '../router.ts'
import { tradeOnWire } from './wire.ts'

const BROKER_WIDE = ['from', 'to', 'sort', 'symbol', 'before', 'limit', 'customer_code']

export function tradeRoutes({ accounts, trades }: Store): Route[] {
  const page = (filter: TradeFilter) => {
    const { items, next } = trades.page(filter)
    // `before` selects older rows, so an ascending page has no `next`: clients continue with `from`.
    return reply({ items: items.map(tradeOnWire), next: filter.sort === 'desc' ? next : null })
  }
  const readFilter = (query: URLSearchParams, customer: string | null): Outcome<TradeFilter> => {
    const from = readMoment(query, 'from')
    if (!from.ok) return from
    const to = readMoment(query, 'to')
    if (!to.ok) return to
    const sort = readWord(query, 'sort', ['asc', 'desc'], 'desc')
    if (!sort.ok) return sort
    const limit = readLimit(query)
    if (!limit.ok) return limit
    const before = query.get('before')
    if (before !== null && !trades.find(before))
      return refuse('VALIDATION_ERROR', 'before must be the code of a trade')
    return ok({
      customerCode: customer,
      symbol: query.get('symbol'),
      from: from.value,
      to: to.value,
      before,
      sort: sort.value as TradeFilter['sort'],
      limit: limit.value,
    })
  }
  return [
    {
      method: 'GET',
      path: '/v1/trades',
      handle({ query }) {
        for (const name of query.keys())
          if (!BROKER_WIDE.includes(name))
            return refuse(
              'VALIDATION_ERROR',
              `${name.slice(0, 40)} is not supported; supported are ${BROKER_WIDE.join(', ')}`,
            )
        const filter = readFilter(query, query.get('customer_code'))
        return filter.ok ? page(filter.value) : filter
      },
    },
    {
      method: 'GET',
      path: '/v1/customers/:customer/trades',
      handle({ path, query }) {
        const customer = path['customer'] ?? ''
        if (accounts.balance(customer) === null) return unknownCustomer(customer)
        const filter = readFilter(query, customer)
        return filter.ok ? page(filter.value) : filter
      },
    },
    {
      method: 'GET',
      path: '/v1/customers/:customer/trades/:trade',
      handle({ path }) {
        const customer = path['customer'] ?? ''
        if (accounts.balance(customer) === null) return unknownCustomer(customer)
        const trade = trades.find(path['trade'] ?? '')
        return trade?.customerCode === customer
          ? reply(tradeOnWire(trade))
          : refuse('NOT_FOUND', 'this customer has no such trade')
      },
    },
  ]
}
