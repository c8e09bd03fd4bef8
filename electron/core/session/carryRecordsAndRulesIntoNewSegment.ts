/** Supplies the entries with which a new segment of the journal begins: live orders, records of every account, and the rules in force. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { JournalBody } from '../../../shared/domain/journalEntry.ts'
import { accountEntriesForNewSegment } from '../journal/accountEntriesForNewSegment.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { RecoveredState } from '../journal/recoverStateFromJournal.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { Journal } from '../ports/journal.ts'
import { copyLiveOrdersToRecoveredState } from './copyLiveOrdersToRecoveredState.ts'

export interface CarriedRecordsOptions {
  readonly clock: Clock
  readonly journal: Pick<Journal, 'carry'>
  readonly recovered: RecoveredState
  readonly orderStore: Pick<OrderStore, 'all'>
  readonly journalWriter: Pick<JournalWriter, 'accountKey'>
  /** Entries of the rules in force for every user: halts, limits, confirmed codes, keys of webhooks. */
  readonly rules: () => readonly JournalBody[]
}

export function carryRecords(options: CarriedRecordsOptions): void {
  const { clock, journal, recovered, journalWriter } = options
  journal.carry(() => {
    copyLiveOrdersToRecoveredState(options)
    const at = clock.now()
    return [
      ...accountEntriesForNewSegment(recovered, at),
      ...options.rules().map((body) => ({ at, whose: journalWriter.accountKey, body })),
    ]
  })
}
