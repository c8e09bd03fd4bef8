/** The text of a table without rows. Pure. Never calls an unread list empty. */

import { shownCode } from '../../shared/base/shownCode.ts'
import type { ReadName, VenueRead } from '../../shared/contract/status.ts'
import { capital, type OpenOrderReading } from '../../shared/domain/orders/openOrderReading.ts'
import type { CustomerCode, Symbol } from '../../shared/domain/scalars.ts'
import { mayBeOpen } from './openOrderWords.ts'

/** The list in words. */
export const READ_WORDS: Readonly<Record<ReadName, string>> = {
  instruments: 'instruments',
  tickers: 'prices',
  trades: 'trades',
  ledger: 'ledger',
  customers: 'customers',
}

/** Why rows of these lists may be missing: `Not read: …`, `Reading …`, or what a list that was read lacks; null when all were read whole. */
export function unreadSentence(
  reads: readonly VenueRead[] | null,
  names: readonly ReadName[],
): string | null {
  if (reads === null) return 'Waiting for the core.'
  const needed = reads.filter(({ name }) => names.includes(name))
  const failed = needed.find(({ why }) => why !== null)
  if (failed?.why) return `Not read: ${failed.why} Openpit tries again by itself.`
  const waiting = needed.find(({ readAt }) => readAt === null)
  if (waiting) return `Reading the ${READ_WORDS[waiting.name]}.`
  const partial = needed.find(({ missing }) => missing !== undefined)
  return partial?.missing === undefined
    ? null
    : `The list of ${READ_WORDS[partial.name]} is not complete: ${partial.missing}. What it lacks may exist at the venue. Openpit reads it again by itself.`
}

/** Why a list that was read to its end lacks rows: a clause without a full stop. */
export const UNREADABLE_ROWS = 'the venue listed rows that cannot be read'

/** Why a customer may have open orders that are not known here, as a sentence; null when the customer's list was read whole. */
export function unseenSentence(reading: OpenOrderReading): string | null {
  const clause = mayBeOpen(reading)
  return clause === null ? null : `${capital(clause)}.`
}

/** ` of C1042 in BTCUSDC_PERP` for a table that shows one customer and one instrument; empty for a table that shows all. */
export const ofCustomer = (customer: CustomerCode | null, symbol: Symbol | null = null): string =>
  `${customer === null ? '' : ` of ${shownCode(customer)}`}${symbol === null ? '' : ` in ${shownCode(symbol)}`}`
