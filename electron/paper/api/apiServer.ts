/** The HTTP face of the broker: reads requests off sockets, within limits, and writes the answers. Knows no resource and no rule. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Clock } from '../../../shared/base/clock.ts'
import { ok } from '../../../shared/base/result.ts'
import { refuse, type Outcome } from '../refusal.ts'
import type { RequestFaults } from './requestFaults.ts'
import type { Answer, Api } from './api.ts'
import { rawRefusal } from './rawRefusal.ts'

// Imported, each of its exports would be read, and one of them loads the whole of fetch: 50 ms of processor time at every start.
const { createServer } = process.getBuiltinModule('node:http')

const BODY_LIMIT = 64 * 1024
const REQUEST_TIMEOUT_MS = 30_000

export interface ApiServerOptions {
  readonly api: Api
  readonly clock: Clock
  readonly faults: RequestFaults
  /** An answer could not be written: our own fault. */
  readonly onFault: (error: unknown) => void
}

/** A server that is not listening yet. */
export function makeApiServer(options: ApiServerOptions): Server {
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

function send(response: ServerResponse, { status, headers, text }: Answer): void {
  if (response.destroyed) return
  response.writeHead(status, headers)
  response.end(text)
}
