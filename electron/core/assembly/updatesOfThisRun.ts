/** Step 12: updates of the program, connected to everything of the desk that an install would interrupt. */

import { whyCustomersUnknown } from '../../../shared/contract/status.ts'
import { unseenWords } from '../../../shared/domain/orders/openOrderReading.ts'
import { isUnproven, type Order } from '../../../shared/domain/orders/order.ts'
import { accountsNotInUse } from '../journal/accountsNotInUse.ts'
import type { DeskFacts } from '../updates/mayInstall.ts'
import { createUpdates } from '../updates/updates.ts'
import type { CoreOptions } from './coreOptions.ts'
import type { Dealing } from './newOrdersAmendsAndFlattening.ts'
import type { VenueRecords } from './orderMarketAndAccountStores.ts'
import type { JournalAndNotices } from './recoveredStateJournalAndNotices.ts'
import type { ReconciliationAndRisk } from './reconciliationAndRisk.ts'
import type { SessionAccess } from './sessionStateAndAccess.ts'
import type { Administration } from './transfersFeesMarginAndWebhooks.ts'

interface DeskRooms {
  readonly session: SessionAccess
  readonly journal: JournalAndNotices
  readonly records: VenueRecords
  readonly administration: Administration
  readonly risk: ReconciliationAndRisk
  readonly dealing: Dealing
}

const OFF = 'This run has no updates: only the installed desktop program can be updated.'

/** Scales with an order that is journaled or sent and has no answer. */
const leavingScales = (live: readonly Order[]): number =>
  new Set(
    live.flatMap(({ scale, phase, customerCode }) =>
      scale !== undefined && (phase === 'intent' || phase === 'sent') ? [`${customerCode} ${scale.act}`] : [],
    ),
  ).size

export function createUpdatesOfThisRun(
  { clock, log, settings, program, updates = OFF }: CoreOptions,
  desk: DeskRooms,
  isLocked: () => boolean,
) {
  const { state, access } = desk.session
  const { notices, recovered, journalWriter } = desk.journal
  const { orderStore, customers, reads, trades } = desk.records
  const { transfers } = desk.administration
  const { readings } = desk.risk
  const { blocks, flattening } = desk.dealing
  /** Why there may be more live orders than are known: a clause without a full stop. Null: every list is whole. */
  const unseen = (): string | null => {
    if (state.phase === 'signed-out' || access.broker() === null)
      return 'nobody is signed in, so no list of open orders is read'
    const lists = customers
      .codes()
      .map((code) => readings.notWhole(code))
      .filter((reading) => reading !== null)
    return unseenWords({ lists, customers: whyCustomersUnknown(reads.now()) })
  }
  const facts = (): DeskFacts => {
    const live = orderStore.live()
    return {
      isLocked: isLocked(),
      unknownOrders: live.filter(isUnproven).length,
      leavingOrders: live.filter(({ phase }) => phase === 'intent').length,
      unconfirmedChanges: live.filter(({ pending }) => pending !== null).length,
      leavingScales: leavingScales(live),
      leavingBlocks: blocks.leaving(),
      flattening: flattening.size,
      unknownTransfers: transfers.unsettled(),
      liveOrders: live.length,
      unseen: unseen(),
      positions: trades.held().length,
      otherAccounts: accountsNotInUse(recovered, journalWriter.accountKey),
    }
  }
  return createUpdates({
    clock,
    log,
    settings,
    notices,
    version: program.version,
    updater: updates,
    facts,
  })
}
