/** Counts the time from a dealer's key or click to the command that it sends, and reports the counts now and then. Changes no command and no answer. */

import type { Clock } from '../../shared/base/clock.ts'
import type { ContractClient } from '../../shared/contract/ports.ts'
import { TIMED_COMMANDS } from '../../shared/contract/timedCommands.ts'
import { LONGEST_DRAWN, MOST_DRAWN } from '../../shared/domain/health/drawn.ts'
import { createHistogram, empty, record } from '../../shared/domain/health/histogram.ts'

/** Ms between two reports. */
const REPORT_EVERY = 5_000
/** The shortest time that a page's clock tells, ms. Nothing shorter is claimed. */
const PAGE_STEP = 0.1
const US_OF_MS = 1_000

/** What the page is handling now. */
export type Handled = Pick<Event, 'type' | 'timeStamp'> | undefined

const PRESSES: ReadonlySet<string> = new Set(['keydown', 'pointerdown', 'mousedown', 'click', 'submit'])

/**
 * `handled`: the event that the page handles at this moment; none: the command has no reading, because no key or click is known. `clock`: its monotonic
 * clock has the origin of the events' time stamps. A negative time and one of more than a minute count as not measured.
 */
export function countKeyToCall(client: ContractClient, clock: Clock, handled: () => Handled): ContractClient {
  const histogram = createHistogram()
  let total = 0
  let unmeasured = 0
  let isUp = false
  client.onLink((state) => (isUp = state === 'up'))

  clock.every(REPORT_EVERY, () => {
    if (total === 0 && unmeasured === 0) return
    const keyToCall = { counts: [...histogram.counts], most: histogram.most }
    void client.call('health.addDrawn', { measures: total === 0 ? {} : { keyToCall }, unmeasured })
    total = 0
    unmeasured = 0
    empty(histogram)
  })

  const count = (pressedAt: number): void => {
    const took = clock.monotonic() - pressedAt
    if (total + unmeasured === MOST_DRAWN) return
    if (took < 0 || took * US_OF_MS > LONGEST_DRAWN) {
      unmeasured += 1
      return
    }
    total += 1
    record(histogram, 0, Math.max(PAGE_STEP, took))
  }

  return {
    call(name, request) {
      const press = isUp && TIMED_COMMANDS.has(name) ? handled() : undefined
      const reply = client.call(name, request)
      if (press && PRESSES.has(press.type)) count(press.timeStamp)
      return reply
    },
    open: (topic, key, listener) => client.open(topic, key, listener),
    onLink: (listener) => client.onLink(listener),
    close: () => client.close(),
  }
}
