/** The state of a replay as windows receive it, and the acts that control the replay. */

import { z } from 'zod'
import { epochMs } from '../domain/scalars.ts'

/**
 * The state of the replay. While it runs, the recorded time is `recordedAt` plus `speed` times the ms since `at`.
 */
export const replayStatus = z.strictObject({
  /** `session`: nothing can be sent. `market`: the recorded market fills paper orders while the replay runs. */
  plays: z.enum(['session', 'market']),
  state: z.enum(['waiting', 'running', 'paused', 'over']),
  recordedAt: epochMs,
  /** The core's wall clock. */
  at: epochMs,
  speed: z.number().positive(),
  /** Recorded time of the first and the last record; `until` is null until the end of the recording was read. */
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

/** Reads the act from the line of JSON that the terminal writes to the process of its venue; null when the line holds none. */
export function readReplayLine(line: string): ReplayAct | null {
  try {
    const read = z.strictObject({ replay: replayAct }).safeParse(JSON.parse(line))
    return read.success ? read.data.replay : null
  } catch {
    return null
  }
}
