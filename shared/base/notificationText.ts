/** Makes a sentence safe for a notification of the operating system and for its voice: no markup, nothing unseen, one direction, bounded. Pure. */

import { cut, visibleLine, visibleWord } from './visibleText.ts'

/** Characters of a sentence that are shown: a notification holds few lines. */
const MOST_SHOWN = 240
/** Words of a venue that stand by themselves in their direction within a sentence of the terminal (`visibleWords`). */
const ISOLATED = /\u2068([^\u2066-\u2069]*)\u2069/
/** The notification servers of Linux read the text as markup (specifications.freedesktop.org/notification-spec/latest/markup.html). */
const MARKUP: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' }

const withoutMarkup = (sentence: string): string =>
  sentence.replaceAll(/[<>&]/g, (mark) => MARKUP[mark] ?? '')

/** For a voice, which may read markup too (Web Speech API, `text` of an utterance). */
export const spokenText = (sentence: string): string =>
  cut(visibleLine(withoutMarkup(sentence).replaceAll(/[\u2068\u2069]/g, '')), MOST_SHOWN)

/** The sentence as plain text of one direction, whatever words of a venue are in it. */
export function notificationText(sentence: string): string {
  const safe = withoutMarkup(sentence)
  const whole = safe
    .split(ISOLATED)
    .map((part, place) => (place % 2 === 0 ? visibleWord(part) : `\u2068${visibleLine(part)}\u2069`))
    .join('')
  // A part that is cut would not end by itself.
  const shown = whole.length > MOST_SHOWN ? `${cut(visibleWord(safe), MOST_SHOWN - 1)}…` : whole
  return `\u2068${shown}\u2069`
}
