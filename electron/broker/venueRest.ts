/** Sends requests to a signed-in venue: reads, which may be repeated, and mutations, which are sent once. */

import type { Clock } from '../../shared/base/clock.ts'
import { fail, type Result } from '../../shared/base/result.ts'
import type { Read, Take, Unread } from '../../shared/broker/fields.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { DispatchGate } from '../core/ports/broker.ts'
import type { HistoryPage, ReadFailure, SendOutcome } from '../core/ports/brokerAnswers.ts'
import type { Authentication } from './authentication/authentication.ts'
import type { ListPage } from './lists/listIntake.ts'
import { createListPages } from './lists/listPages.ts'
import type { WholeList } from './lists/readWholeList.ts'
import { createAuthenticatedRequests } from './authentication/authenticatedRequests.ts'
import { badPath, notSignedIn, readOutcome, sendOutcome } from './rest/classify.ts'
import type { HttpAnswer, HttpOutcome, HttpRequest } from './rest/http.ts'
import type { Lane, RequestQueue } from './rest/requestQueue.ts'

export interface VenueRestOptions {
  readonly profile: VenueProfile
  readonly clock: Clock
  readonly queue: RequestQueue
  readonly authentication: Pick<Authentication, 'signer' | 'proofAnswered'>
  readonly send: (request: HttpRequest) => Promise<HttpOutcome>
  /** Reports a row or a field that cannot be read; the other rows and fields count. */
  readonly unread: (record: Unread) => void
}

export interface VenueRest {
  read<T>(
    lane: Lane,
    path: Result<string, string>,
    take: Take<T>,
    how?: { readonly freshConnection: boolean },
  ): Promise<Result<T, ReadFailure>>
  /** One page of a list, as the venue shows it. */
  shown<T>(
    path: Result<string, string>,
    name: string,
    take: Take<T>,
  ): Promise<Result<ListPage<T>, ReadFailure>>
  /** Every page of a list. `name`: the list's name, in messages and in answers that name their lists; `keyOf` tells its rows apart. */
  list<T>(
    path: Result<string, string>,
    name: string,
    take: Take<T>,
    keyOf: (row: T) => string,
  ): Promise<Result<WholeList<T>, ReadFailure>>
  /** A page, newest first. Without a cursor of the venue, the code of the last row leads to the next page (docs/api.md#gap.24). */
  page<T extends { readonly code: string | null }>(
    path: Result<string, string>,
    name: string,
    before: string | undefined,
    take: Take<T>,
  ): Promise<Result<HistoryPage<T>, ReadFailure>>
  /** One attempt at a request that moves orders or money. `take` must fail unless the answer confirms this very request. */
  mutate<T>(
    lane: 'order' | 'batch' | 'cancel',
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: Result<string, string>,
    body: Result<string | null, string>,
    dispatchGate: DispatchGate,
    take: (answer: HttpAnswer) => Read<T>,
  ): Promise<SendOutcome<T>>
}

export function createVenueRest(options: VenueRestOptions): VenueRest {
  const { profile, unread } = options
  const requests = createAuthenticatedRequests(options)
  const { shown, list, page } = createListPages({ profile, requests, unread })

  /** `take`, with a report of each field that cannot be read. */
  const reporting =
    <A, T>(take: (answer: A) => Read<T>) =>
    (answer: A): Result<T, string> => {
      const taken = take(answer)
      for (const field of taken.odd ?? []) unread(field)
      return taken
    }

  return {
    async read(lane, path, take, { freshConnection } = { freshConnection: false }) {
      if (!path.ok) return fail(badPath(path.failure))
      const outcome = await requests.read(lane, path.value, () => ({ freshConnection }))
      return outcome.ok ? readOutcome(outcome.value, reporting(take)) : fail(notSignedIn(outcome.failure))
    },
    async mutate(lane, method, path, body, dispatchGate, take) {
      if (!path.ok) return { kind: 'not-sent', message: `Not sent: ${path.failure}.` }
      if (!body.ok) return { kind: 'not-sent', message: `Not sent: ${body.failure}` }
      const request = { method, path: path.value, body: body.value }
      return sendOutcome(await requests.mutate(lane, request, dispatchGate), reporting(take))
    },
    shown,
    list,
    page,
  }
}
