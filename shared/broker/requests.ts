/** What is sent: paths, queries and bodies, strictly as the document allows. Pure; builds nothing from unchecked text. */

import type { TransferRequest } from '../domain/ledger.ts'
import { orderProblems } from '../domain/orderRules.ts'
import type { OrderDraft } from '../domain/order.ts'
import {
  customerCode,
  referenceId,
  symbol,
  type CustomerCode,
  type ReferenceId,
  type Symbol,
} from '../domain/text.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { VenueProfile } from './venueProfile.ts'

/** A path segment of a code that was checked again here, because a path is where a wrong one would hurt. */
function segment(of: CustomerCode): Result<string, string> {
  return customerCode.safeParse(of).success
    ? ok(encodeURIComponent(of))
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

export const feeProfilePath = (profile: VenueProfile, customer: CustomerCode): Result<string, string> =>
  under(profile, customer, '/fee-profile')

const withQuery = (path: string, query: Readonly<Record<string, string | null | undefined>>): string => {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}

export interface PageQuery {
  readonly customer?: CustomerCode
  readonly before?: string
}

function paged(path: string, query: PageQuery, limit: string | null): Result<string, string> {
  if (query.customer !== undefined) {
    const checked = segment(query.customer)
    if (!checked.ok) return checked
  }
  return ok(withQuery(path, { customer_code: query.customer, before: query.before, limit }))
}

/** The broker-wide trades list: it refuses parameters it does not know, so only documented ones are sent. */
export const tradesPath = (profile: VenueProfile, query: PageQuery): Result<string, string> =>
  paged(profile.paths.trades, query, null)

/** The broker-wide ledger (document part 4). */
export const ledgerPath = (profile: VenueProfile, query: PageQuery): Result<string, string> =>
  paged(profile.paths.transactions, query, null)

/** Newest public trades of one instrument, or those before a cursor (gap 28). */
export const marketTradesPath = (
  profile: VenueProfile,
  of: Symbol,
  before: string | null,
): Result<string, string> =>
  symbol.safeParse(of).success
    ? ok(
        withQuery(profile.paths.marketTrades, {
          symbol: of,
          limit: profile.paging.limit === null ? null : String(profile.paging.limit),
          before,
        }),
      )
    : fail('the symbol cannot be used in an address')

type Written = 'number' | 'string'

/** JSON of a flat object whose decimals keep every digit: written as they stand, never through a binary number. */
function jsonOf(
  fields: readonly (readonly [name: string, text: string | null, as: Written | 'text'])[],
): string {
  const parts = fields.flatMap(([name, text, as]) =>
    text === null ? [] : [`${JSON.stringify(name)}:${as === 'number' ? text : JSON.stringify(text)}`],
  )
  return `{${parts.join(',')}}`
}

/** Body of POST orders. Fails with the first broken rule of a draft: nothing is left out or mended on the way to the wire. */
export function orderBody(id: ReferenceId, draft: OrderDraft, profile: VenueProfile): Result<string, string> {
  const [problem] = orderProblems(draft)
  if (problem) return fail(`${problem.field}: ${problem.sentence}`)
  const { amounts, prices, leverage } = profile.numbers
  return ok(
    jsonOf([
      ['reference_id', id, 'text'],
      ['symbol', draft.symbol, 'text'],
      ['side', draft.side, 'text'],
      ['type', draft.type, 'text'],
      ['amount', draft.amount, amounts],
      ['cash_amount', draft.cashAmount, amounts],
      ['limit_price', draft.limitPrice, prices],
      ['trigger_price', draft.triggerPrice, prices],
      ['stop_loss_price', draft.stopLossPrice, prices],
      ['take_profit_price', draft.takeProfitPrice, prices],
      ['trigger_price_type', draft.triggerPriceType, 'text'],
      ['time_in_force', draft.timeInForce, 'text'],
      ['leverage', draft.leverage === null ? null : String(draft.leverage), leverage],
    ]),
  )
}

/** Body of POST deposits and withdrawals. */
export const transferBody = (request: TransferRequest, profile: VenueProfile): string =>
  jsonOf([
    ['amount', request.amount, profile.numbers.transfers],
    ['asset', request.asset, 'text'],
  ])
