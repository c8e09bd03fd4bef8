/** A contract client whose books tell in which frames they were painted, and how long each of their changes took until then. */

import { clockOf } from '../../../shared/base/clock.ts'
import type { ContractClient } from '../../../shared/contract/ports.ts'
import { HEADER } from '../../../shared/domain/bookFrame.ts'
import { STEP } from '../../fakes/bookSteps.ts'

export interface PaintTimes {
  /** The screen's time of each frame in which a book was painted, ms. */
  readonly frames: readonly number[]
  /** Ms from each change of a book in the core to its painting. */
  readonly waits: readonly number[]
}

const clock = clockOf(globalThis)

/** `take` gives the times since the last call. */
export function timeBooks(client: ContractClient): {
  readonly client: ContractClient
  readonly take: () => PaintTimes
} {
  const frames = new Set<number>()
  const waits: number[] = []
  const open: ContractClient['open'] = (topic, key, listener) => {
    let drawn = 0
    let waiting = 0
    const handle = client.open(topic, key, {
      ...listener,
      delta(change) {
        if (change instanceof Float64Array) waiting = change[HEADER.receivedAt] ?? 0
        listener.delta(change)
      },
    })
    return {
      ...handle,
      painted() {
        if (waiting > 0) frames.add(Number(document.timeline.currentTime))
        const now = clock.now()
        // The book changes once a step: what this frame brought are the steps since the one drawn before.
        if (drawn > 0) for (let at = waiting; at > drawn; at -= STEP) waits.push(now - at)
        drawn = waiting
        handle.painted()
      },
    }
  }
  const take = () => {
    const times = { frames: [...frames], waits: waits.splice(0) }
    frames.clear()
    return times
  }
  return { client: { ...client, open }, take }
}
