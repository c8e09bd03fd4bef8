/** Classifies answers by what they prove (docs/order-lifecycle.md#what-an-answer-proves). Pure; an unclear answer to a mutation counts as unknown, never as refused. */

import { parseExact } from '../../../shared/base/json.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { readErrorBody } from '../../../shared/broker/errorBody.ts'
import type { Read } from '../../../shared/broker/fields.ts'
import { isRefusalCode, sentenceOfCode, sentenceOfStatus } from '../../../shared/broker/errorCodes.ts'
import type { ReadFailure, SendOutcome } from '../../core/ports/brokerAnswers.ts'
import type { HttpAnswer, HttpOutcome } from './http.ts'

/** Statuses that a gateway or proxy may send after the request reached the exchange: they prove nothing, whatever code they carry. */
const PROVES_NOTHING: ReadonlySet<number> = new Set([401, 403, 407, 408, 409, 425, 429])

/** Statuses whose cause the dealer can correct. */
const EXPLAINED: ReadonlySet<number> = new Set([401, 403, 422, 429])

/** The answer's JSON; an empty body is null. */
export function jsonOf(answer: HttpAnswer): Result<unknown, string> {
  return answer.body.trim() === '' ? ok(null) : parseExact(answer.body)
}

/** Code and words of an error answer; both null when its body is not JSON. */
export function errorOf(answer: HttpAnswer): { code: string | null; message: string | null } {
  const body = jsonOf(answer)
  return body.ok ? readErrorBody(body.value) : { code: null, message: null }
}

/** The record, where it is about the object of the request. Fails for another object, because such an answer proves nothing. */
export function about<T extends object>(what: string, meant: Partial<T>, record: Read<T>): Read<T> {
  if (!record.ok) return record
  for (const [field, value] of Object.entries(meant))
    if (record.value[field as keyof T] !== value)
      return fail(`the answer is about another ${what}: its ${field} differs`)
  return record
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** The outcome of a request that moves orders or money. `read` must fail on a body that does not confirm this very request. */
export function sendOutcome<T>(
  outcome: HttpOutcome,
  read: (answer: HttpAnswer) => Result<T, string>,
): SendOutcome<T> {
  if (outcome.kind === 'not-sent') return { kind: 'not-sent', message: `Not sent: ${outcome.why}.` }
  if (outcome.kind === 'lost')
    return { kind: 'unknown', message: `Sent, but its outcome is unknown: ${outcome.why}.` }
  const { status } = outcome
  if (isSuccess(status)) {
    const value = read(outcome)
    return value.ok
      ? { kind: 'accepted', value: value.value }
      : {
          kind: 'unknown',
          message: `The venue answered ${status}, but not in a way that confirms it: ${value.failure}.`,
        }
  }
  const { code, message } = errorOf(outcome)
  const proves = status >= 400 && status < 500 && !PROVES_NOTHING.has(status)
  if (proves && code !== null && isRefusalCode(code))
    return { kind: 'refused', code, message: message ?? sentenceOfCode(code) }
  const words = code === null ? '' : ` (${code})`
  const next = EXPLAINED.has(status) ? ` ${sentenceOfStatus(status)}` : ''
  return {
    kind: 'unknown',
    message: `The venue answered ${status}${words}, which does not show its outcome.${next}`,
  }
}

export const notSignedIn = (why: string): ReadFailure => ({
  kind: 'unauthorized',
  code: null,
  message: `Not signed in: ${why}.`,
})

/** The path of a request cannot be made; `why` is a sentence. */
export const badPath = (why: string): ReadFailure => ({ kind: 'refused', code: null, message: why })

/** The result of a read. Failures say whether to sign in, wait or correct the profile. */
export function readOutcome<T>(
  outcome: HttpOutcome,
  read: (body: unknown) => Result<T, string>,
): Result<T, ReadFailure> {
  if (outcome.kind !== 'answered')
    return fail({ kind: 'unreachable', code: null, message: `No answer from the venue: ${outcome.why}.` })
  const { status } = outcome
  if (isSuccess(status)) {
    const body = jsonOf(outcome)
    const value = body.ok ? read(body.value) : body
    return value.ok
      ? ok(value.value)
      : fail({
          kind: 'unreadable',
          code: null,
          message: `The venue's answer cannot be read: ${value.failure}.`,
        })
  }
  const { code, message } = errorOf(outcome)
  if (status === 401) return fail({ kind: 'unauthorized', code, message: sentenceOfStatus(status) })
  if (status >= 500 || status === 408 || status === 429)
    return fail({ kind: 'unreachable', code, message: sentenceOfStatus(status) })
  const absent = status === 405 || (status === 404 && code === null) ? { absent: true as const } : {}
  if (code !== null)
    return fail({ kind: 'refused', code, message: message ?? sentenceOfCode(code), ...absent })
  // The venue has no such resource (docs/api.md#gap.10): it refuses without a code of the API.
  const kind = absent.absent ? 'refused' : 'unreadable'
  const words = message === null ? '' : ` It says: ${message}.`
  return fail({ kind, code: null, message: `${sentenceOfStatus(status)}${words}`, ...absent })
}
