/** A paint desk whose frames and books are timed, on whatever thread it runs. */

import { openWorkerLadders, type WorkerLadders } from '../../../../renderer/paint/workerLadders.ts'
import type { WorkerTransport } from '../../../../renderer/live/paintTransport.ts'
import type { FromPaint } from '../../../../renderer/paint/paintWords.ts'
import { clockOf, type Clock } from '../../../../shared/base/clock.ts'
import type { ContractClient } from '../../../../shared/contract/ports.ts'
import { timeBooks } from './timedBooks.ts'

/** When a frame began and how long its script took, ms. */
export interface TimedFrame {
  readonly at: number
  readonly took: number
}

export interface PaintTimes {
  readonly frames: readonly TimedFrame[]
  /** Ms from each change of a book to the end of the frame that drew it. */
  readonly waits: readonly number[]
}

export function openTimedLadders(
  fonts: Promise<unknown>,
  connect: (clock: Clock, transport: WorkerTransport, askPort: () => Promise<MessagePort>) => ContractClient,
  post: (message: FromPaint) => void,
): { readonly desk: WorkerLadders; readonly take: () => PaintTimes } {
  const clock = clockOf(globalThis)
  const frames: TimedFrame[] = []
  let books: ReturnType<typeof timeBooks> | null = null
  let hasDrawn = false
  const desk = openWorkerLadders({
    clock,
    scheduler: {
      request: (run) =>
        requestAnimationFrame((timeMs) => {
          const at = performance.now()
          run(timeMs)
          // A skipped frame, or a frame without news, sends no snapshots.
          if (!hasDrawn) return
          hasDrawn = false
          frames.push({ at, took: performance.now() - at })
          books?.drawn()
        }),
      cancel: (id) => cancelAnimationFrame(id),
    },
    connect(transport, askPort) {
      books = timeBooks(connect(clock, transport, askPort))
      return books.client
    },
    fonts,
    post(message) {
      if (message.kind === 'snapshots') hasDrawn = true
      post(message)
    },
  })
  return { desk, take: () => ({ frames: frames.splice(0), waits: books?.take() ?? [] }) }
}
