/** Files in the journal what moves money or rights besides orders: before the first byte, and what was answered. Sends nothing. */

import { fail, ok } from '../../shared/base/result.ts'
import type { JournalBody } from '../../shared/domain/journalEntry.ts'
import type { CustomerCode } from '../../shared/domain/text.ts'
import type { Diary } from './diary.ts'
import type { Leaving, SendOutcome } from './ports.ts'

export interface Deed {
  readonly deed: Extract<JournalBody, { type: 'deed' }>['deed']
  readonly intentId: string
  readonly customerCode: CustomerCode | null
  /** In words: `deposit of 100 USDC for C1042`. */
  readonly what: string
}

export interface Deeds {
  /** Lets it leave once it is on disk. */
  leaving(of: Deed): Leaving
  answered(of: Deed, outcome: SendOutcome<unknown>): void
}

export function createDeeds(diary: Diary): Deeds {
  return {
    leaving: (of) => async (departure) => {
      const filed = await diary.commit({
        type: 'deed',
        ...of,
        stage: 'sending',
        detail: JSON.stringify(departure),
      })
      return filed.ok ? ok(null) : fail(filed.failure)
    },
    answered(of, outcome) {
      const detail =
        outcome.kind === 'accepted'
          ? null
          : outcome.kind === 'refused'
            ? `${outcome.code}: ${outcome.message}`
            : outcome.message
      diary.note({ type: 'deed', ...of, stage: outcome.kind, detail })
    },
  }
}
