/** The order journal. Interface only: `electron/storage` implements it. */

import type { Result } from '../../../shared/base/result.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'

/** The order journal: its entries survive a crash, and any later change of them is detected (docs/reliability.md#the-order-journal). */
export interface Journal {
  /** The entries of the newest segment at start, oldest first. They begin with the state carried over from earlier segments. */
  readonly recovered: readonly JournalEntry[]
  /** Whether `recovered` holds every entry of that segment. If not, an order that is not in `recovered` may be this desk's own. */
  readonly isRecoveredWhole: boolean
  /** Why the journal cannot be used, what that means for orders, and what to do; null while it can. One failure ends it for this run. */
  readonly problem: string | null
  /** `failed` receives the sentence of `problem` once, when a journal that could be used fails: also while nobody writes, because the disk is checked by itself. */
  listen(failed: (sentence: string) => void): void
  /** Appends entries in this order. ok: all are on disk (fdatasync). Calls made meanwhile share one sync. */
  write(entries: readonly JournalEntry[]): Promise<Result<null, string>>
  /** Every entry of all runs that contains a text (a reference id), oldest first. Fails with one sentence. */
  mentioning(text: string): Promise<Result<readonly JournalEntry[], string>>
  /**
   * Calls `take` with every entry of all runs that contains one of some texts, oldest first, in small parts with a turn between them: a long search keeps
   * no order waiting. `isProven`: every segment is there and was verified, so that no entry is missing or changed. Fails with one sentence.
   */
  eachMentioning(
    texts: readonly string[],
    take: (entries: readonly JournalEntry[]) => void,
  ): Promise<Result<{ readonly isProven: boolean }, string>>
  /** `entries` is called when a new segment begins. It returns the state that the new segment must hold without the older ones. */
  carry(entries: () => readonly JournalEntry[]): void
}
