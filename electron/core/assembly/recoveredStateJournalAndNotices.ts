/** Step 2: the order journal, the state recovered from it, and the notices. */

import type { JournalBody } from '../../../shared/domain/journalEntry.ts'
import { createAuditedRequests } from '../journal/journalRequestsOtherThanOrders.ts'
import { recoverState } from '../journal/recoverStateFromJournal.ts'
import { createJournalWriter, type JournalWriter } from '../journal/journalWriter.ts'
import { createDealtRequests } from '../journal/publishDealtRequests.ts'
import { createJournalOlderThanVenue } from '../journal/journalOlderThanVenue.ts'
import { createJournalCompleteSince } from '../journal/journalCompleteSince.ts'
import { createListeners } from '../support/listeners.ts'
import { CANCEL_ALLS } from '../risk/unfinishedCancelAlls.ts'
import { createProvenFacts } from '../journal/storeFactsInJournalOnly.ts'
import { createNotices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { CoreOptions } from './coreOptions.ts'

export function createJournalAndNotices(options: CoreOptions) {
  const { clock, journal } = options
  const notices = createNotices(clock, options.log, options.notices)
  const warn = (sentence: string) => notices.say('warning', sentence)
  /** What this terminal may send became less or more. */
  const restrictionChanged = createListeners()
  const dealtRequests = createDealtRequests({
    journal,
    accountKey: () => journalWriter.accountKey,
    lacksEntries: () => olderThanVenue.lacksEntries,
  })
  const journalWriter: JournalWriter = createJournalWriter(
    clock,
    journal,
    (sentence) => {
      notices.say('error', sentence)
      restrictionChanged.call()
    },
    dealtRequests,
  )
  /** Notes an entry that no order needs. Does nothing once the journal has failed, because that failure is reported already. */
  const noteIfWritable = (body: JournalBody) => {
    if (journalWriter.problem === null) journalWriter.note(body)
  }
  notices.alerted.add(({ level, message, acknowledged }) =>
    noteIfWritable({ type: 'alert', level: acknowledged ? 'acknowledged' : level, message }),
  )
  // Reported before anybody signs in. The journal itself reports a later failure.
  if (journal.problem !== null) notices.say('error', journal.problem)
  const recovered = recoverState(journal.recovered)
  const journalCompleteSince = createJournalCompleteSince({ ...options, recovered, journalWriter })
  const olderThanVenue = createJournalOlderThanVenue({ clock, recovered, journalWriter })
  olderThanVenue.confirmationNeeded.add(() => dealtRequests.lacksEntriesChanged())
  const provenFacts = (name: string, unreadable: string) =>
    createProvenFacts({ name, recovered, journalWriter, unreadable: () => warn(unreadable) })
  const confirmedCodes = provenFacts(
    'confirmed-codes',
    'The confirmed customer codes in the order journal cannot be read. Codes that look alike must be confirmed again.',
  )
  const webhookKeys = provenFacts(
    'webhook-keys',
    'The public keys of webhooks in the order journal cannot be read. Register the webhooks again to check their deliveries.',
  )
  const cancelAllFacts = provenFacts(
    CANCEL_ALLS,
    'The cancel-alls in the order journal cannot be read. One of an earlier session may not have been finished: look at the live orders.',
  )
  /** The recovered records of the venue and user in use. */
  const ownRecords = () => recovered.recordsOf(journalWriter.accountKey)
  const auditedRequests = createAuditedRequests(clock, journalWriter, () => ownRecords().requests)
  return {
    notices,
    warn,
    journalWriter,
    restrictionChanged,
    noteIfWritable,
    recovered,
    journalCompleteSince,
    olderThanVenue,
    confirmedCodes,
    webhookKeys,
    cancelAllFacts,
    ownRecords,
    dealtRequests,
    auditedRequests,
  }
}

export type JournalAndNotices = ReturnType<typeof createJournalAndNotices>
