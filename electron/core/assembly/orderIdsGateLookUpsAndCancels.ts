/** Step 4: ids of orders, the final check before a request is sent, the look-ups of unknown orders, and cancels. */

import { createOrderCancels } from '../dealing/cancelOrder.ts'
import { createDispatchGate } from '../orders/lastCheckAndJournalBeforeSend.ts'
import { randomText } from '../../../shared/base/random.ts'
import { installOf } from '../orders/machineLettersInSettings.ts'
import { createReferenceIds } from '../orders/mintReferenceIds.ts'
import { createOrdersMissingInJournal } from '../orders/ordersMissingInJournal.ts'
import { createUnknownOrderResolver } from '../orders/unknownOrderResolver.ts'
import type { Measures } from '../health/measures.ts'
import type { CoreOptions } from './coreOptions.ts'
import type { JournalAndNotices } from './recoveredStateJournalAndNotices.ts'
import type { SessionAccess } from './sessionStateAndAccess.ts'
import type { VenueRecords } from './orderMarketAndAccountStores.ts'

export function createOrderPath(
  { clock, log, random, settings, journal }: CoreOptions,
  measures: Measures,
  { current, access }: SessionAccess,
  { warn, notices, olderThanVenue }: JournalAndNotices,
  { orderStore, trades, fillNamed }: VenueRecords,
) {
  const install = installOf(settings, random, warn)
  const run = randomText(random, 6)
  const mint = createReferenceIds(install, run, clock)
  const resolver = createUnknownOrderResolver({
    clock,
    access,
    orderStore,
    mint,
    readTrades: () => current.readTrades(),
    hasTrade: (customer, id) => trades.hasOrder(customer, id),
    ordersLiveSince: () => current.ordersLiveSince(),
  })
  const dispatchGate = createDispatchGate(clock, orderStore)
  const cancels = createOrderCancels({ clock, measures, log, access, orderStore, resolver, dispatchGate })
  const missingInJournal = createOrdersMissingInJournal({
    install,
    journal,
    orderStore,
    notices,
    olderThanVenue,
  })
  fillNamed.add((customer, id) => missingInJournal.traded(customer, id))
  return { install, run, mint, resolver, dispatchGate, cancels, missingInJournal }
}

export type OrderPath = ReturnType<typeof createOrderPath>
