/** Whether this window gives sound, as the status bar shows it. The room `renderer/sound` writes it. */

import { createStore, type StoreApi } from 'zustand/vanilla'

export interface SoundStatus {
  /**
   * `waits`: a browser gives no sound before a key or a click · `here`: this window gives it · `elsewhere`: another window of this browser
   * gives it · `none`: this browser has no sound.
   */
  readonly place: 'waits' | 'here' | 'elsewhere' | 'none'
  /** The last sound given here, in words, and how many were: the twin for the eye. */
  readonly last: string | null
  readonly given: number
}

export type SoundStore = StoreApi<SoundStatus>

export const createSoundStore = (): SoundStore =>
  createStore<SoundStatus>(() => ({ place: 'waits', last: null, given: 0 }))
