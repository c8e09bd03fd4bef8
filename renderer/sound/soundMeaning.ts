/** The tones of each sound, and what is heard while muted. Pure. */

import type { Notice } from '../../shared/domain/notice.ts'
import type { Sound } from '../../shared/domain/noticeSound.ts'

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
