/** Sends requests with a proof of the sender. Reads are repeated after 429 and, with a new proof, after 401. A mutation is sent once. */

import { createHash } from 'node:crypto'
import { momentOf, msSince, type Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { MAX_ACT_AGE } from '../../../shared/domain/actAge.ts'
import type { DispatchGate, OutgoingRequest } from '../../core/ports/broker.ts'
import type { Authentication } from './authentication.ts'
import type { Proof, Signer } from './requestProof.ts'
import type { HttpAnswer, HttpOutcome, HttpRequest } from '../rest/http.ts'
import type { Lane, RequestQueue } from '../rest/requestQueue.ts'

export interface AuthenticatedRequestsOptions {
  readonly clock: Clock
  readonly queue: RequestQueue
  readonly authentication: Pick<Authentication, 'signer' | 'proofAnswered'>
  readonly send: (request: HttpRequest) => Promise<HttpOutcome>
}

/** A mutation before it is proved. */
export type UnprovedRequest = Omit<HttpRequest, 'headers'>

export interface AuthenticatedRequests {
  /**
   * A read under the queue: waits out 429, and on a 401 renews the proof once. Calls `more` for each attempt. Fails with a sentence while
   * signed out.
   */
  read(
    lane: Lane,
    path: string,
    more: () => Pick<HttpRequest, 'freshConnection' | 'intake'>,
  ): Promise<Result<HttpOutcome, string>>
  /** One attempt at a mutation. `dispatchGate` decides, right before the request goes out, whether it may. */
  mutate(
    lane: 'order' | 'batch' | 'cancel',
    request: UnprovedRequest,
    dispatchGate: DispatchGate,
  ): Promise<HttpOutcome>
}

// 429 on a read (docs/api.md#gap.26): how often it is tried again and how long a wait is accepted.
const THROTTLED_TRIES = 3
const RETRY_AFTER_DEFAULT_MS = 1_000
const RETRY_AFTER_CAP_MS = 60_000

const retryAfterMs = (answer: HttpAnswer): number => {
  const seconds = Number.parseInt(answer.headers['retry-after'] ?? '', 10)
  return Number.isFinite(seconds) && seconds >= 0
    ? Math.min(seconds * 1000, RETRY_AFTER_CAP_MS)
    : RETRY_AFTER_DEFAULT_MS
}

const withProof = (request: UnprovedRequest, { headers }: Proof): HttpRequest => ({
  ...request,
  headers: {
    ...headers,
    accept: 'application/json',
    ...(request.body === null ? {} : { 'content-type': 'application/json' }),
  },
})

const outgoing = (
  { method, path, body }: UnprovedRequest,
  { nonce, validUntil }: Proof,
): OutgoingRequest => ({
  method,
  path,
  bodyHash: body === null ? null : createHash('sha256').update(body, 'utf8').digest('hex'),
  nonce,
  validUntil,
})

export function createAuthenticatedRequests(options: AuthenticatedRequestsOptions): AuthenticatedRequests {
  const { clock, queue, authentication } = options

  /** Proves the request right before it goes out: a signature that waited in the queue would be too old. */
  const send = async (
    request: UnprovedRequest,
    signer: Signer,
    dispatchGate?: DispatchGate,
  ): Promise<HttpOutcome> => {
    const proof = signer.headers(request.method, request.path, request.body)
    if (!proof.ok) return { kind: 'not-sent', why: proof.failure }
    const may = dispatchGate ? await dispatchGate(outgoing(request, proof.value)) : ok(null)
    return may.ok
      ? await options.send(withProof(request, proof.value))
      : { kind: 'not-sent', why: may.failure }
  }

  return {
    async read(lane, path, more) {
      let signer = await authentication.signer()
      let throttled = 0
      let isRenewed = false
      while (signer.ok) {
        const used = signer.value
        const outcome: HttpOutcome = (await queue.run(lane, () =>
          send({ method: 'GET', path, body: null, ...more() }, used),
        )) ?? { kind: 'not-sent', why: 'the session was closed' }
        const status = outcome.kind === 'answered' ? outcome.status : 0
        if (outcome.kind === 'answered' && status === 429 && throttled < THROTTLED_TRIES) {
          throttled += 1
          const wait = retryAfterMs(outcome)
          queue.pauseReads(wait)
          // The queue does not hold a look-up back, so the look-up waits by itself.
          if (lane !== 'read') await new Promise<void>((waited) => void clock.after(wait, waited))
        } else if (status === 401 && !isRenewed) {
          isRenewed = true
          signer = (await used.renew()) ? await authentication.signer() : fail('sign in again')
        } else {
          if (outcome.kind === 'answered') authentication.proofAnswered(status !== 401)
          return ok(outcome)
        }
      }
      return signer
    },
    async mutate(lane, request, dispatchGate) {
      const askedAt = momentOf(clock)
      const signer = await authentication.signer()
      if (!signer.ok) return { kind: 'not-sent', why: signer.failure }
      const outcome = await queue.run(
        lane,
        () => send(request, signer.value, dispatchGate),
        // An order that could not be sent within this time of the dealer's act is not sent at all (docs/order-lifecycle.md#timings).
        lane !== 'cancel' ? MAX_ACT_AGE - msSince(clock, askedAt) : undefined,
      )
      if (outcome === null)
        return { kind: 'not-sent', why: 'it waited too long for its turn, or the session was closed' }
      if (outcome.kind === 'answered' && outcome.status === 401) void signer.value.renew()
      if (outcome.kind === 'answered' && outcome.status === 429) queue.pauseReads(retryAfterMs(outcome))
      return outcome
    },
  }
}
