/** The replay of a recorded session as a venue: its name, its profile, and its position. Starts nothing. */

import { venueProfile } from '../../shared/broker/venueProfile.ts'
import { replayStatus, type ReplayStatus } from '../../shared/contract/replay.ts'
import type { ListedVenue } from '../core/ports/listedVenue.ts'
import type { PaperAddress, OutputLine } from './venueProcess.ts'

export const REPLAY = 'replay'

/** Position of the replay in one line of its process; null when the line has none. */
export function replayNews({ replay }: OutputLine): ReplayStatus | null {
  const read = replayStatus.safeParse(replay)
  return read.success ? read.data : null
}

/** A missing part of the recording in one line of its process: a sentence with the recorded time; null when the line has none. */
export const replayProblem = ({ problem }: OutputLine): string | null =>
  typeof problem === 'string' ? problem : null

/** Creates the venue with the recorded venue's profile, signing in by itself. Null when the line has no profile or position. */
export function replayVenue(
  { restUrl, streamUrl, credentials }: PaperAddress,
  said: OutputLine,
): ListedVenue | null {
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
