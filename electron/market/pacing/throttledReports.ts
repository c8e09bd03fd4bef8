/** Reports what could not be read, rarely enough for a dealer to read each report. Decides nothing about the stream. */

import type { Clock } from '../../../shared/base/clock.ts'
import { Throttle } from './throttle.ts'

/** Ms between two reports of one source. */
const EVERY = 5_000

export type ThrottledReport = (source: string, sentence: string) => void

/** Passes on the first sentence of each source at once. After that it passes on the newest every few seconds, with their number. */
export function createThrottledReports(clock: Clock, say: (sentence: string) => void): ThrottledReport {
  const sources = new Map<string, (sentence: string) => void>()
  const createSource = () => {
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
    const report = sources.get(source) ?? createSource()
    sources.set(source, report)
    report(sentence)
  }
}
