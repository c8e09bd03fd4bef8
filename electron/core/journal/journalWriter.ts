/** Appends entries to the order journal, stamped with time and account. Reports once that the journal failed. Reads nothing back. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { JournalBody, JournalEntry } from '../../../shared/domain/journalEntry.ts'
import type { Journal } from '../ports/journal.ts'

export interface JournalWriter {
  /** The account key of the entries that are written from now on: one per venue and user; empty before anybody signed in. */
  readonly accountKey: string
  open(accountKey: string): void
  /** Appends an entry without waiting for the disk. */
  note(body: JournalBody): void
  /** Appends an entry; ok once the entry is on disk. */
  commit(body: JournalBody): Promise<Result<null, string>>
  /** Why the journal cannot be written; null while it can. Nothing new may be sent without it (docs/order-lifecycle.md#failed-disk). */
  readonly problem: string | null
}

/**
 * `failed` receives the reason when a journal that could be written fails; it cannot be written afterwards. `follower` receives every entry as it is
 * handed to the journal, and each change of the account.
 */
export function createJournalWriter(
  clock: Clock,
  journal: Journal,
  failed: (sentence: string) => void,
  follower?: { written(entry: JournalEntry): void; accountChanged(): void },
): JournalWriter {
  let accountKey = ''
  let isFailureReported = journal.problem !== null
  const report = (sentence: string): void => {
    if (isFailureReported) return
    isFailureReported = true
    failed(sentence)
  }
  // A disk that is pulled while nobody deals is reported at once, not with the next order.
  journal.listen(report)
  const write = async (body: JournalBody): Promise<Result<null, string>> => {
    const entry: JournalEntry = { at: clock.now(), whose: accountKey, body }
    follower?.written(entry)
    const written = await journal.write([entry])
    if (!written.ok) report(written.failure)
    return written
  }
  return {
    get accountKey() {
      return accountKey
    },
    open(next) {
      accountKey = next
      follower?.accountChanged()
    },
    note: (body) => void write(body),
    commit: write,
    get problem() {
      return journal.problem
    },
  }
}
