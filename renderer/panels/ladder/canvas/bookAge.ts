/** Writes the age of a book at the foot of its ladder. Changes the page only when the text changes. */

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
