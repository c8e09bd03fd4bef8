/** Reads which resource of the API a path requests, under the paths of the venue profile. Pure. */

import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { CustomerCode, Symbol } from '../../shared/domain/scalars.ts'
import type { RowFilter } from './sortedRows.ts'

/** `family`: reads answered from the same records. `within`: wider families that contain these records. */
interface Family {
  readonly family: string
  readonly within: readonly string[]
}

export type RequestedResource = Family &
  (
    | { readonly kind: 'order'; readonly customer: CustomerCode; readonly id: string }
    | { readonly kind: 'orders'; readonly customer: CustomerCode }
    | {
        readonly kind: 'trades' | 'transactions'
        readonly customer: CustomerCode | null
        readonly filter: RowFilter
      }
    | { readonly kind: 'market-trades'; readonly symbol: Symbol; readonly filter: RowFilter }
    | { readonly kind: 'other' }
  )

const MOST_ROWS = 1_000

const time = (text: string | null): number | null => {
  const at = text === null ? NaN : Date.parse(text)
  return Number.isFinite(at) ? at : null
}

function filterOf(query: URLSearchParams, customer: string | null, profile: VenueProfile): RowFilter {
  const { ledgerStatus } = profile.parameters
  const limit = Number.parseInt(query.get('limit') ?? '', 10)
  return {
    customer: customer ?? query.get('customer_code'),
    symbol: query.get('symbol'),
    status: ledgerStatus === '' ? null : query.get(ledgerStatus),
    from: time(query.get('from') ?? query.get('created_from')),
    to: time(query.get('to') ?? query.get('created_to')),
    before: query.get('before'),
    oldestFirst: query.get('sort') === 'asc',
    limit: limit > 0 ? Math.min(limit, MOST_ROWS) : MOST_ROWS,
  }
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Reads a path with its query, relative to the venue's `restUrl`. */
export function resourceOf(path: string, profile: VenueProfile): RequestedResource {
  const [pathname = '', ...rest] = path.split('?')
  const query = new URLSearchParams(rest.join('?'))
  const { paths } = profile
  const list = (kind: 'trades' | 'transactions', customer: CustomerCode | null): RequestedResource => {
    const family = customer === null ? kind : `${kind} ${customer}`
    return {
      kind,
      family,
      within: customer === null ? [] : [kind],
      customer,
      filter: filterOf(query, customer, profile),
    }
  }
  if (pathname === paths.trades) return list('trades', null)
  if (pathname === paths.transactions) return list('transactions', null)
  if (pathname === paths.marketTrades) {
    const symbol = (query.get('symbol') ?? '') as Symbol
    return {
      kind: 'market-trades',
      family: `prints ${symbol}`,
      within: [],
      symbol,
      filter: filterOf(query, null, profile),
    }
  }
  if (pathname.startsWith(`${paths.customers}/`)) {
    const [code = '', resource, id, ...more] = pathname.slice(paths.customers.length + 1).split('/')
    const customer = decoded(code) as CustomerCode
    if (resource === 'orders' && id === undefined)
      return { kind: 'orders', family: `orders ${customer}`, within: [], customer }
    if (resource === 'orders' && id !== undefined && more.length === 0)
      return { kind: 'order', family: `order ${customer} ${id}`, within: [], customer, id }
    if ((resource === 'trades' || resource === 'transactions') && id === undefined)
      return list(resource, customer)
  }
  return { kind: 'other', family: path, within: [] }
}
