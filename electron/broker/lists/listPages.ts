/** Reads the lists of a venue: one page, every page, or a page of a history. Reports rows that cannot be read. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Take, Unread } from '../../../shared/broker/fields.ts'
import { withParameters } from '../../../shared/broker/requests.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { HistoryPage, ReadFailure } from '../../core/ports/brokerAnswers.ts'
import type { AuthenticatedRequests } from '../authentication/authenticatedRequests.ts'
import { badPath, notSignedIn, readOutcome } from '../rest/classify.ts'
import { openListIntake, type ListPage } from './listIntake.ts'
import { readWholeList, type WholeList } from './readWholeList.ts'

export interface ListPagesOptions {
  readonly profile: VenueProfile
  readonly requests: Pick<AuthenticatedRequests, 'read'>
  readonly unread: (record: Unread) => void
}

type Path = Result<string, string>

/** `VenueRest` describes each. */
export interface ListPages {
  readonly shown: <T>(path: Path, name: string, take: Take<T>) => Promise<Result<ListPage<T>, ReadFailure>>
  readonly list: <T>(
    path: Path,
    name: string,
    take: Take<T>,
    keyOf: (row: T) => string,
  ) => Promise<Result<WholeList<T>, ReadFailure>>
  readonly page: <T extends { readonly code: string | null }>(
    path: Path,
    name: string,
    before: string | undefined,
    take: Take<T>,
  ) => Promise<Result<HistoryPage<T>, ReadFailure>>
}

export function createListPages({ profile, requests, unread }: ListPagesOptions): ListPages {
  const reported = <T>(name: string, page: ListPage<T>): ListPage<T> => {
    for (const why of page.unreadable) unread({ what: name, field: null, why })
    for (const field of page.odd) unread(field)
    return page
  }

  /** Reads the page row by row while it arrives. A page that breaks off counts as far as it arrived. */
  const shown: ListPages['shown'] = async <T>(path: Path, name: string, take: Take<T>) => {
    if (!path.ok) return fail(badPath(path.failure))
    let intake = openListIntake(name, profile, take)
    const answered = await requests.read('read', path.value, () => {
      const fresh = openListIntake(name, profile, take)
      intake = fresh
      return { intake: (text) => fresh.take(text) }
    })
    if (!answered.ok) return fail(notSignedIn(answered.failure))
    const outcome = answered.value
    const cut = outcome.kind === 'lost' ? intake.cutPage(outcome.why) : null
    if (cut) return ok(reported(name, cut))
    const { status, headers } = outcome.kind === 'answered' ? outcome : { status: 0, headers: {} }
    const taken = readOutcome(outcome, () => intake.page({ path: path.value, status, headers }))
    return taken.ok ? ok(reported(name, taken.value)) : taken
  }

  /** Query parameters that led to the next page of a list, by the list's name. */
  const parameters = new Map<string, string[]>()

  const list: ListPages['list'] = async (path, name, take, keyOf) => {
    const known = parameters.get(name) ?? [...profile.paging.parameters]
    parameters.set(name, known)
    return readWholeList({
      ask: (query) => shown(path.ok ? ok(withParameters(path.value, query)) : path, name, take),
      keyOf,
      parameters: known,
    })
  }

  const page: ListPages['page'] = async (path, name, before, take) => {
    const answer = await shown(path, name, take)
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

  return { shown, list, page }
}
