/** Waiting for something to be so, by looking. Real time. */

import { clockOf } from '../../shared/base/clock.ts'

const clock = clockOf(globalThis)
/** Ms between two looks, and for which it goes on by default. */
const STEP = 20
const PATIENCE = 60_000

/** Looks again and again until `look` answers something; rejects with the words of `what` after `limitMs`. */
export async function until<T>(what: string, look: () => T | null, limitMs = PATIENCE): Promise<T> {
  const began = clock.monotonic()
  for (;;) {
    const found = look()
    if (found !== null) return found
    if (clock.monotonic() - began > limitMs) throw new Error(`Waited ${limitMs / 1000} s for ${what}.`)
    await new Promise<void>((waited) => void clock.after(STEP, waited))
  }
}
