/** A contract client whose books tell how long each of their changes took until it was painted. */

import { clockOf } from '../../../../shared/base/clock.ts'
import type { ContractClient } from '../../../../shared/contract/ports.ts'
import { HEADER } from '../../../../shared/domain/book/bookFrame.ts'
import { STEP } from '../../../fakes/window/bookSteps.ts'

const clock = clockOf(globalThis)

/** `take` gives, since the last call, the ms from each change in the core to the end of the frame that drew it: `drawn` says that one has ended. */
export function timeBooks(client: ContractClient): {
  readonly client: ContractClient
  readonly drawn: () => void
  readonly take: () => number[]
} {
  const waits: number[] = []
  const books = new Set<(now: number) => void>()
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
    const settle = (now: number) => {
      // The book changes once a step: what this frame brought are the steps since the one drawn before.
      if (drawn > 0) for (let at = waiting; at > drawn; at -= STEP) waits.push(now - at)
      drawn = waiting
    }
    if (topic === 'book') books.add(settle)
    const close = () => {
      books.delete(settle)
      handle.close()
    }
    return { ...handle, close }
  }
  const drawn = () => {
    const now = clock.now()
    for (const settle of books) settle(now)
  }
  return { client: { ...client, open }, drawn, take: () => waits.splice(0) }
}
