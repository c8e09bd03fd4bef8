/** The API as one function, from a whole request to its answer. Uses no socket. */

import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../../../shared/base/clock.ts'
import { ok } from '../../../shared/base/result.ts'
import { STATUS_OF, refuse, type Outcome, type Refusal } from '../refusal.ts'
import type { ApiVariant } from '../apiVariants.ts'
import type { Authenticator } from '../session/authenticator.ts'
import { fromLoopbackProgram } from './loopback.ts'
import { dateText } from './rawRefusal.ts'
import type { Reply } from './request.ts'
import { findRoute, type Route } from './router.ts'

export interface ApiOptions {
  readonly routes: readonly Route[]
  readonly authenticator: Authenticator
  readonly clock: Clock
  readonly apiVariant: ApiVariant
  /** Receives errors that a handler threw. Their requests get a 500. */
  readonly onFault: (error: unknown) => void
}

export interface WholeRequest {
  readonly method: string
  /** Path and query as in the request line. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number>>
  readonly text: string
}

export interface Api {
  /** Authenticates the request now; the returned function executes it and gives the answer. Neither throws. */
  receive(request: WholeRequest): () => Answer
  /** The answer to data that never became a whole request. */
  refuse(refusal: Refusal): Answer
}

const FAULT: Reply = {
  status: 500,
  body: { code: 'INTERNAL_ERROR', message: 'the broker failed; see its output' },
}

const refused = ({ code, message }: Refusal): Reply => ({ status: STATUS_OF[code], body: { code, message } })

export function createApi(options: ApiOptions): Api {
  const { clock, apiVariant, onFault } = options

  const written = ({ status, body }: Reply): Answer => {
    const text = apiVariant.body(status, body)
    return {
      status,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
        'Cache-Control': 'no-store',
        Date: dateText(clock),
        ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
      },
      text,
    }
  }

  const guarded = (run: () => Outcome<Reply>): Answer => {
    try {
      const outcome = run()
      return written(outcome.ok ? outcome.value : refused(outcome.failure))
    } catch (error) {
      onFault(error)
      return written(FAULT)
    }
  }

  return {
    receive(request) {
      let act: Outcome<() => Outcome<Reply>>
      try {
        act = admit(options, request)
      } catch (error) {
        onFault(error)
        return () => written(FAULT)
      }
      return () => guarded(act.ok ? act.value : () => act)
    },
    refuse: (refusal) => written(refused(refusal)),
  }
}

/** Finds the handler of a request and checks its proof. The returned function executes it. */
function admit(
  { routes, authenticator, apiVariant }: ApiOptions,
  { method, url, headers, body }: WholeRequest,
): Outcome<() => Outcome<Reply>> {
  const local = fromLoopbackProgram(headers)
  if (!local.ok) return local
  const [pathname = '', ...query] = url.split('?')
  const place = apiVariant.path(pathname)
  if (place === null) return refuse('NOT_FOUND', 'there is no such path')
  const match = findRoute(routes, method, place)
  if (!match.ok) return match
  const { route, path } = match.value
  const admitted = route.open ? ok(null) : authenticator.admit({ method, path: url, headers, body })
  if (!admitted.ok) return admitted
  const read = {
    path,
    query: new URLSearchParams(query.join('?')),
    contentType: (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
    body,
  }
  return ok(() => route.handle(read))
}
