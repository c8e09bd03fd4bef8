/** The sentence over a ladder whose book cannot be trusted. Pure. */

import type { BookDoubt } from '../../../shared/domain/book/bookFrame.ts'
import type { LadderMetrics } from './ladderLayout.ts'
import type { BookCondition } from './ladderModel.ts'

const DOUBT_WORDS: Readonly<Record<BookDoubt, string>> = {
  none: '',
  lost: 'LOST UPDATE',
  crossed: 'CROSSED',
  'bad-amount': 'BAD AMOUNT',
  'bad-number': 'BAD NUMBER',
  unreadable: 'UNREADABLE',
  outside: 'TRADES OUTSIDE',
  'book-silent': 'NO UPDATES',
  'stream-silent': 'STREAM SILENT',
  closed: 'CLOSED BY VENUE',
}
/** The most digit widths that a capital letter takes. */
const CAPITAL = 1.3

/** Where the whole text does not fit, only the reason is shown, because the hatching already shows the doubt. */
function doubtText(doubt: BookDoubt, seconds: string, { width, digit }: LadderMetrics): string {
  if (doubt === 'none') return `BOOK IN DOUBT${seconds}`
  const whole = `BOOK IN DOUBT: ${DOUBT_WORDS[doubt]}${seconds}`
  return whole.length * digit * CAPITAL <= width ? whole : `${DOUBT_WORDS[doubt]}${seconds}`
}

/** Why the numbers of a book cannot be trusted; null while they can. */
export function warningOf(
  { state, silence, stale }: BookCondition,
  doubt: BookDoubt,
  metrics: LadderMetrics,
): string | null {
  const seconds = silence === null ? '' : ` ${Math.floor(silence / 1000)} s`
  if (state === 'down') return `NO BOOK STREAM${seconds}`
  if (state === 'suspect') return doubtText(doubt, seconds, metrics)
  if (stale) return `STALE${seconds}`
  return state === 'waiting' && silence !== null ? `WAITING FOR THE BOOK${seconds}` : null
}
