/** The HTTP face of the broker: limits, tokens, bodies in, JSON out. Knows no resource; the handlers know no socket. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Clock } from '../../../shared/base/clock.ts'
import { ok } from '../../../shared/base/result.ts'
import { STATUS_OF, refuse, type Outcome, type Refusal } from '../brokerage/refusal.ts'
import type { Dialect } from '../dialect.ts'
import type { Doorkeeper } from '../session/doorkeeper.ts'
import { fromLoopbackProgram } from './loopback.ts'
import { dateText, rawRefusal } from './rawRefusal.ts'
import type { Reply } from './request.ts'
import { findRoute, type Route } from './router.ts'

const BODY_LIMIT = 64 * 1024
const REQUEST_TIMEOUT_MS = 30_000

export interface ApiServerOptions {
  readonly routes: readonly Route[]
  readonly doorkeeper: Doorkeeper
  readonly clock: Clock
  readonly dialect: Dialect
  /** A handler threw: our own fault, answered with 500. */
  readonly onFault: (error: unknown) => void
}

/** A server that is not listening yet. */
export function makeApiServer(options: ApiServerOptions): Server {
  const { clock, dialect, onFault } = options
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    answer(options, request)
      .catch((error: unknown): Reply => {
        onFault(error)
        return { status: 500, body: { code: 'INTERNAL_ERROR', message: 'the broker failed; see its output' } }
      })
      .then((reply) => send(response, reply, clock, dialect))
      .catch(onFault)
  })
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return
    socket.end(rawRefusal({ code: 'VALIDATION_ERROR', message: 'this is no HTTP request' }, clock))
  })
  return server
}

const refused = ({ code, message }: Refusal): Reply => ({ status: STATUS_OF[code], body: { code, message } })

async function answer(options: ApiServerOptions, request: IncomingMessage): Promise<Reply> {
  const body = await readBody(request)
  if (!body.ok) return refused(body.failure)
  const outcome = handle(options, request, body.value)
  return outcome.ok ? outcome.value : refused(outcome.failure)
}

function handle(
  { routes, doorkeeper, dialect }: ApiServerOptions,
  request: IncomingMessage,
  body: string,
): Outcome<Reply> {
  const local = fromLoopbackProgram(request.headers)
  if (!local.ok) return local
  const { method = '', url = '', headers } = request
  const [pathname = '', ...query] = url.split('?')
  const known = dialect.path(pathname)
  if (known === null) return refuse('NOT_FOUND', 'there is no such path')
  const match = findRoute(routes, method, known)
  if (!match.ok) return match
  const { route, path } = match.value
  const admitted = route.open ? ok(null) : doorkeeper.admit({ method, path: url, headers, body })
  if (!admitted.ok) return admitted
  return route.handle({
    path,
    query: new URLSearchParams(query.join('?')),
    contentType: (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
    body,
  })
}

/** The whole body as text. What is too long is read to its end and dropped, so that the answer reaches a client that is still sending. */
async function readBody(request: IncomingMessage): Promise<Outcome<string>> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size <= BODY_LIMIT) chunks.push(chunk)
    }
  } catch {
    return refuse('VALIDATION_ERROR', 'the body did not arrive whole')
  }
  if (size > BODY_LIMIT) return refuse('PAYLOAD_TOO_LARGE', `a body may have at most ${BODY_LIMIT} bytes`)
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch {
    return refuse('VALIDATION_ERROR', 'the body is not UTF-8')
  }
}

function send(response: ServerResponse, { status, body }: Reply, clock: Clock, dialect: Dialect): void {
  if (response.destroyed) return
  const text = dialect.body(status, body)
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    Date: dateText(clock),
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
  })
  response.end(text)
}
