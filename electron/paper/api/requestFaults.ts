/** What goes wrong with a request, on purpose and from a seed. Decides only; the HTTP face of the broker carries it out. */

import type { Random } from '../../../shared/base/random.ts'
import type { Answer } from './api.ts'
import { oneOf } from '../exchange/chance.ts'

/** A request whose connection ends without an answer, is answered by a gateway that knows nothing, or is answered late. */
export type RequestFault =
  /** `heard`: what it asks for is done all the same. */
  | { readonly kind: 'cut'; readonly heard: boolean }
  | { readonly kind: 'gateway'; readonly heard: boolean; readonly answer: Answer }
  | { readonly kind: 'late'; readonly ms: number }

/** Decides for one request that arrived whole; null: all goes well. */
export type RequestFaults = (method: string, url: string) => RequestFault | null

export const NO_REQUEST_FAULTS: RequestFaults = () => null

/** One request in so many: acts often enough to be met in a few minutes of dealing, reads rarely, so that a desk stays in use. */
const ACTS_ONE_IN = 8
const READS_ONE_IN = 60
/** Ms. The longest is past what a client waits for an answer (docs/api.md#transport), the others within. */
const LATE = [1_500, 4_000, 12_000] as const

/** Signing in is left alone: a door that stays shut shows nothing. `say` is told what was done to which request, one sentence. */
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
    say(`${method} ${path}: ${told(fault)}`)
    return fault
  }
}

function told(fault: RequestFault): string {
  if (fault.kind === 'late') return `answered ${fault.ms / 1_000} s late.`
  const done = fault.heard ? 'done, but' : 'not done;'
  return fault.kind === 'cut'
    ? `${done} the connection ends without an answer.`
    : `${done} a gateway answers ${fault.answer.status}.`
}

/** As a proxy in front of a broker answers: a page, not the API's JSON. */
function gatewayAnswer(status: 502 | 503): Answer {
  const text = `<html><body><h1>${status}</h1></body></html>\n`
  return {
    status,
    headers: { 'Content-Type': 'text/html', 'Content-Length': Buffer.byteLength(text) },
    text,
  }
}
