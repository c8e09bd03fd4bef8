/** Shows one sentence on a ladder and removes it after four seconds. */

import type { Clock } from '../../../shared/base/clock.ts'

/** Ms that a sentence stays. */
const SAID_FOR = 4_000

export interface BriefLadderMessage {
  /** Sets the element for the sentence; null when it is removed. */
  readonly attach: (element: HTMLElement | null) => void
  readonly say: (sentence: string) => void
  /** Removes a sentence that has stayed long enough. */
  readonly clearOld: () => void
}

export function createBriefLadderMessage(clock: Clock): BriefLadderMessage {
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
