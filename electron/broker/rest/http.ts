/** Sends HTTP requests, one at a time per connection, each at most once. Never repeats or redirects one, stores no cookie, interprets no body. */

import type { Dispatcher } from 'undici'
// Only the pool: the package's main module also loads its fetch, caches and mocks, which took a fifth of the core's start-up work.
import Pool from 'undici/lib/dispatcher/pool.js'
import type { Clock, Stop } from '../../../shared/base/clock.ts'
import { decodeBody, textOf } from './decodeBody.ts'
import { openSpareConnection } from './spareConnection.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query under the venue's `restUrl`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Sends over a connection that is closed afterwards. */
  readonly freshConnection?: boolean
  /** Takes the body of a success as it arrives. The answer's `body` is then empty, and up to `HttpLimits.listBytes` are accepted. */
  readonly intake?: (text: string) => void
}

export interface HttpAnswer {
  readonly kind: 'answered'
  readonly status: number
  /** Names in lower case. Of a repeated header the first value counts; several links are joined in one line. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Monotonic ms when the request went out and when the status line came. */
  readonly sentAt: number
  readonly receivedAt: number
}

export type HttpOutcome =
  | HttpAnswer
  /** No byte of the request left this machine. */
  | { readonly kind: 'not-sent'; readonly why: string }
  /** A byte may have left and no whole answer came: the outcome is unknown. */
  | { readonly kind: 'lost'; readonly why: string }

/** Ms per phase, and bytes. docs/reliability.md, section "Lists", names the bounds. */
export interface HttpLimits {
  readonly connectMs: number
  readonly headersMs: number
  readonly bodyMs: number
  /** A connection that was idle for longer is not used again: the venue may be closing it at that moment. */
  readonly idleMs: number
  readonly bodyBytes: number
  /** The same for a body that is taken in as it arrives. */
  readonly listBytes: number
  readonly listMs: number
  readonly connections: number
}

export const HTTP_LIMITS: HttpLimits = {
  connectMs: 5_000,
  headersMs: 10_000,
  bodyMs: 10_000,
  idleMs: 2_000,
  bodyBytes: 1 << 20,
  listBytes: 16 << 20,
  listMs: 30_000,
  connections: 8,
}

/** An unused connection stays open for this many times `idleMs`. */
const SPARE_IDLES = 2

export interface Http {
  /** Never rejects. */
  send(request: HttpRequest): Promise<HttpOutcome>
  /** Ends every request at once: those under way come back as lost or not sent. */
  close(): void
}

// undici's own messages hold addresses and may hold headers. A dealer needs the cause only.
const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at the address',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  ENETUNREACH: 'the network is unreachable',
  EHOSTUNREACH: 'the host is unreachable',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'the connection could not be opened in time',
  UND_ERR_DESTROYED: 'the session was closed',
  UND_ERR_CLOSED: 'the session was closed',
}

function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (Object.hasOwn(CAUSES, code)) return CAUSES[code] as string
  return code === '' ? 'the connection failed' : `the connection failed (${code.slice(0, 60)})`
}

/** The prefix of every path in the request line: the path of `restUrl` without its last slash. */
export const pathBefore = (restUrl: string): string =>
  URL.canParse(restUrl) ? new URL(restUrl).pathname.replace(/\/+$/, '') : ''

const inMebibytes = (bytes: number): string => `${bytes / (1 << 20)} MiB`

/** Openpit ended the request itself; the message says why. */
class Ended extends Error {}

/** Headers of which every line counts (RFC 9110, 5.3). */
const LISTED = new Set(['link'])

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const one = Array.isArray(value) ? (LISTED.has(name.toLowerCase()) ? value.join(', ') : value[0]) : value
    if (one !== undefined) result[name.toLowerCase()] = one
  }
  return result
}

/** Sends one request over the pool. Never rejects, and never sends the request a second time. */
function sendOnce(
  pool: Pool,
  prefix: string,
  request: HttpRequest,
  clock: Clock,
  limits: HttpLimits,
): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    let sentAt: number | null = null
    let receivedAt = 0
    let status = 0
    let headers: Record<string, string> = {}
    let stopTimer: Stop = () => {}
    const chunks: Buffer[] = []
    const decoder = new TextDecoder()
    let bytes = 0
    /** Set once the status shows a success, for a body that is taken in as it arrives. */
    let intake: ((text: string) => void) | null = null
    let coding: string | undefined
    let settled = false
    const settle = (outcome: HttpOutcome) => {
      if (settled) return
      settled = true
      stopTimer()
      resolve(outcome)
    }
    const failed = (error: unknown) => {
      const why = error instanceof Ended ? error.message : causeOf(error)
      settle(sentAt === null ? { kind: 'not-sent', why } : { kind: 'lost', why })
    }
    const limit = (controller: Dispatcher.DispatchController, ms: number, why: string) => {
      stopTimer()
      stopTimer = clock.after(ms, () => controller.abort(new Ended(why)))
    }
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        // A second start would deliver the request twice: end it before a byte goes out.
        if (sentAt !== null) return controller.abort(new Ended('the connection was closed before an answer'))
        sentAt = clock.monotonic()
        limit(controller, limits.headersMs, `no answer within ${limits.headersMs / 1000} s`)
      },
      onResponseStart(controller, code, received) {
        if (code < 200) return
        status = code
        headers = flat(received)
        receivedAt = clock.monotonic()
        coding = headers['content-encoding']
        intake = code < 300 ? (request.intake ?? null) : null
        const ms = intake ? limits.listMs : limits.bodyMs
        limit(controller, ms, `the answer did not end within ${ms / 1000} s`)
      },
      onResponseData(controller, chunk) {
        bytes += chunk.length
        const most = intake ? limits.listBytes : limits.bodyBytes
        if (bytes > most) return controller.abort(new Ended(`the answer is larger than ${inMebibytes(most)}`))
        if (intake && !coding) intake(decoder.decode(chunk, { stream: true }))
        else chunks.push(chunk)
        return undefined
      },
      onResponseEnd() {
        stopTimer()
        const answered = (body: string) =>
          settle({ kind: 'answered', status, headers, body, sentAt: sentAt ?? receivedAt, receivedAt })
        if (intake && !coding) {
          intake(decoder.decode())
          return answered('')
        }
        const packed = Buffer.concat(chunks)
        if (!coding) return answered(textOf(packed))
        void decodeBody(coding, packed, intake ? limits.listBytes : limits.bodyBytes).then((body) => {
          if (!body.ok) return settle({ kind: 'lost', why: body.failure })
          intake?.(body.value)
          return answered(intake ? '' : body.value)
        })
        return undefined
      },
      onResponseError: (_controller, error) => failed(error),
    }
    try {
      pool.dispatch(
        {
          method: request.method,
          path: prefix + request.path,
          // Asks the venue not to compress: decompression costs time.
          headers: { ...request.headers, 'accept-encoding': 'identity' },
          body: request.body,
          reset: request.freshConnection ?? false,
        },
        handler,
      )
    } catch (error) {
      failed(error)
    }
    return undefined
  })
}

/** Connections to the venue at `restUrl`, opened when needed. An invalid address shows at the first request. */
export function openHttp(restUrl: string, clock: Clock, limits: HttpLimits = HTTP_LIMITS): Http {
  const base = URL.canParse(restUrl) ? new URL(restUrl) : null
  const prefix = pathBefore(restUrl)
  const spare =
    base &&
    openSpareConnection(base, { clock, connectMs: limits.connectMs, freshMs: SPARE_IDLES * limits.idleMs })
  const pool =
    base &&
    spare &&
    new Pool(base.origin, {
      connections: limits.connections,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: limits.idleMs,
      keepAliveMaxTimeout: limits.idleMs,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, connected) => spare.take(connected),
    })

  const send = (request: HttpRequest): Promise<HttpOutcome> =>
    pool === null
      ? Promise.resolve({
          kind: 'not-sent',
          why: `${restUrl} is not an address: correct the venue profile`,
        })
      : sendOnce(pool, prefix, request, clock, limits)

  return {
    send,
    close() {
      spare?.close()
      void pool?.destroy()
    },
  }
}
