/** A paint desk whose frames and books are timed, on whatever thread it runs. */

import { openPaintDesk, type PaintDesk } from '../../../renderer/paint/paintDesk.ts'
import type { FromPaint, PaintRoadWord } from '../../../renderer/paint/paintWords.ts'
import { clockOf, type Clock } from '../../../shared/base/clock.ts'
import type { ContractClient } from '../../../shared/contract/ports.ts'
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

export function openTimedDesk(
  fonts: Promise<unknown>,
  connect: (clock: Clock, road: PaintRoadWord, askPort: () => Promise<MessagePort>) => ContractClient,
  post: (message: FromPaint) => void,
): { readonly desk: PaintDesk; readonly take: () => PaintTimes } {
  const clock = clockOf(globalThis)
  const frames: TimedFrame[] = []
  let takeWaits = (): number[] => []
  const desk = openPaintDesk({
    clock,
    scheduler: {
      request: (run) =>
        requestAnimationFrame((timeMs) => {
          const at = performance.now()
          run(timeMs)
          frames.push({ at, took: performance.now() - at })
        }),
      cancel: (id) => cancelAnimationFrame(id),
    },
    connect(road, askPort) {
      const timed = timeBooks(connect(clock, road, askPort))
      takeWaits = timed.take
      return timed.client
    },
    fonts,
    post,
  })
  return { desk, take: () => ({ frames: frames.splice(0), waits: takeWaits() }) }
}
