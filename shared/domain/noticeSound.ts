/** What a notice sounds like, which of several sounds within half a second is heard, and the sentence that is spoken or shown outside the terminal. Pure. */

import { visibleWord } from '../base/visibleText.ts'
import { shownCode } from '../base/shownCode.ts'
import type { Notice, NoticeSound } from './notice.ts'

/** `alarm`: a notice that must be acknowledged and has no sound of its own. */
export type Sound = NoticeSound | 'alarm'

/** The most urgent last. */
const BY_URGENCY: readonly Sound[] = [
  'funding',
  'spread',
  'bought',
  'sold',
  'price up',
  'price down',
  'order age',
  'margin',
  'connection',
  'alarm',
  'reject',
  'liquidation',
]

/** Null: the notice is silent. */
export function soundOf({ kind, level, sound }: Pick<Notice, 'kind' | 'level' | 'sound'>): Sound | null {
  if (sound !== undefined) return sound
  if (kind === 'forced fill') return 'liquidation'
  if (kind === 'reject') return 'reject'
  return level === 'error' ? 'alarm' : null
}

/** Ms for which news of one meaning is one sound, counted from the last of them. */
export const ONE_SOUND = 500

export interface SoundState {
  /** By rank: the clock of its last news, ms. */
  readonly heard: ReadonlyMap<number, number>
  readonly last: { readonly rank: number; readonly at: number } | null
}

export const SILENCE: SoundState = { heard: new Map(), last: null }

/** The state after news of a meaning, and whether the news is heard. What must be acknowledged is more urgent than everything else. `now`: a monotonic clock, ms. */
export function hear(
  { heard, last }: SoundState,
  sound: Sound,
  mustAcknowledge: boolean,
  now: number,
): { readonly state: SoundState; readonly isHeard: boolean } {
  const rank = BY_URGENCY.indexOf(sound) + (mustAcknowledge ? BY_URGENCY.length : 0)
  const isRepeat = now - (heard.get(rank) ?? -Infinity) < ONE_SOUND
  const isCovered = last !== null && now - last.at < ONE_SOUND && rank <= last.rank
  const isHeard = !isRepeat && !isCovered
  return {
    isHeard,
    state: { heard: new Map(heard).set(rank, now), last: isHeard ? { rank, at: now } : last },
  }
}

/** `C1042 BTC: Bought 2.5 of 2.5 at 62,150 on average.` A sentence that names the customer stays as it is. `name`: the short name of the instrument; null without one. */
export function spokenWords(
  { customerCode, message }: Pick<Notice, 'customerCode' | 'message'>,
  name: string | null,
): string {
  if (customerCode === null || message.includes(shownCode(customerCode))) return message
  return `${shownCode(customerCode)}${name === null ? '' : ` ${visibleWord(name)}`}: ${message}`
}

/** Spoken or shown outside the terminal in place of a sentence while the session is locked: it names no customer. */
export const WHILE_LOCKED = 'A notice waits in Openpit.'
