/** What a notice sounds like, which of several sounds within half a second is heard, and the tones of each. Pure. */

import type { Notice, NoticeSound } from '../../shared/domain/notice.ts'

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
  /** By meaning: the clock of its last news, ms. */
  readonly heard: ReadonlyMap<Sound, number>
  readonly last: { readonly sound: Sound; readonly at: number } | null
}

export const SILENCE: SoundState = { heard: new Map(), last: null }

/** The state after news of a meaning, and whether the news is heard. `now`: a monotonic clock, ms. */
export function hear(
  { heard, last }: SoundState,
  sound: Sound,
  now: number,
): { readonly state: SoundState; readonly isHeard: boolean } {
  const isRepeat = now - (heard.get(sound) ?? -Infinity) < ONE_SOUND
  const isCovered =
    last !== null && now - last.at < ONE_SOUND && BY_URGENCY.indexOf(sound) <= BY_URGENCY.indexOf(last.sound)
  const isHeard = !isRepeat && !isCovered
  return {
    isHeard,
    state: { heard: new Map(heard).set(sound, now), last: isHeard ? { sound, at: now } : last },
  }
}

export interface Tones {
  readonly wave: 'sine' | 'triangle' | 'square' | 'sawtooth'
  /** Hz, one after the other. */
  readonly pitches: readonly number[]
  /** Ms of each tone. */
  readonly length: number
}

/** Buy and up rise, sell and down fall; trouble is low and rough. No two are alike. */
export const TONES: Readonly<Record<Sound, Tones>> = {
  bought: { wave: 'sine', pitches: [523, 784], length: 110 },
  sold: { wave: 'sine', pitches: [784, 523], length: 110 },
  'price up': { wave: 'triangle', pitches: [659, 880, 1_047], length: 80 },
  'price down': { wave: 'triangle', pitches: [1_047, 880, 659], length: 80 },
  spread: { wave: 'triangle', pitches: [440, 440], length: 90 },
  funding: { wave: 'triangle', pitches: [392, 494], length: 140 },
  'order age': { wave: 'triangle', pitches: [587, 587, 587], length: 90 },
  margin: { wave: 'square', pitches: [740, 988, 740], length: 110 },
  liquidation: { wave: 'square', pitches: [988, 659, 988, 659], length: 130 },
  reject: { wave: 'sawtooth', pitches: [220, 165], length: 160 },
  connection: { wave: 'sawtooth', pitches: [330, 247, 165], length: 140 },
  alarm: { wave: 'square', pitches: [880, 880], length: 150 },
}

/** Whether the dealer hears it while muted: what must be acknowledged is never muted. */
export const passesMute = ({ level }: Pick<Notice, 'level'>): boolean => level === 'error'

/** `C1042 BTC: Bought 2.5 of 2.5 at 62,150 on average.` A sentence that names the customer stays as it is. `name`: the short name of the instrument; null without one. */
export function spokenWords(
  { customerCode, message }: Pick<Notice, 'customerCode' | 'message'>,
  name: string | null,
): string {
  if (customerCode === null || message.includes(customerCode)) return message
  return `${customerCode}${name === null ? '' : ` ${name}`}: ${message}`
}
