/** Reports records and fields of the venue that could not be read. Similar ones share one sentence with their number; none is dropped in silence. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Unread } from '../../../shared/broker/fields.ts'

/** Ms to collect before the first report: the rows of one list arrive together. */
const COLLECT = 1_000
/** Ms from one report to the next of the same kind: doubled with each report, at most `LONGEST_QUIET`. */
const QUIET = 60_000
const LONGEST_QUIET = 3_600_000
/** Examples in the detail of a report. */
const EXAMPLES = 3

interface Group {
  count: number
  examples: string[]
  quiet: number
  /** Stops the timer of the next report; null while there is none. */
  stop: Stop | null
}

export interface UnreadRecords {
  add(unread: Unread): void
  close(): void
}

const sentenceOf = ({ what, field }: Unread, count: number): string => {
  const records = `${count} ${count === 1 ? 'record' : 'records'}`
  return field === null
    ? `${records} of ${what} cannot be read and ${count === 1 ? 'is' : 'are'} missing here. Positions and sums that need them are not complete.`
    : `The ${field} of ${records} (${what}) cannot be read and is shown as unknown.`
}

/** `say` receives one sentence for the dealer, and the venue's own values as detail. */
export function createUnreadRecords(
  clock: Clock,
  say: (sentence: string, detail: string) => void,
): UnreadRecords {
  const groups = new Map<string, Group>()

  const report = (unread: Unread, group: Group): void => {
    group.stop = null
    if (group.count === 0) return
    say(sentenceOf(unread, group.count), group.examples.join('\n'))
    group.count = 0
    group.examples = []
    group.stop = clock.after(group.quiet, () => report(unread, group))
    group.quiet = Math.min(group.quiet * 2, LONGEST_QUIET)
  }

  return {
    add(unread) {
      const { what, field, why } = unread
      const key = JSON.stringify([what, field])
      const group = groups.get(key) ?? { count: 0, examples: [], quiet: QUIET, stop: null }
      groups.set(key, group)
      group.count += 1
      if (group.examples.length < EXAMPLES && !group.examples.includes(why)) group.examples.push(why)
      group.stop ??= clock.after(COLLECT, () => report(unread, group))
    },
    close() {
      for (const group of groups.values()) group.stop?.()
      groups.clear()
    },
  }
}
