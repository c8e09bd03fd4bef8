/** Records one sign-in: names the recording, wraps the private connections, and supplies the setup with which the market worker records. Opens no connection. */

import type { Clock } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import { openHttp } from '../broker/rest/http.ts'
import { InflatingSocket } from '../net/inflatingSocket.ts'
import type { SocketMaker } from '../net/supervisedSocket.ts'
import { plainProfile, type RecordingHead } from './format.ts'
import { RECORDER_LIMITS } from './recorder.ts'
import { recordingHttp } from './recordingHttp.ts'
import { recordingSocket } from './recordingSocket.ts'
import { secretFilter } from './secrets.ts'
import { openRecorderFrom, type RecorderSetup } from './recorderSetup.ts'

export interface SessionRecording {
  /** HTTP and sockets for the adapter of this one sign-in. */
  readonly wires: { readonly openHttp: typeof openHttp; readonly WebSocket: SocketMaker }
  /** The setup for a market worker that starts now. */
  market(): RecorderSetup
  /** Resolves when the last record of the private connections is on disk, or the disk failed. */
  close(): Promise<void>
}

export interface RecordingOptions {
  readonly clock: Clock
  readonly random: Random
  readonly folder: string
  /** Bytes of one session at most: three quarters for the public stream, the rest for the private one. */
  readonly size: number
  readonly onProblem: (sentence: string) => void
}

/** Opens the recording of one sign-in. */
export function openSessionRecording(
  { clock, random, folder, size, onProblem }: RecordingOptions,
  profile: VenueProfile,
): SessionRecording {
  const word = () => random.integer(2 ** 32).toString(36)
  const session = `${new Date(clock.now()).toISOString().replaceAll(':', '-')}-${word()}`
  const setup = (stream: RecordingHead['stream'], share: number): RecorderSetup => {
    const total = Math.floor(size * share)
    return {
      folder,
      head: { session, stream, writer: word(), profile: plainProfile(profile) },
      limits: { ...RECORDER_LIMITS, total, file: Math.min(RECORDER_LIMITS.file, total) },
    }
  }
  const secrets = secretFilter()
  const recorder = openRecorderFrom(setup('private', 1 / 4), clock, onProblem)
  return {
    wires: {
      openHttp: (...options) => recordingHttp(openHttp(...options), profile, recorder, secrets),
      WebSocket: recordingSocket(InflatingSocket, recorder, secrets),
    },
    market: () => setup('public', 3 / 4),
    close: () => recorder.close(),
  }
}
