/** The text of a table without rows while the venue's list was not read. Pure. Never calls an unread list empty. */

import type { ReadName, VenueRead } from '../../shared/contract/status.ts'

/** The list in words. */
export const READ_WORDS: Readonly<Record<ReadName, string>> = {
  instruments: 'instruments',
  tickers: 'prices',
  trades: 'trades',
  ledger: 'ledger',
  customers: 'customers',
}

/** Why rows of these lists may be missing: `Not read: …`, or `Reading …`; null when all were read. */
export function unreadSentence(
  reads: readonly VenueRead[] | null,
  names: readonly ReadName[],
): string | null {
  if (reads === null) return 'Waiting for the core.'
  const needed = reads.filter(({ name }) => names.includes(name))
  const failed = needed.find(({ why }) => why !== null)
  if (failed?.why) return `Not read: ${failed.why} Openpit tries again by itself.`
  const waiting = needed.find(({ readAt }) => readAt === null)
  return waiting ? `Reading the ${READ_WORDS[waiting.name]}.` : null
}
