/** The HTTP server of the broker: reads requests within limits and writes the answers. Holds no resource and no rule. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Clock } from '../../../shared/base/clock.ts'
import { ok } from '../../../shared/base/result.ts'
import { refuse, type Outcome } from '../refusal.ts'
import type { RequestFaults } from './requestFaults.ts'
import type { Answer, Api } from './api.ts'
import { rawRefusal } from './rawRefusal.ts'

// An import would read every export of the module. One of them loads all of fetch: 50 ms of CPU time at every start.
const { createServer } = process.getBuiltinModule('node:http')

const BODY_LIMIT = 64 * 1024
const REQUEST_TIMEOUT_MS = 30_000

export interface ApiServerOptions {
  readonly api: Api
  readonly clock: Clock
  readonly faults: RequestFaults
  /** Receives errors of the server itself, when an answer could not be written. */
  readonly onFault: (error: unknown) => void
}

/** A server that is not listening yet. */
export function createApiServer(options: ApiServerOptions): Server {
  const { clock, onFault } = options
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    attend(options, request, response).catch(onFault)
  })
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return
    socket.end(rawRefusal({ code: 'VALIDATION_ERROR', message: 'this is no HTTP request' }, clock))
  })
  return server
}

async function attend(
  { api, clock, faults }: ApiServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request)
  if (!body.ok) return send(response, api.refuse(body.failure))
  const { method = '', url = '', headers } = request
  const run = () => api.receive({ method, url, headers, body: body.value })()
  const fault = faults(method, url)
  if (fault === null) return send(response, run())
  if (fault.kind === 'late') {
    const reply = run()
    clock.after(fault.ms, () => send(response, reply))
    return
  }
  if (fault.heard) run()
  if (fault.kind === 'cut') response.destroy()
  else send(response, fault.answer)
}

/** Reads the whole body as text. Reads a too long body to its end and drops it: a client that is still sending then gets the answer. */
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

function send(response: ServerResponse, { status, headers, text }: Answer): void {
  if (response.destroyed) return
  response.writeHead(status, headers)
  response.end(text)
}
