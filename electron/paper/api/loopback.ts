/** Refuses requests of web pages: a page in the dealer's browser must not use a broker on loopback. Pure. */

import type { IncomingHttpHeaders } from 'node:http'
import { ok } from '../../../shared/base/result.ts'
import { refuse, type Outcome } from '../refusal.ts'

const LOOPBACK_HOST = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d{1,5})?$/i

/** Refuses requests with `Origin` (sent by a page) or with another host name (DNS rebinding). */
export function fromLoopbackProgram(headers: IncomingHttpHeaders): Outcome<null> {
  if (headers.origin !== undefined) return refuse('FORBIDDEN', 'web pages may not use this broker')
  return LOOPBACK_HOST.test(headers.host ?? '')
    ? ok(null)
    : refuse('FORBIDDEN', 'the Host must be a loopback address')
}
