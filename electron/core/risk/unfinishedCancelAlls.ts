/** Keeps in the journal which cancel-alls have not ended, and tells the dealer at the next sign-in of the account. Sends nothing: the dealer decides again. */

import type { Clock } from '../../../shared/base/clock.ts'
import { plural } from '../../../shared/base/plural.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import {
  storedCancelAll,
  type JournalBody,
  type StoredCancelAll,
} from '../../../shared/domain/journalEntry.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { ProvenFacts } from '../journal/storeFactsInJournalOnly.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'

/** The name of the journal's `rules` entries that hold them. */
export const CANCEL_ALLS = 'cancel-alls'

/** Ms after which the stored notices surely hold the report. A crash before that reports it again. */
const TOLD_AFTER = 10_000

export interface UnfinishedCancelAllsOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly facts: ProvenFacts
  readonly journalWriter: Pick<JournalWriter, 'accountKey'>
  readonly notices: Pick<Notices, 'report' | 'say'>
}

export interface UnfinishedCancelAlls {
  /** Call before the first cancel leaves. */
  began(key: string, run: StoredCancelAll): void
  /** The venue has shown that every order of it is done. */
  ended(key: string): void
  /** The cancel-alls of this account are no longer followed: another account takes its place. */
  forgot(): void
  /** Call when a session began: one notice for each cancel-all that an earlier session of the account did not finish. */
  tell(): void
  /** What a new segment of the journal must hold. */
  carried(): readonly JournalBody[]
}

function parse(text: string): StoredCancelAll | null {
  try {
    return storedCancelAll.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

export function createUnfinishedCancelAlls(options: UnfinishedCancelAllsOptions): UnfinishedCancelAlls {
  const { clock, facts, journalWriter, notices } = options
  /** Cancel-alls that go on in this run, by key, with the account that they belong to. */
  const running = new Map<string, string>()

  const tellOne = (key: string, { words, orders, customerCode, symbol }: StoredCancelAll): void =>
    notices.report([
      {
        key: `unfinished ${key}`,
        kind: 'cancel',
        level: 'error',
        customerCode,
        symbol,
        referenceId: null,
        message: `${words} was not finished: Openpit or its session ended before the venue showed that ${orders === 1 ? 'its order was' : `each of its ${plural(orders, 'order')} was`} done. It does not go on by itself, so some may still be live.`,
        detail: null,
        action: `Look at the live orders of ${shownCode(customerCode)}, and cancel all again if one should not stay live.`,
        total: null,
        counts: 'never',
      },
    ])

  return {
    began(key, run) {
      const account = journalWriter.accountKey
      running.set(key, account)
      void facts.put(account, key, JSON.stringify(run))
    },
    ended(key) {
      const account = running.get(key)
      if (account === undefined) return
      running.delete(key)
      void facts.remove(account, key)
    },
    forgot: () => running.clear(),
    tell() {
      const account = journalWriter.accountKey
      for (const [key, text] of facts.factsOf(account)) {
        if (running.has(key)) continue
        const stored = parse(text)
        if (stored) tellOne(key, stored)
        else
          notices.say(
            'error',
            'A cancel-all of an earlier session was not finished, and its entry in the order journal cannot be read. Look at the live orders of every customer.',
            null,
            { kind: 'cancel' },
          )
        clock.after(TOLD_AFTER, () => void facts.remove(account, key))
      }
    },
    carried: () => facts.carried(),
  }
}
