/** Writes the age of a book at the foot of its ladder. Touches the page only when the text changes. */

import { STALE_AFTER, type BookCondition } from '../../../paint/ladder/ladderModel.ts'

/** A quiet book is no fault while the connection speaks, but the dealer must see that the book is quiet. */
export function writeAge(element: HTMLElement, { age, stale, state }: BookCondition): void {
  const old = stale || state !== 'live'
  const quiet = !old && age !== null && age > STALE_AFTER
  const text = age === null ? '—' : `${quiet ? 'quiet ' : ''}${secondsText(age)}`
  // Mostly `0.0 s`: the same text written again is laid out again.
  if (element.textContent !== text) element.textContent = text
  element.classList.toggle('old', old)
  element.classList.toggle('quiet', quiet)
}

const secondsText = (ms: number): string =>
  ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 1000)} s`
