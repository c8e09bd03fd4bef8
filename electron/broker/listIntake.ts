/** Reads the rows of one page of a list while its body arrives. Keeps records, never the body. */

import { parseExact } from '../../shared/base/json.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { Take, Unread } from '../../shared/broker/fields.ts'
import { continuationOf, type Continuation } from '../../shared/broker/listPaging.ts'
import { ListScanner } from '../../shared/broker/listScanner.ts'
import { readList } from '../../shared/broker/lists.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'

/** One page of a list, as far as it came. */
export interface ListPage<T> {
  readonly items: readonly T[]
  /** A sentence for each row that could not be read. */
  readonly unreadable: readonly string[]
  /** Fields of the rows in `items` that could not be read and are unknown. */
  readonly odd: readonly Unread[]
  /** What the venue's own cursor says; undefined when the body has no place for one, null when it says that this was the last page. */
  readonly next: string | null | undefined
  /** How the list goes on; `shown` counts the rows of all pages so far. */
  continuation(shown: number): Continuation
  /** Why this page broke off before its end; null where it did not. */
  readonly cut: string | null
}

interface Rows<T> {
  readonly items: T[]
  readonly unreadable: string[]
  readonly odd: Unread[]
}

export interface ListIntake<T> {
  take(text: string): void
  /** The body came to its end. */
  page(): Result<ListPage<T>, string>
  /** The body broke off: what came of it. Null where not one row came. */
  cutPage(why: string): ListPage<T> | null
}

export function openListIntake<T>(name: string, profile: VenueProfile, read: Take<T>): ListIntake<T> {
  const names = [...profile.lists.items, name]
  const lists = new Map<string, Rows<T>>()
  const scanner = new ListScanner(names, (list, text) => {
    const rows = lists.get(list) ?? { items: [], unreadable: [], odd: [] }
    lists.set(list, rows)
    const value = parseExact(text)
    const record = value.ok ? read(value.value) : value
    if (!record.ok) return void rows.unreadable.push(record.failure)
    rows.items.push(record.value)
    rows.odd.push(...(('odd' in record ? record.odd : undefined) ?? []))
    return undefined
  })
  /** The rows of the list that counts, where the body holds several. */
  const chosen = (): Rows<T> => {
    const list = ['', ...names].find((of) => scanner.begun.has(of))
    return (list === undefined ? undefined : lists.get(list)) ?? { items: [], unreadable: [], odd: [] }
  }

  const pageOf = (body: unknown, next: string | null | undefined, cut: string | null): ListPage<T> => ({
    ...chosen(),
    next,
    continuation: (shown) => continuationOf(body, profile, shown),
    cut,
  })
  const cutPage: ListIntake<T>['cutPage'] = (why) => (lists.size === 0 ? null : pageOf(null, undefined, why))

  return {
    take: (text) => scanner.push(text),
    page() {
      if (scanner.problem !== null) {
        const page = cutPage(scanner.problem)
        return page ? ok(page) : fail(`${name}: ${scanner.problem}`)
      }
      const body = parseExact(scanner.rest)
      if (!body.ok) {
        const page = cutPage('the answer ends in the middle')
        return page ? ok(page) : body
      }
      // Its rows are here already: this says whether there is a list at all, and where its cursor points.
      const shape = readList(body.value, name, profile, read)
      return shape.ok ? ok(pageOf(body.value, shape.value.next, null)) : shape
    },
    cutPage,
  }
}
