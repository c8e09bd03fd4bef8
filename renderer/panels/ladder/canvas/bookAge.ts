/** Writes the age and the spread of a book below its ladder. Changes the page only when the text changes. */

import { HEADER, type BookFrame } from '../../../../shared/domain/book/bookFrame.ts'
import { STALE_AFTER, type BookCondition } from '../../../paint/ladder/ladderModel.ts'

/** Shows the age of a quiet book too, although only a silent connection makes a book stale. */
export function writeAge(element: HTMLElement, { age, stale, state }: BookCondition): void {
  const old = stale || state !== 'live'
  const quiet = !old && age !== null && age > STALE_AFTER
  const text = age === null ? '—' : `${quiet ? 'quiet ' : ''}${secondsText(age)}`
  // Writing the same text again would cause a new layout.
  if (element.textContent !== text) element.textContent = text
  element.classList.toggle('old', old)
  element.classList.toggle('quiet', quiet)
}

const secondsText = (ms: number): string =>
  ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 1000)} s`

/** Ask minus bid in ticks; `—` where a side or a live book is missing. */
export function writeSpread(
  element: HTMLElement,
  frame: BookFrame | null,
  { stale, state }: BookCondition,
): void {
  const [bid, ask] = [frame?.[HEADER.bestBid] ?? -1, frame?.[HEADER.bestAsk] ?? -1]
  const ticks = (ask - bid) / (frame?.[HEADER.tick] ?? 1)
  const isKnown = !stale && state === 'live' && bid > 0 && ask > 0
  const text = isKnown ? `${ticks} ${ticks === 1 ? 'tick' : 'ticks'}` : '—'
  if (element.textContent !== text) element.textContent = text
}
