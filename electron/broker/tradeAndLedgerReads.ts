/** Reads the venue's past: trades and ledger by page, and one trade. Reads only; a cursor is only used for the list that it came from. */

import { ok, type Result } from '../../shared/base/result.ts'
import { ownerOfTrade, readLedgerRow, readTrade } from '../../shared/broker/accountRecords.ts'
import { withinQuery, type Filtered } from '../../shared/broker/lists/pageFilters.ts'
import {
  customerLedgerPath,
  ledgerPath,
  tradePath,
  tradesPath,
  type LedgerQuery,
  type TradesQuery,
} from '../../shared/broker/requests.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { LedgerRow } from '../../shared/domain/accounts/ledger.ts'
import type { CustomerCode } from '../../shared/domain/scalars.ts'
import type { Broker } from '../core/ports/broker.ts'
import type { HistoryPage, ReadFailure } from '../core/ports/brokerAnswers.ts'
import { about } from './rest/classify.ts'
import type { VenueRest } from './venueRest.ts'

type TradeAndLedgerReads = Pick<Broker, 'trades' | 'trade' | 'ledger'>

const UNREAD_ROW = 'a row of the list of trades cannot be read'
// Prefix of the cursors of a customer's own ledger. Cursors of the broker-wide ledger stay unchanged.
const OWN_LEDGER = 'own ledger: '

export function createTradeAndLedgerReads(
  profile: VenueProfile,
  rest: VenueRest,
  say: (sentence: string) => void,
  lost: (customer: CustomerCode | null, why: string) => void,
): TradeAndLedgerReads {
  /** The venue has no broker-wide ledger, but the ledgers of customers. */
  let hasOwnLedgersOnly = false

  /** Leaves out rows that do not match the filters, and reports them. */
  const within = <T extends Filtered>(
    name: string,
    query: LedgerQuery | TradesQuery,
    page: Result<HistoryPage<T>, ReadFailure>,
  ): Result<HistoryPage<T>, ReadFailure> => {
    if (!page.ok) return page
    const { items, sentence } = withinQuery(name, query, page.value.items)
    if (sentence !== null) say(sentence)
    return ok({ ...page.value, items })
  }

  const ledgerPage = async (path: Result<string, string>, query: LedgerQuery, owner: CustomerCode | null) =>
    within(
      'ledger',
      query,
      await rest.page(path, 'transactions', query.before, (value) => readLedgerRow(value, owner, profile)),
    )

  const ownLedger = async (
    customer: CustomerCode,
    query: LedgerQuery,
  ): Promise<Result<HistoryPage<LedgerRow>, ReadFailure>> => {
    const page = await ledgerPage(customerLedgerPath(profile, customer, query), query, customer)
    if (!page.ok || page.value.next === null) return page
    return ok({ ...page.value, next: OWN_LEDGER + page.value.next })
  }

  /** The ledger of one customer, from the deprecated list where the venue has no other (docs/api.md#9.deprecated.transactions). */
  const customerLedger = async (
    customer: CustomerCode,
    query: LedgerQuery,
  ): Promise<Result<HistoryPage<LedgerRow>, ReadFailure>> => {
    const { before } = query
    if (before?.startsWith(OWN_LEDGER))
      return ownLedger(customer, { ...query, before: before.slice(OWN_LEDGER.length) })
    if (before === undefined && hasOwnLedgersOnly) return ownLedger(customer, query)
    const wide = await ledgerPage(ledgerPath(profile, query), query, null)
    if (wide.ok || before !== undefined || !wide.failure.absent) return wide
    const own = await ownLedger(customer, query)
    if (!own.ok) return own.failure.absent ? wide : own
    if (!hasOwnLedgersOnly)
      say(
        'This venue has no broker-wide ledger: the ledger of one customer is read from that customer’s own list, which the API calls deprecated. Check paths.transactions in the venue profile.',
      )
    hasOwnLedgersOnly = true
    return own
  }

  return {
    async trades(query) {
      const { customer = null, before, sort } = query
      let reported = 0
      const page = within(
        'trades',
        query,
        await rest.page(tradesPath(profile, query), 'trades', before, (value) => {
          const trade = readTrade(value, customer)
          if (!trade.ok) {
            reported++
            lost(ownerOfTrade(value, customer), UNREAD_ROW)
          }
          return trade
        }),
      )
      // A row that is not JSON does not reach `readTrade`.
      if (page.ok) for (let n = reported; n < (page.value.unreadable ?? 0); n++) lost(customer, UNREAD_ROW)
      // `before` goes back in time (docs/api.md#4.tradesQuery.before): with the oldest first it would lead in a circle.
      return page.ok && sort === 'asc' ? ok({ ...page.value, next: null }) : page
    },
    trade: (customer, code) =>
      rest.read('read', tradePath(profile, customer, code), (body) =>
        about('trade', { code, customerCode: customer }, readTrade(body, customer)),
      ),
    ledger({ status, ...unfiltered }) {
      const filters = status !== undefined && profile.parameters.ledgerStatus !== ''
      const query = filters ? { ...unfiltered, status } : unfiltered
      return query.customer === undefined
        ? ledgerPage(ledgerPath(profile, query), query, null)
        : customerLedger(query.customer, query)
    },
  }
}
