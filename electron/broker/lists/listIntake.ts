/** Reads the rows of one page of a list while its body arrives. Holds records, never the body. */

import { parseExact } from '../../../shared/base/json.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Take, Unread } from '../../../shared/broker/fields.ts'
import type { ListAnswer } from '../../../shared/broker/lists/listAnswer.ts'
import { faultOf } from '../../../shared/broker/lists/listFaults.ts'
import { continuationOf, type Continuation, type SoFar } from '../../../shared/broker/lists/listPaging.ts'
import { ListScanner } from '../../../shared/broker/lists/listScanner.ts'
import { readList } from '../../../shared/broker/lists/lists.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'

/** One page of a list, as far as it arrived. */
export interface ListPage<T> {
  readonly items: readonly T[]
  /** A sentence for each row that could not be read. */
  readonly unreadable: readonly string[]
  /** Fields of the rows in `items` that could not be read and are unknown. */
  readonly odd: readonly Unread[]
  /** The venue's cursor; undefined when the body has no field for one, null when it marks the last page. */
  readonly next: string | null | undefined
  /** How the list continues after this page; `soFar` counts this page too. */
  continuation(soFar: SoFar): Continuation
  /** Why the venue may have rows that no page shows, a clause without a full stop; null: nothing in the answer says so. */
  readonly fault: string | null
  /** The body with its lists emptied; null where the body broke off. */
  readonly around: unknown
  /** Why this page broke off before its end; null where it is complete. */
  readonly cut: string | null
}

interface Rows<T> {
  readonly items: T[]
  readonly unreadable: string[]
  readonly odd: Unread[]
}

export interface ListIntake<T> {
  take(text: string): void
  /** Ends a complete body. `answer`: path, status and headers of the answer. */
  page(answer: Omit<ListAnswer, 'body'>): Result<ListPage<T>, string>
  /** Ends a body that broke off. Returns the rows that arrived; null where none did. */
  cutPage(why: string): ListPage<T> | null
}

export function openListIntake<T>(name: string, profile: VenueProfile, read: Take<T>): ListIntake<T> {
  const names = [...new Set([...profile.lists.items, name])]
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
  /** The rows of every list that the body holds, in the order of the names. */
  const shown = (): Rows<T> => {
    const all = ['', ...names].flatMap((list) => lists.get(list) ?? [])
    return {
      items: all.flatMap(({ items }) => items),
      unreadable: all.flatMap(({ unreadable }) => unreadable),
      odd: all.flatMap(({ odd }) => odd),
    }
  }

  const cutPage: ListIntake<T>['cutPage'] = (why) =>
    lists.size === 0
      ? null
      : {
          ...shown(),
          next: undefined,
          continuation: () => ({ kind: 'end' }),
          fault: null,
          around: null,
          cut: why,
        }

  return {
    take: (text) => scanner.push(text),
    page(answer) {
      if (scanner.problem !== null) {
        const page = cutPage(scanner.problem)
        return page ? ok(page) : fail(`${name}: ${scanner.problem}`)
      }
      const body = parseExact(scanner.rest)
      if (!body.ok) {
        const page = cutPage('the answer ends in the middle')
        return page ? ok(page) : body
      }
      // The rows were read already: this call finds out whether there is a list at all, and its cursor.
      const shape = readList(body.value, name, profile, read)
      if (!shape.ok) return shape
      const whole: ListAnswer = { ...answer, body: body.value }
      return ok({
        ...shown(),
        next: shape.value.next,
        continuation: (soFar) => continuationOf(name, whole, profile, soFar),
        fault: scanner.twice === null ? faultOf(whole, profile) : `the answer holds ${scanner.twice} twice`,
        around: body.value,
        cut: null,
      })
    },
    cutPage,
  }
}
