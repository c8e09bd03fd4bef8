/** The REST API of a replay: sign-in, reads from the recording, and a clear refusal of everything else. Changes nothing. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Clock, EpochMs } from '../../shared/base/clock.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { Answer, ReplayedRecords } from './replayedRecords.ts'

// An import would read every export of the module. One of them loads all of fetch: 50 ms of CPU time at every start.
const { createServer } = process.getBuiltinModule('node:http')

const LOOPBACK_HOST = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d{1,5})?$/i
const BODY_LIMIT = 64 * 1024
/** How long a read may wait for its recorded answer, ms. Shorter than a client's own time limit. */
const HOLD = 6_000
const HOLD_EVERY = 20

export interface ReplayApiOptions {
  readonly profile: VenueProfile
  readonly clock: Clock
  readonly records: ReplayedRecords
  readonly token: string
  /** The recorded time from which the recording answers a read; null: never. */
  readonly readableFrom: (path: string) => EpochMs | null
  /** Whether the replay has passed a recorded time. */
  readonly hasPlayed: (time: EpochMs) => boolean
  /** Called at a sign-in: the replay may begin. */
  readonly signedIn: () => void
}

const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: JSON.stringify({ code, message }),
})
const NOTHING_IS_SENT = refusal(
  400,
  'VALIDATION_ERROR',
  'This is a replay of a recording: nothing can be sent.',
)
const NOT_RECORDED = refusal(400, 'NOT_RECORDED', 'The recording has no answer to this request.')
const NOT_YET = refusal(400, 'NOT_RECORDED', 'The recorded session had not requested this yet.')

/** Web pages must not read a recording, nor reach it under another host name. */
const isProgram = ({ headers }: IncomingMessage): boolean =>
  headers.origin === undefined && LOOPBACK_HOST.test(headers.host ?? '')

/** A server that is not listening yet. */
export function createReplayApi(options: ReplayApiOptions): Server {
  const { profile, clock, records, token } = options

  /** Waits until the recorded session had the answer too, but not longer than a client waits. */
  const held = (path: string, from: EpochMs): Promise<Answer> =>
    new Promise((resolve) => {
      const until = clock.monotonic() + HOLD
      const look = () => {
        if (options.hasPlayed(from)) return resolve(records.read(path) ?? NOT_RECORDED)
        if (clock.monotonic() >= until) return resolve(NOT_YET)
        clock.after(HOLD_EVERY, look)
        return undefined
      }
      look()
    })

  const answer = (request: IncomingMessage): Answer | Promise<Answer> => {
    const { method = '', url = '', headers } = request
    if (!isProgram(request))
      return refusal(403, 'FORBIDDEN', 'only programs of this machine may use a replay')
    if (method === 'POST' && url.split('?')[0] === profile.paths.login) {
      options.signedIn()
      return { status: 200, body: JSON.stringify({ access_token: token, token_type: 'bearer' }) }
    }
    if (headers.authorization !== `Bearer ${token}`) return refusal(401, 'UNAUTHORIZED', 'sign in first')
    if (method !== 'GET') return NOTHING_IS_SENT
    const from = options.readableFrom(url)
    // The stream may have reported an order that the recorded session never looked up.
    return from === null ? (records.order(url) ?? NOT_RECORDED) : held(url, from)
  }

  const send = (response: ServerResponse, { status, body }: Answer) => {
    if (response.destroyed) return
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    response.end(body)
  }

  return createServer((request, response) => {
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > BODY_LIMIT) request.destroy()
    })
    request.on('end', () => void Promise.resolve(answer(request)).then((reply) => send(response, reply)))
    request.on('error', () => request.destroy())
  })
}
