/** One sentence to the dealer on a ladder, removed after four seconds. */

import type { Clock } from '../../../shared/base/clock.ts'

/** Ms that a sentence stays. */
const SAID_FOR = 4_000

export interface LadderSpeech {
  /** Gives the element that holds the sentence; null when it goes. */
  readonly attach: (element: HTMLElement | null) => void
  readonly say: (sentence: string) => void
  /** Removes a sentence that has stayed long enough. */
  readonly clearOld: () => void
}

export function createSpeech(clock: Clock): LadderSpeech {
  let saidAt = Number.NEGATIVE_INFINITY
  let at: HTMLElement | null = null
  return {
    attach(element) {
      at = element
    },
    say(sentence) {
      saidAt = clock.monotonic()
      if (at) at.textContent = sentence
    },
    clearOld() {
      if (clock.monotonic() - saidAt > SAID_FOR) at?.replaceChildren()
    },
  }
}
