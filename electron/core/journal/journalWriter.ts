/** The core's pen: adds entries to the order journal with the time and whose records they are, and says once when the disk fails. Reads nothing back. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { JournalBody } from '../../../shared/domain/journalEntry.ts'
import type { Journal } from '../ports.ts'

export interface JournalWriter {
  /** Whose records are written from now on: one name per venue and user; empty before anybody signed in. */
  readonly whose: string
  open(whose: string): void
  /** Adds an entry without waiting for the disk. */
  note(body: JournalBody): void
  /** ok once the entry is on disk. */
  commit(body: JournalBody): Promise<Result<null, string>>
  /** Why nothing more can be recorded; null while it can. Nothing new may be sent then (docs/order-lifecycle.md#failed-disk). */
  readonly problem: string | null
}

/** `failed` hears once that the journal takes nothing any more. */
export function createJournalWriter(
  clock: Clock,
  journal: Journal,
  failed: (sentence: string) => void,
): JournalWriter {
  let whose = ''
  let told = false
  const write = async (body: JournalBody): Promise<Result<null, string>> => {
    const done = await journal.write([{ at: clock.now(), whose, body }])
    if (!done.ok && !told) {
      told = true
      failed(done.failure)
    }
    return done
  }
  return {
    get whose() {
      return whose
    },
    open(next) {
      whose = next
    },
    note: (body) => void write(body),
    commit: write,
    get problem() {
      return journal.problem
    },
  }
}
