/** Builds the paths, queries and bodies of requests, strictly as docs/api.md#part-4 allows. Pure; uses no unchecked text. */

import type { EpochMs } from '../base/clock.ts'
import type { DecimalText } from '../base/decimal.ts'
import type { LedgerStatus, TransferRequest } from '../domain/accounts/ledger.ts'
import { orderProblems } from '../domain/orders/orderFieldRules.ts'
import type { OrderChanges, OrderDraft } from '../domain/orders/order.ts'
import {
  customerCode,
  referenceId,
  symbol,
  type CustomerCode,
  type ReferenceId,
  type Symbol,
} from '../domain/scalars.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { VenueProfile } from './venueProfile.ts'

/** The path segment of a customer code. Checks the code again: a wrong one could change the path. */
function segment(code: CustomerCode): Result<string, string> {
  return customerCode.safeParse(code).success
    ? ok(encodeURIComponent(code))
    : fail('the customer code cannot be used in an address: it must be 1 to 64 plain characters')
}

const under = (profile: VenueProfile, customer: CustomerCode, rest: string): Result<string, string> => {
  const name = segment(customer)
  return name.ok ? ok(`${profile.paths.customers}/${name.value}${rest}`) : name
}

export const ordersPath = (profile: VenueProfile, customer: CustomerCode): Result<string, string> =>
  under(profile, customer, '/orders')

export const orderPath = (
  profile: VenueProfile,
  customer: CustomerCode,
  id: ReferenceId,
): Result<string, string> =>
  referenceId.safeParse(id).success
    ? under(profile, customer, `/orders/${id}`)
    : fail('reference_id must be at most 40 letters, digits, _ or -')

export const transferPath = (profile: VenueProfile, request: TransferRequest): Result<string, string> =>
  under(profile, request.customerCode, request.kind === 'deposit' ? '/deposits' : '/withdrawals')

export const marginProfilePath = (profile: VenueProfile, customer: CustomerCode): Result<string, string> =>
  under(profile, customer, '/margin-profile')

/** `instrument` null: the fees of every instrument. */
export function feeProfilePath(
  profile: VenueProfile,
  customer: CustomerCode,
  instrument: Symbol | null = null,
): Result<string, string> {
  if (instrument === null) return under(profile, customer, '/fee-profile')
  return symbol.safeParse(instrument).success
    ? under(profile, customer, `/fee-profile/${encodeURIComponent(instrument)}`)
    : fail('the symbol cannot be used in an address')
}

/** A path with further query parameters. */
export const withParameters = (path: string, query: Readonly<Record<string, string>>): string => {
  const more = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return more.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${more.join('&')}`
}

const withQuery = (path: string, query: Readonly<Record<string, string | null | undefined>>): string => {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return withParameters(path, Object.fromEntries(given))
}

/** The ends of a range are ms since epoch, both included and both optional. */
interface PageQuery {
  readonly customer?: CustomerCode
  readonly from?: EpochMs
  readonly to?: EpochMs
  readonly before?: string
}

export interface LedgerQuery extends PageQuery {
  readonly status?: LedgerStatus
}

export interface TradesQuery extends PageQuery {
  readonly symbol?: Symbol
  readonly sort?: 'asc' | 'desc'
}

/** RFC 3339 in UTC with milliseconds. Both lists accept the format, and no venue can read it as seconds. Undefined is left out of the query. */
const stamp = (ms: EpochMs | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString()

// The range of a date (ECMA-262, Time Range).
const LAST_MS = 8.64e15

function checkedQuery(query: PageQuery): Result<null, string> {
  if (query.customer !== undefined) {
    const checked = segment(query.customer)
    if (!checked.ok) return checked
  }
  for (const end of [query.from, query.to])
    if (end !== undefined && !(Math.abs(end) <= LAST_MS)) return fail('an end of the range is not a date')
  if (query.from !== undefined && query.to !== undefined && query.from > query.to)
    return fail('the range ends before it begins')
  return ok(null)
}

/** A customer's own list, else the broker-wide list. Sends documented parameters only, because the broker-wide list refuses unknown ones. */
export function tradesPath(profile: VenueProfile, query: TradesQuery): Result<string, string> {
  const checked = checkedQuery(query)
  if (!checked.ok) return checked
  const list =
    query.customer === undefined ? ok(profile.paths.trades) : under(profile, query.customer, '/trades')
  if (!list.ok) return list
  return ok(
    withQuery(list.value, {
      symbol: query.symbol,
      from: stamp(query.from),
      to: stamp(query.to),
      sort: query.sort,
      before: query.before,
    }),
  )
}

// The API gives no form for trade codes. A code that is not one plain path segment is refused.
const TRADE_CODE = /^(?!\.{1,2}$)[\x21-\x7e]{1,100}$/

export const tradePath = (
  profile: VenueProfile,
  customer: CustomerCode,
  code: string,
): Result<string, string> =>
  TRADE_CODE.test(code)
    ? under(profile, customer, `/trades/${encodeURIComponent(code)}`)
    : fail('the trade code cannot be used in an address: it must be 1 to 100 plain characters')

/** Both ledgers take the same parameters (docs/api.md#4.customerTransactions). The profile names the status filter. */
const ledgerQuery = (profile: VenueProfile, query: LedgerQuery) => ({
  created_from: stamp(query.from),
  created_to: stamp(query.to),
  ...(query.status === undefined ? {} : { [profile.parameters.ledgerStatus]: query.status }),
  before: query.before,
})

/** The broker-wide ledger (docs/api.md#4.transactions). */
export function ledgerPath(profile: VenueProfile, query: LedgerQuery): Result<string, string> {
  const checked = checkedQuery(query)
  if (!checked.ok) return checked
  return ok(
    withQuery(profile.paths.transactions, {
      customer_code: query.customer,
      ...ledgerQuery(profile, query),
    }),
  )
}

/** The ledger of one customer: deprecated (docs/api.md#9.deprecated.transactions), for venues without the broker-wide ledger. */
export function customerLedgerPath(
  profile: VenueProfile,
  customer: CustomerCode,
  query: LedgerQuery,
): Result<string, string> {
  const checked = checkedQuery(query)
  if (!checked.ok) return checked
  const list = under(profile, customer, '/transactions')
  return list.ok ? ok(withQuery(list.value, ledgerQuery(profile, query))) : list
}

/** Filters with `|` and `*` (docs/api.md#symbol-filters). */
export interface InstrumentFilter {
  readonly symbol?: string
  readonly underlying?: string
  readonly quoteCurrency?: string
  readonly status?: string
}

export const instrumentsPath = (profile: VenueProfile, filter: InstrumentFilter): string =>
  withQuery(profile.paths.instruments, {
    symbol: filter.symbol,
    underlying: filter.underlying,
    quote_currency: filter.quoteCurrency,
    status: filter.status,
  })

/** The newest public trades of one instrument, or the trades before a cursor (docs/api.md#gap.28). */
export const marketTradesPath = (
  profile: VenueProfile,
  instrument: Symbol,
  before: string | null,
): Result<string, string> =>
  symbol.safeParse(instrument).success
    ? ok(
        withQuery(profile.paths.marketTrades, {
          symbol: instrument,
          limit: profile.paging.limit === null ? null : String(profile.paging.limit),
          before,
        }),
      )
    : fail('the symbol cannot be used in an address')

type Written = 'number' | 'string'

/** A field of a body; a null is left out. */
type BodyField = readonly [name: string, text: string | null, as: Written | 'text']

/** JSON of a flat object whose decimals keep every digit: they never pass through a binary number. */
function jsonOf(fields: readonly BodyField[]): string {
  const pairs = fields.flatMap(([name, text, as]) =>
    text === null ? [] : [`${JSON.stringify(name)}:${as === 'number' ? text : JSON.stringify(text)}`],
  )
  return `{${pairs.join(',')}}`
}

/** Body of POST orders. Fails with the first broken rule of a draft. Never drops or changes a field. */
export function orderBody(id: ReferenceId, draft: OrderDraft, profile: VenueProfile): Result<string, string> {
  const [problem] = orderProblems(draft)
  if (problem) return fail(`${problem.field}: ${problem.sentence}`)
  const { amounts, prices, leverage } = profile.numbers
  // One entry per field of a draft: a missing entry does not compile.
  const fields = {
    symbol: ['symbol', draft.symbol, 'text'],
    side: ['side', draft.side, 'text'],
    type: ['type', draft.type, 'text'],
    amount: ['amount', draft.amount, amounts],
    cashAmount: ['cash_amount', draft.cashAmount, amounts],
    limitPrice: ['limit_price', draft.limitPrice, prices],
    triggerPrice: ['trigger_price', draft.triggerPrice, prices],
    stopLossPrice: ['stop_loss_price', draft.stopLossPrice, prices],
    takeProfitPrice: ['take_profit_price', draft.takeProfitPrice, prices],
    triggerPriceType: ['trigger_price_type', draft.triggerPriceType, 'text'],
    timeInForce: ['time_in_force', draft.timeInForce, 'text'],
    leverage: ['leverage', draft.leverage === null ? null : String(draft.leverage), leverage],
  } satisfies Readonly<Record<Exclude<keyof OrderDraft, 'customerCode'>, BodyField>>
  return ok(jsonOf([['reference_id', id, 'text'], ...Object.values(fields)]))
}

/** Body of PATCH orders (docs/api.md#gap.11), without the unchanged fields. */
export function amendBody(changes: OrderChanges, profile: VenueProfile): Result<string, string> {
  if (Object.values(changes).every((value) => value === null)) return fail('the amend changes nothing')
  const { amounts, prices } = profile.numbers
  const fields = {
    amount: ['amount', changes.amount, amounts],
    limitPrice: ['limit_price', changes.limitPrice, prices],
    triggerPrice: ['trigger_price', changes.triggerPrice, prices],
    stopLossPrice: ['stop_loss_price', changes.stopLossPrice, prices],
    takeProfitPrice: ['take_profit_price', changes.takeProfitPrice, prices],
  } satisfies Readonly<Record<keyof OrderChanges, BodyField>>
  return ok(jsonOf(Object.values(fields)))
}

/** Body of PUT fee profiles, in bps. Always sends both fees, because the API does not say what a missing fee means. */
export const feeBody = (makerFee: DecimalText, takerFee: DecimalText, profile: VenueProfile): string =>
  jsonOf([
    ['maker_fee', makerFee, profile.numbers.fees],
    ['taker_fee', takerFee, profile.numbers.fees],
  ])

/** Body of POST deposits and withdrawals. */
export const transferBody = (request: TransferRequest, profile: VenueProfile): string =>
  jsonOf([
    ['amount', request.amount, profile.numbers.transfers],
    ['asset', request.asset, 'text'],
  ])
