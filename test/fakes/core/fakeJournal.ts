/** A journal in memory that a test can read, make slow or make fail. Framing and hashes are tested with the real one. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Journal } from '../../../electron/core/ports/journal.ts'
import type { JournalBody, JournalEntry } from '../../../shared/domain/journalEntry.ts'

export class FakeJournal implements Journal {
  readonly entries: JournalEntry[] = []
  problem: string | null = null
  isRecoveredWhole = true
  /** Why a search fails; null: it does not. */
  unreadable: string | null = null
  /** Held back until the promise is done: the disk is slow. */
  disk: Promise<unknown> = Promise.resolve()
  readonly recovered: readonly JournalEntry[]

  /** `recovered`: the entries of an earlier run. */
  constructor(recovered: readonly JournalEntry[] = []) {
    this.recovered = recovered
  }

  async write(entries: readonly JournalEntry[]): Promise<Result<null, string>> {
    if (this.problem !== null) return fail(this.problem)
    this.entries.push(...entries)
    await this.disk
    return ok(null)
  }

  async mentioning(text: string): Promise<Result<readonly JournalEntry[], string>> {
    return ok([...this.recovered, ...this.entries].filter((entry) => JSON.stringify(entry).includes(text)))
  }

  async eachMentioning(
    texts: readonly string[],
    take: (entries: readonly JournalEntry[]) => void,
  ): Promise<Result<{ readonly isProven: boolean }, string>> {
    if (this.unreadable !== null) return fail(this.unreadable)
    const mentions = (entry: JournalEntry) => texts.some((text) => JSON.stringify(entry).includes(text))
    for (const entry of [...this.recovered, ...this.entries].filter(mentions)) take([entry])
    return ok({ isProven: this.isRecoveredWhole })
  }

  private failed: (sentence: string) => void = () => undefined
  listen(failed: (sentence: string) => void) {
    this.failed = failed
  }
  /** The disk fails while nobody writes, as the check of every second finds out. */
  fail(sentence: string) {
    this.problem = sentence
    this.failed(sentence)
  }

  /** What a new segment would begin with. */
  carried: () => readonly JournalEntry[] = () => []

  carry(entries: () => readonly JournalEntry[]) {
    this.carried = entries
  }

  bodies<T extends JournalBody['type']>(type: T): Extract<JournalBody, { type: T }>[] {
    return this.entries.flatMap(({ body }) =>
      body.type === type ? [body as Extract<JournalBody, { type: T }>] : [],
    )
  }
}
