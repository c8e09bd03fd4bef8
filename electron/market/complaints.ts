/** Sentences about what could not be read, few enough to be read themselves. Decides nothing about the stream. */

import type { Clock } from '../../shared/base/clock.ts'
import { Throttle } from './throttle.ts'

const EVERY = 5_000

/** Passes on the first sentence of each source at once, then its newest every few seconds with how many there were. */
export function complaints(
  clock: Clock,
  say: (sentence: string) => void,
): (source: string, sentence: string) => void {
  const sources = new Map<string, (sentence: string) => void>()
  const open = () => {
    let newest = ''
    let count = 0
    const throttle = new Throttle(clock, EVERY, () => {
      const more = count > 1 ? ` (${count} like it in the last seconds)` : ''
      count = 0
      say(newest + more)
    })
    return (sentence: string) => {
      newest = sentence
      count++
      throttle.request()
    }
  }
  return (source, sentence) => {
    const known = sources.get(source) ?? open()
    sources.set(source, known)
    known(sentence)
  }
}
