/** The replay of a recorded session as the desk's venue: what it is called, how it speaks, and where it stands. Starts nothing. */

import { venueProfile } from '../../shared/broker/venueProfile.ts'
import { replayStatus, type ReplayStatus } from '../../shared/contract/replay.ts'
import type { Venue } from '../core/ports.ts'
import type { PaperAddress, Said } from './venueProcess.ts'

export const REPLAY = 'replay'

/** Where the replay stands, by one line of its process; null when the line says nothing of it. */
export function replayNews({ replay }: Said): ReplayStatus | null {
  const read = replayStatus.safeParse(replay)
  return read.success ? read.data : null
}

/** What is missing in the recording, by one line of its process: a sentence with the recorded time; null when the line says nothing of it. */
export const replayProblem = ({ problem }: Said): string | null =>
  typeof problem === 'string' ? problem : null

/** Speaks as the recorded venue spoke; signs in by itself. Null when the process did not say how. */
export function replayVenue({ restUrl, streamUrl, credentials }: PaperAddress, said: Said): Venue | null {
  const profile = venueProfile.safeParse(said['profile'])
  const replay = replayNews(said)
  if (!profile.success || !replay) return null
  const { name, stream, ...recorded } = profile.data
  return {
    id: REPLAY,
    profile: {
      ...recorded,
      name,
      kind: 'paper',
      restUrl,
      streamUrl,
      auth: 'bearer',
      stream: { ...stream, authenticate: 'token' },
    },
    builtIn: credentials,
    replay,
  }
}
