/** Draws faults of requests from a seed. Decides only; the HTTP server carries them out. */

import type { Random } from '../../../shared/base/random.ts'
import type { Answer } from './api.ts'
import { oneOf } from '../exchange/randomDraws.ts'

/** A lost answer, an answer of a gateway, or a late answer. */
export type RequestFault =
  /** `heard`: the broker still executes the request. */
  | { readonly kind: 'cut'; readonly heard: boolean }
  | { readonly kind: 'gateway'; readonly heard: boolean; readonly answer: Answer }
  | { readonly kind: 'late'; readonly ms: number }

/** Draws the fault of one whole request; null: no fault. */
export type RequestFaults = (method: string, url: string) => RequestFault | null

export const NO_REQUEST_FAULTS: RequestFaults = () => null

/** One fault in so many requests. Acts fail often enough for a few minutes of dealing; reads fail rarely, so that the terminal stays usable. */
const ACTS_ONE_IN = 8
const READS_ONE_IN = 60
/** In ms. The longest exceeds the time a client waits for an answer (docs/api.md#transport); the others do not. */
const LATE = [1_500, 4_000, 12_000] as const

/** Requests of signing in get no faults: nothing else could be tested without a session. `say` receives one sentence for each fault. */
export function requestFaults(random: Random, say: (sentence: string) => void): RequestFaults {
  return (method, url) => {
    const path = url.split('?')[0] ?? ''
    if (path.startsWith('/auth/')) return null
    if (random.integer(method === 'GET' ? READS_ONE_IN : ACTS_ONE_IN) !== 0) return null
    const heard = random.integer(2) === 0
    const fault = oneOf<RequestFault>(random, [
      { kind: 'cut', heard },
      { kind: 'gateway', heard, answer: gatewayAnswer(heard ? 502 : 503) },
      { kind: 'late', ms: oneOf(random, LATE) },
    ])
    say(`${method} ${path}: ${sentenceOf(fault)}`)
    return fault
  }
}

function sentenceOf(fault: RequestFault): string {
  if (fault.kind === 'late') return `answered ${fault.ms / 1_000} s late.`
  const done = fault.heard ? 'done, but' : 'not done;'
  return fault.kind === 'cut'
    ? `${done} the connection ends without an answer.`
    : `${done} a gateway answers ${fault.answer.status}.`
}

/** The answer of a proxy in front of a broker: a page, not the API's JSON. */
function gatewayAnswer(status: 502 | 503): Answer {
  const text = `<html><body><h1>${status}</h1></body></html>\n`
  return {
    status,
    headers: { 'Content-Type': 'text/html', 'Content-Length': Buffer.byteLength(text) },
    text,
  }
}
