/** Reads of the venue's present state: instruments, prices, orders and profiles. `tradeAndLedgerReads.ts` reads its past. Sends nothing. */

import type { Clock } from '../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import { readFeeProfileItem, readMarginProfile, readOrder } from '../../shared/broker/accountRecords.ts'
import { readInstrument, readMarketTrade, readTicker } from '../../shared/broker/marketRecords.ts'
import {
  feeProfilePath,
  instrumentsPath,
  marginProfilePath,
  marketTradesPath,
  orderPath,
  ordersPath,
} from '../../shared/broker/requests.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { Broker } from '../core/ports/broker.ts'
import type { Listed, ReadFailure } from '../core/ports/brokerAnswers.ts'
import { about } from './rest/classify.ts'
import type { VenueRest } from './venueRest.ts'

type PresentStateReads = Pick<
  Broker,
  'instruments' | 'tickers' | 'order' | 'openOrders' | 'marginProfile' | 'feeProfile' | 'marketTrades'
>

export interface PresentStateReadsOptions {
  readonly profile: VenueProfile
  readonly clock: Clock
  readonly rest: VenueRest
  /** Reports a list that is not complete, in one sentence. */
  readonly unreadable: (sentence: string) => void
}

export function createPresentStateReads({
  profile,
  clock,
  rest,
  unreadable,
}: PresentStateReadsOptions): PresentStateReads {
  /** A list with one row per instrument. Reports a list that is not whole to the dealer. */
  const bySymbol = async <T extends { readonly symbol: string }>(
    name: string,
    path: Result<string, string>,
    take: (value: unknown) => Result<T, string>,
  ): Promise<Result<Listed<T>, ReadFailure>> => {
    const listed = await rest.list(path, name, take, ({ symbol }) => symbol)
    if (!listed.ok) return listed
    const { items, missing, unreadable: rows } = listed.value
    // A row that cannot be read may be of any instrument.
    const why = missing ?? rows
    if (why === null) return ok({ items, missing: null })
    const message = `${name}: the list is not complete: ${why}`
    // Without a readable row this is a failed read, not an empty list.
    if (items.length === 0) return fail({ kind: 'unreadable', code: null, message: `${message}.` })
    // Rows that cannot be read are reported one by one.
    if (missing !== null) unreadable(message)
    return ok({ items, missing: why })
  }
  const itemsOf = <T>(listed: Result<Listed<T>, ReadFailure>): Result<readonly T[], ReadFailure> =>
    listed.ok ? ok(listed.value.items) : listed

  return {
    instruments: (filter = {}) =>
      bySymbol('instruments', ok(instrumentsPath(profile, filter)), readInstrument),
    tickers: async () =>
      itemsOf(
        await bySymbol('tickers', ok(profile.paths.tickers), (value) => readTicker(value, clock.now())),
      ),
    order: (customer, id, how) =>
      rest.read(
        'look-up',
        orderPath(profile, customer, id),
        (body) => about('order', { referenceId: id, customerCode: customer }, readOrder(body, customer)),
        how,
      ),
    async openOrders(customer) {
      if (!profile.capabilities.openOrders)
        return fail({
          kind: 'refused',
          code: null,
          message: 'This venue has no list of open orders (venue profile, capabilities.openOrders).',
          absent: true,
        })
      const listed = await rest.list(
        ordersPath(profile, customer),
        'orders',
        (value) => about('order', { customerCode: customer }, readOrder(value, customer)),
        ({ referenceId }) => referenceId,
      )
      if (!listed.ok) return listed
      // A row that cannot be read may be an order.
      const { items, missing, unreadable: rows } = listed.value
      return ok({ items, missing: missing ?? rows })
    },
    marginProfile: (customer) => rest.read('read', marginProfilePath(profile, customer), readMarginProfile),
    feeProfile: async (customer) =>
      itemsOf(await bySymbol('fees', feeProfilePath(profile, customer), readFeeProfileItem)),
    async marketTrades(symbol, before) {
      const page = await rest.page(
        marketTradesPath(profile, symbol, before ?? null),
        'trades',
        before,
        (value) => readMarketTrade(value, symbol),
      )
      // Plain data without functions, because this page is passed to the market worker.
      if (!page.ok) return page
      const { items, next, unreadable: rows, fault } = page.value
      return ok({ items, next, isWhole: (rows ?? 0) === 0 && (fault ?? null) === null })
    },
  }
}
