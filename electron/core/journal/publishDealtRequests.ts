/** Publishes who dealt each transfer and fee change. Reads the journal when the first window follows, in parts, and takes every later entry as it is written. Sends nothing. */

import { MOST_DEALT, type DealtRequests } from '../../../shared/domain/dealers/dealtRequests.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import type { Journal } from '../ports/journal.ts'
import { publish, type Published } from '../support/publishTopic.ts'
import { createDealtRequestsFold, TEXTS_OF_DEALT_REQUESTS } from './foldDealtRequests.ts'

export interface DealtRequestsOptions {
  readonly journal: Pick<Journal, 'recovered' | 'eachMentioning'>
  /** Venue and user in use. Requests of other accounts are left out. */
  readonly accountKey: () => string
  /** Whether the journal is known to lack entries, however well it verifies. */
  readonly lacksEntries: () => boolean
}

export interface DealtRequestsTopic {
  readonly topic: Pick<Published<'dealtRequests'>, 'source'>
  /** Who dealt the transfer that became this ledger row, as far as the entries of this run and of the newest segment say; null: they name nobody. */
  dealerOf(customer: CustomerCode, code: string): string | null
  /** An entry that was handed to the journal in this run. */
  written(entry: JournalEntry): void
  /** Another account is in use from now on. */
  accountChanged(): void
  /** `lacksEntries` has another answer. */
  lacksEntriesChanged(): void
}

export function createDealtRequests({
  journal,
  accountKey,
  lacksEntries,
}: DealtRequestsOptions): DealtRequestsTopic {
  let fold = createDealtRequestsFold()
  for (const entry of journal.recovered) fold.take(entry)
  let state: DealtRequests['state'] | 'not begun' = 'not begun'
  let why: string | null = null
  /** Whether the reading found every segment, verified. */
  let isProven = false
  /** Entries written while the journal is read, of which the reading may miss some. Taking an entry twice changes nothing. */
  let meanwhile: JournalEntry[] = []

  const present = (): DealtRequests => {
    const all = fold.sentFor(accountKey())
    const requests = all.slice(-MOST_DEALT)
    return {
      state: state === 'not begun' ? 'reading' : state,
      why,
      since: requests.length < all.length ? (requests[0]?.at ?? null) : fold.since(),
      isProven: isProven && !lacksEntries(),
      requests,
    }
  }
  const topic = publish<'dealtRequests'>(present)

  const publishIfBegun = (): void => {
    if (state !== 'not begun') topic.delta(present())
  }

  const read = async (): Promise<void> => {
    state = 'reading'
    meanwhile = []
    const whole = createDealtRequestsFold()
    const done = await journal.eachMentioning(TEXTS_OF_DEALT_REQUESTS, (entries) => {
      for (const entry of entries) whole.take(entry)
    })
    if (done.ok) {
      for (const entry of meanwhile) whole.take(entry)
      fold = whole
      isProven = done.value.isProven
    }
    meanwhile = []
    state = done.ok ? 'read' : 'unread'
    why = done.ok ? null : done.failure
    topic.delta(present())
  }

  return {
    topic: {
      source(key, sink, caller) {
        // A reading that failed is tried again for each window that follows.
        if (state === 'not begun' || state === 'unread') void read()
        return topic.source(key, sink, caller)
      },
    },
    dealerOf: (customer, code) =>
      fold
        .sentFor(accountKey())
        .findLast((request) => request.customerCode === customer && request.code === code)?.dealer ?? null,
    written(entry) {
      if (state === 'reading') meanwhile.push(entry)
      if (fold.take(entry)) publishIfBegun()
    },
    accountChanged: publishIfBegun,
    lacksEntriesChanged: publishIfBegun,
  }
}
