/** Makes the entries with which a new segment of the journal begins: one per account, from the state of the older segments. Pure. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import { isBracketOver, mayFillLate } from '../../../shared/domain/orders/bracket/bracket.ts'
import { isLive } from '../../../shared/domain/orders/order.ts'
import type { RecoveredState } from './recoverStateFromJournal.ts'

/** Newest intents that a new segment begins with, per account. */
const INTENTS_CARRIED = 10_000

/** One entry per account. A new segment of the journal must begin with them. */
export const accountEntriesForNewSegment = (recovered: RecoveredState, at: EpochMs): JournalEntry[] =>
  recovered.accountKeys().map((accountKey) => {
    const { orders, intents, requests, brackets, blocks, claims } = recovered.recordsOf(accountKey)
    const late = new Set([...orders].flatMap(([key, order]) => (mayFillLate(order, at) ? [key] : [])))
    return {
      at,
      whose: accountKey,
      body: {
        type: 'carried' as const,
        whose: accountKey,
        orders: [...orders].flatMap(([key, order]) => (isLive(order) || late.has(key) ? [order] : [])),
        // Includes intents of terminal orders: a ticket that lost its answer keeps its intent, and may be sent again much later.
        intents: Object.fromEntries([...intents].slice(-INTENTS_CARRIED)),
        deeds: [...requests.open.values()],
        brackets: [...brackets].flatMap(([key, each]) =>
          !isBracketOver(each) || late.has(key) ? [each] : [],
        ),
        blocks: [...blocks.values()],
        // Also where nothing is owed: a segment without claims is one of an earlier release.
        claims: Object.fromEntries(claims),
        // Rows of known transfers matter only while another transfer is looked for.
        transferred: requests.open.size === 0 ? [] : [...requests.transferred],
      },
    }
  })
