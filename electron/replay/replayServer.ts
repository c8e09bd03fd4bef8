/** Serves a recorded session as a venue on loopback: the recorded frames and answers, at their recorded pace. Accepts no orders. */

import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock, EpochMs } from '../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { ReplayAct, ReplayStatus } from '../../shared/contract/replay.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import { findSession, sessionRecords } from '../record/sessionFiles.ts'
import { indexAnswers, readAnswer } from './answerIndex.ts'
import { ReplayedRecords } from './replayedRecords.ts'
import { createPlayback } from './playback.ts'
import { createReplayApi } from './replayApi.ts'
import { messageOf, ReplayStreams } from './replayStreams.ts'

const STREAM_PATH = '/v1/stream'

export interface ReplayServer {
  readonly restUrl: string
  readonly streamUrl: string
  /** The profile of the recorded venue, except its addresses. */
  readonly profile: VenueProfile
  readonly news: () => ReplayStatus
  readonly control: (act: ReplayAct) => void
  readonly close: () => Promise<void>
}

export interface ReplayOptions {
  /** A folder of recordings, or one file of a session. */
  readonly path: string
  readonly speed: number
  readonly clock: Clock
  /** Token given to the client at sign-in, which its later requests must carry. */
  readonly token: string
  readonly onNews: (news: ReplayStatus) => void
  /** Receives one sentence with the recorded time when part of the recording is missing or cannot be read. */
  readonly onProblem: (sentence: string) => void
}

/** Opens a recording and listens. Fails with one sentence when the recording is missing or has nothing to begin with. */
export async function openReplay(options: ReplayOptions): Promise<Result<ReplayServer, string>> {
  const { clock, token, speed } = options
  const found = findSession(options.path)
  if (!found.ok) return found
  const { files, unreadable } = found.value
  const profile = files[0]?.head.profile
  const answered = files.filter(({ head }) => head.stream === 'private')
  if (!profile || answered.length === 0)
    return fail(`${options.path} has no answers of the venue: the private files of the session are missing`)
  let recordedAt = (): EpochMs => files[0]?.head.startedAt ?? 0
  const problem = (what: string) => options.onProblem(`The recording at ${utc(recordedAt())}: ${what}.`)
  for (const sentence of unreadable) problem(sentence)
  const readableFrom = indexAnswers(
    sessionRecords(answered, () => undefined),
    profile,
  )
  if (readableFrom(profile.paths.instruments) === null)
    return fail(`${options.path} has no list of instruments: nobody had signed in`)

  const records = new ReplayedRecords(profile)
  const news = (): ReplayStatus => ({
    plays: 'session',
    state: playback.state,
    recordedAt: Math.round(playback.now()),
    at: clock.now(),
    speed: playback.speed,
    from: Math.round(playback.from),
    // The end of the files is known only after all of them were read.
    until: playback.state === 'over' ? Math.round(playback.playedUntil) : null,
  })
  const streams = new ReplayStreams({ profile, token, now: () => playback.now() })
  const playback = createPlayback({
    clock,
    speed,
    records: sessionRecords(files, problem),
    listener: {
      record(record) {
        if (record.kind === 'answer') {
          const answer = readAnswer(record)
          if (answer) records.answer(answer.head.path, { status: answer.head.status, body: answer.body })
          return
        }
        const message = messageOf(record, profile)
        if (message) records.frame(message, record.payload.toString('utf8'))
        streams.take(record, message)
      },
      hole(stream) {
        problem(`frames of the ${stream} stream are missing`)
        streams.hole(stream)
      },
      state(state) {
        if (state === 'over') streams.close()
        options.onNews(news())
      },
    },
  })
  recordedAt = () => playback.playedUntil
  const api = createReplayApi({
    profile,
    clock,
    records,
    token,
    readableFrom,
    hasPlayed: (time) => playback.hasPlayed(time),
    signedIn: () => playback.start(),
  })
  api.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const path = (request.url ?? '').split('?')[0]
    if (path !== STREAM_PATH || request.headers.origin !== undefined || playback.state === 'over')
      return void socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
    streams.server.handleUpgrade(request, socket, head, (accepted) => streams.serve(accepted))
    return undefined
  })
  const port = await listen(api)
  return ok({
    restUrl: `http://127.0.0.1:${port}`,
    streamUrl: `ws://127.0.0.1:${port}${STREAM_PATH}`,
    profile,
    news,
    control: (act) => playback.control(act),
    close: () =>
      new Promise((resolve) => {
        playback.close()
        streams.close()
        api.close(() => resolve())
        api.closeAllConnections()
      }),
  })
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

/** Date and time to the second, UTC. */
const utc = (at: EpochMs): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
