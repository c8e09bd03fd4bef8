/** What a window is told of a recording that is played, and how it moves it. */

import { z } from 'zod'
import { epochMs } from '../domain/scalars.ts'

/**
 * Where the replay of a recording stands. While it runs, the recorded time is `recordedAt` plus `speed` times what has passed since `at`.
 */
export const replayStatus = z.strictObject({
  /** `session`: nothing can be sent. `market`: paper orders are dealt in the recorded market, while it runs. */
  of: z.enum(['session', 'market']),
  state: z.enum(['waiting', 'running', 'paused', 'over']),
  recordedAt: epochMs,
  /** The core's wall clock. */
  at: epochMs,
  speed: z.number().positive(),
  /** Recorded time of the first and the last record; `until` is null where nobody read so far yet. */
  from: epochMs,
  until: epochMs.nullable(),
})
export type ReplayStatus = z.infer<typeof replayStatus>

export const FASTEST_REPLAY = 1_000

/** `seek`: to a recorded time; a recorded session moves forward only. */
export const replayAct = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('pause') }),
  z.strictObject({ act: z.literal('resume') }),
  z.strictObject({ act: z.literal('speed'), speed: z.number().min(0.1).max(FASTEST_REPLAY) }),
  z.strictObject({ act: z.literal('seek'), to: epochMs }),
])
export type ReplayAct = z.infer<typeof replayAct>

/** The act in one line of JSON that a desk writes to the process of its venue; null when the line holds none. */
export function readReplayLine(line: string): ReplayAct | null {
  try {
    const read = z.strictObject({ replay: replayAct }).safeParse(JSON.parse(line))
    return read.success ? read.data.replay : null
  } catch {
    return null
  }
}
