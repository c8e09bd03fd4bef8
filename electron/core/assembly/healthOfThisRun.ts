/** Step 11: the health of this run, connected to the journal's notices, the links and the requests of the session. */

import type { RememberingLog } from '../health/recentProblems.ts'
import type { Measures } from '../health/measures.ts'
import { createHealthWatch } from '../health/watchHealth.ts'
import type { CoreOptions } from './coreOptions.ts'
import type { VenueRecords } from './orderMarketAndAccountStores.ts'
import type { JournalAndNotices } from './recoveredStateJournalAndNotices.ts'
import type { SessionAccess } from './sessionStateAndAccess.ts'

export const createHealth = (
  { clock, health }: CoreOptions,
  measures: Measures,
  { problems }: Pick<RememberingLog, 'problems'>,
  { access }: SessionAccess,
  { notices }: JournalAndNotices,
  { connection, reconnects, relay }: VenueRecords,
) =>
  createHealthWatch({
    clock,
    measures,
    machine: health?.machine ?? null,
    history: health?.history ?? null,
    notices,
    problems,
    connection: () => (access.broker() === null ? null : connection.now()),
    load: () => access.broker()?.load() ?? null,
    messages: { market: () => relay.market(), session: () => access.broker() },
    reconnects: () => reconnects.count(),
  })
