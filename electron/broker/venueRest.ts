/** Requests to a signed-in venue: reads that may be asked again, mutations that are sent once. Knows no resource of the API. */

import { createHash } from 'node:crypto'
import type { Clock } from '../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { Read, Take, Unread } from '../../shared/broker/fields.ts'
import { withParameters } from '../../shared/broker/requests.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import { MAX_ACT_AGE } from '../../shared/domain/actAge.ts'
import type { OutgoingRequest, HistoryPage, DispatchGate, ReadFailure, SendOutcome } from '../core/ports.ts'
import { readOutcome, sendOutcome } from './rest/classify.ts'
import type { HttpAnswer, HttpOutcome, HttpRequest } from './rest/http.ts'
import { openListIntake, type ListPage } from './lists/listIntake.ts'
import { readWholeList, type WholeList } from './lists/listReads.ts'
import type { Lane, RequestQueue } from './rest/requestQueue.ts'
import type { Authentication } from './authentication/authentication.ts'
import type { Proof, Signer } from './authentication/signer.ts'

export interface VenueRestOptions {
  readonly profile: VenueProfile
  readonly clock: Clock
  readonly queue: RequestQueue
  readonly authentication: Pick<Authentication, 'signer' | 'judged'>
  readonly send: (request: HttpRequest) => Promise<HttpOutcome>
  /** What the dealer must know of an answer, in one sentence. */
  readonly unreadable: (sentence: string) => void
  /** A row or a field that could not be read; the others stand. */
  readonly unread: (of: Unread) => void
}

export interface VenueRest {
  read<T>(
    lane: Lane,
    path: Result<string, string>,
    take: Take<T>,
    how?: { readonly freshConnection: boolean },
  ): Promise<Result<T, ReadFailure>>
  /** One page of a list as the venue shows it. */
  shown<T>(
    path: Result<string, string>,
    name: string,
    take: Take<T>,
  ): Promise<Result<ListPage<T>, ReadFailure>>
  /** Every page of a list whose own name may be `name`; `keyOf` tells its rows apart. */
  list<T>(
    path: Result<string, string>,
    name: string,
    take: Take<T>,
    keyOf: (row: T) => string,
  ): Promise<Result<WholeList<T>, ReadFailure>>
  /** A page, newest first; without a cursor of the venue's own, the last row's `code` asks for the rest (docs/api.md#gap.24). */
  page<T extends { readonly code: string | null }>(
    path: Result<string, string>,
    name: string,
    before: string | undefined,
    take: Take<T>,
  ): Promise<Result<HistoryPage<T>, ReadFailure>>
  /** One attempt at something that moves orders or money; `take` must fail unless the answer confirms this very request. */
  mutate<T>(
    lane: 'order' | 'cancel',
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: Result<string, string>,
    body: Result<string | null, string>,
    dispatchGate: DispatchGate,
    take: (answer: HttpAnswer) => Read<T>,
  ): Promise<SendOutcome<T>>
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

type Unproved = Omit<HttpRequest, 'headers'>

const withProof = (request: Unproved, { headers }: Proof): HttpRequest => ({
  ...request,
  headers: {
    ...headers,
    accept: 'application/json',
    ...(request.body === null ? {} : { 'content-type': 'application/json' }),
  },
})

const departureOf = ({ method, path, body }: Unproved, { nonce, validUntil }: Proof): OutgoingRequest => ({
  method,
  path,
  bodyHash: body === null ? null : createHash('sha256').update(body, 'utf8').digest('hex'),
  nonce,
  validUntil,
})

export function createVenueRest(options: VenueRestOptions): VenueRest {
  const { profile, clock, queue, authentication } = options

  /** Proved right before it goes: a signature that waited in the queue would be too old. */
  const send = async (
    request: Unproved,
    signer: Signer,
    dispatchGate?: DispatchGate,
  ): Promise<HttpOutcome> => {
    const proof = signer.headers(request.method, request.path, request.body)
    if (!proof.ok) return { kind: 'not-sent', why: proof.failure }
    const may = dispatchGate ? await dispatchGate(departureOf(request, proof.value)) : ok(null)
    return may.ok
      ? await options.send(withProof(request, proof.value))
      : { kind: 'not-sent', why: may.failure }
  }

  /** `take`, and what it could not read is told. */
  const noting =
    <A, T>(take: (answer: A) => Read<T>) =>
    (answer: A): Result<T, string> => {
      const taken = take(answer)
      for (const field of taken.odd ?? []) options.unread(field)
      return taken
    }

  /**
   * What comes of a read under the queue: waits out 429, and on a 401 renews what proves it once. `more` is asked for each attempt; its
   * failure is a sentence.
   */
  async function answerTo(
    lane: Lane,
    path: string,
    more: () => Pick<HttpRequest, 'freshConnection' | 'intake'>,
  ): Promise<Result<HttpOutcome, string>> {
    let signer = await authentication.signer()
    let throttled = 0
    let renewed = false
    while (signer.ok) {
      const proved = signer.value
      const outcome: HttpOutcome = (await queue.run(lane, () =>
        send({ method: 'GET', path, body: null, ...more() }, proved),
      )) ?? { kind: 'not-sent', why: 'the session was closed' }
      const status = outcome.kind === 'answered' ? outcome.status : 0
      if (outcome.kind === 'answered' && status === 429 && throttled < THROTTLED_TRIES) {
        throttled += 1
        const wait = retryAfterMs(outcome)
        queue.pauseReads(wait)
        // A look-up is not held back by the queue, so it waits for itself.
        if (lane !== 'read') await new Promise<void>((waited) => void clock.after(wait, waited))
      } else if (status === 401 && !renewed) {
        renewed = true
        signer = (await proved.renew()) ? await authentication.signer() : fail('sign in again')
      } else {
        if (outcome.kind === 'answered') authentication.judged(status !== 401)
        return ok(outcome)
      }
    }
    return signer
  }

  const notSignedIn = (why: string) =>
    fail<ReadFailure>({ kind: 'unauthorized', code: null, message: `Not signed in: ${why}.` })
  const badPath = (why: string) => fail<ReadFailure>({ kind: 'refused', code: null, message: why })

  async function read<T>(
    lane: Lane,
    path: Result<string, string>,
    take: Take<T>,
    { freshConnection } = { freshConnection: false },
  ): Promise<Result<T, ReadFailure>> {
    if (!path.ok) return badPath(path.failure)
    const outcome = await answerTo(lane, path.value, () => ({ freshConnection }))
    return outcome.ok ? readOutcome(outcome.value, noting(take)) : notSignedIn(outcome.failure)
  }

  async function mutate<T>(
    lane: 'order' | 'cancel',
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: Result<string, string>,
    body: Result<string | null, string>,
    dispatchGate: DispatchGate,
    take: (answer: HttpAnswer) => Read<T>,
  ): Promise<SendOutcome<T>> {
    if (!path.ok) return { kind: 'not-sent', message: `Not sent: ${path.failure}.` }
    if (!body.ok) return { kind: 'not-sent', message: `Not sent: ${body.failure}` }
    const asked = clock.monotonic()
    const signer = await authentication.signer()
    if (!signer.ok) return { kind: 'not-sent', message: `Not sent: ${signer.failure}.` }
    const outcome = await queue.run(
      lane,
      () => send({ method, path: path.value, body: body.value }, signer.value, dispatchGate),
      lane === 'order' ? MAX_ACT_AGE - (clock.monotonic() - asked) : undefined,
    )
    if (outcome === null)
      return {
        kind: 'not-sent',
        message: 'Not sent: it waited too long for its turn, or the session was closed.',
      }
    if (outcome.kind === 'answered' && outcome.status === 401) void signer.value.renew()
    if (outcome.kind === 'answered' && outcome.status === 429) queue.pauseReads(retryAfterMs(outcome))
    return sendOutcome(outcome, noting(take))
  }

  const told = <T>(name: string, of: ListPage<T>): ListPage<T> => {
    for (const why of of.unreadable) options.unread({ what: name, field: null, why })
    for (const field of of.odd) options.unread(field)
    return of
  }

  /** One page of a list, read row by row while it arrives; one that breaks off is a page as far as it came. */
  async function pageOf<T>(
    path: Result<string, string>,
    name: string,
    take: Take<T>,
  ): Promise<Result<ListPage<T>, ReadFailure>> {
    if (!path.ok) return badPath(path.failure)
    const asked = path.value
    let intake = openListIntake(name, profile, take)
    const answered = await answerTo('read', asked, () => {
      const fresh = openListIntake(name, profile, take)
      intake = fresh
      return { intake: (text) => fresh.take(text) }
    })
    if (!answered.ok) return notSignedIn(answered.failure)
    const outcome = answered.value
    const cut = outcome.kind === 'lost' ? intake.cutPage(outcome.why) : null
    if (cut) return ok(told(name, cut))
    const { status, headers } = outcome.kind === 'answered' ? outcome : { status: 0, headers: {} }
    const taken = readOutcome(outcome, () => intake.page({ path: asked, status, headers }))
    return taken.ok ? ok(told(name, taken.value)) : taken
  }

  /** Parameters that led to the next page of a list, by the list's name. */
  const parameters = new Map<string, string[]>()

  async function list<T>(
    path: Result<string, string>,
    name: string,
    take: Take<T>,
    keyOf: (row: T) => string,
  ): Promise<Result<WholeList<T>, ReadFailure>> {
    const known = parameters.get(name) ?? [...profile.paging.parameters]
    parameters.set(name, known)
    return readWholeList({
      ask: (query) => pageOf(path.ok ? ok(withParameters(path.value, query)) : path, name, take),
      keyOf,
      parameters: known,
    })
  }

  async function page<T extends { readonly code: string | null }>(
    path: Result<string, string>,
    name: string,
    before: string | undefined,
    take: Take<T>,
  ): Promise<Result<HistoryPage<T>, ReadFailure>> {
    const answer = await pageOf(path, name, take)
    if (!answer.ok) return answer
    const { items, unreadable, next: cursor, cut, fault } = answer.value
    if (cut !== null)
      return fail({ kind: 'unreachable', code: null, message: `No whole answer from the venue: ${cut}.` })
    const isEmpty = items.length + unreadable.length === 0
    const way = answer.value.continuation({ rows: items.length, pages: 1 })
    const last = cursor === undefined ? (items.at(-1)?.code ?? null) : null
    const next = way.kind === 'cursor' ? way.value : last
    const behind = (known: number): string | null => {
      const on = answer.value.continuation({ rows: known, pages: 1 })
      if (on.kind === 'page') return `the venue speaks of a page ${on.page} and does not show it`
      if (on.kind === 'lost') return on.why
      // An empty page may repeat the cursor that led to it.
      if (on.kind === 'end' || (isEmpty && on.value === before)) return null
      return isEmpty
        ? 'it shows an empty page and says that there is more'
        : 'its cursor brings no row that was not shown already'
    }
    return ok({
      items,
      next: isEmpty || next === before ? null : next,
      unreadable: unreadable.length,
      behind,
      fault,
    })
  }

  return { read, shown: pageOf, list, page, mutate }
}
