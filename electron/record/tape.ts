/** The recording of one sign-in: its name, its private wires, and what the market worker needs to record the public ones. Opens no connection. */

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
import { recorderOf, type RecordingOrder } from './tapeOrder.ts'

export interface Tape {
  /** For the adapter of this one sign-in. */
  readonly wires: { readonly openHttp: typeof openHttp; readonly WebSocket: SocketMaker }
  /** For a market worker that starts now. */
  market(): RecordingOrder
  /** Resolves when the private wires are on disk to the last record, or the disk failed. */
  close(): Promise<void>
}

export interface RecordingOptions {
  readonly clock: Clock
  readonly random: Random
  readonly folder: string
  /** Bytes that one session may take: three quarters for the public stream, the rest for the private one. */
  readonly size: number
  readonly onProblem: (sentence: string) => void
}

/** A tape for each sign-in. */
export function openTape(
  { clock, random, folder, size, onProblem }: RecordingOptions,
  profile: VenueProfile,
): Tape {
  const word = () => random.integer(2 ** 32).toString(36)
  const session = `${new Date(clock.now()).toISOString().replaceAll(':', '-')}-${word()}`
  const order = (stream: RecordingHead['stream'], share: number): RecordingOrder => {
    const total = Math.floor(size * share)
    return {
      folder,
      head: { session, stream, writer: word(), profile: plainProfile(profile) },
      limits: { ...RECORDER_LIMITS, total, file: Math.min(RECORDER_LIMITS.file, total) },
    }
  }
  const secrets = secretFilter()
  const recorder = recorderOf(order('private', 1 / 4), clock, onProblem)
  return {
    wires: {
      openHttp: (...words) => recordingHttp(openHttp(...words), profile, recorder, secrets),
      WebSocket: recordingSocket(InflatingSocket, recorder, secrets),
    },
    market: () => order('public', 3 / 4),
    close: () => recorder.close(),
  }
}
