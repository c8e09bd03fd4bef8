/** Reads a list page by page to its end, or says why the end was not reached. Repeats no page. */

import { ok, type Result } from '../../../shared/base/result.ts'
import type { Continuation } from '../../../shared/broker/lists/listPaging.ts'
import { reasonOf } from '../../../shared/domain/orders/openOrderReading.ts'
import type { Listed, ReadFailure } from '../../core/ports/brokerAnswers.ts'
import type { ListPage } from './listIntake.ts'

/** Rows of one list that are read at most; docs/reliability.md, "Lists", names the bounds. */
export const MOST_ROWS = 10_000
/** Pages of one list that are read at most. */
const MOST_PAGES = 500

export interface ListReadsOptions<T> {
  /** Reads one page; the query is empty for the first. */
  readonly ask: (query: Readonly<Record<string, string>>) => Promise<Result<ListPage<T>, ReadFailure>>
  /** The key that tells rows apart. */
  readonly keyOf: (row: T) => string
  /** Query parameters under which a cursor may be sent, the likeliest first. The parameter that works is moved to the front. */
  readonly parameters: string[]
}

/** A page, and its rows that no earlier page showed. */
interface Step<T> {
  readonly page: ListPage<T>
  readonly fresh: readonly T[]
}

/** A list. `missing` says why its end was not reached, `unreadable` why rows of it could not be read. */
export interface WholeList<T> extends Listed<T> {
  /** A clause without a full stop; null where every row that was shown could be read. */
  readonly unreadable: string | null
}

export async function readWholeList<T>(
  options: ListReadsOptions<T>,
): Promise<Result<WholeList<T>, ReadFailure>> {
  const { ask, keyOf, parameters } = options
  const items: T[] = []
  const keys = new Set<string>()
  const unreadable: string[] = []
  let rows = 0
  /** Why the list may not be whole although its end was reached, from any of its pages. */
  let fault: string | null = null

  const freshOf = (page: ListPage<T>): T[] => page.items.filter((row) => !keys.has(keyOf(row)))
  const take = ({ page, fresh }: Step<T>): void => {
    for (const row of fresh) {
      // A page may hold a row twice, in two of its lists.
      if (keys.has(keyOf(row))) continue
      keys.add(keyOf(row))
      items.push(row)
    }
    rows += page.items.length + page.unreadable.length
    unreadable.push(...page.unreadable)
    fault ??= page.fault
  }
  const listed = (missing: string | null): Result<WholeList<T>, ReadFailure> => {
    const [first] = unreadable
    return ok({
      items,
      missing: missing ?? fault,
      unreadable:
        first === undefined
          ? null
          : `${unreadable.length} of its ${rows} rows cannot be read: ${reasonOf(first)}`,
    })
  }

  /** Parameters for a cursor: the one that the venue names; else the known ones, then the name of the cursor's field, without and with its `next`. */
  const namesFor = ({ field, parameter }: Continuation & { kind: 'cursor' }): readonly string[] => {
    if (parameter !== undefined) return [parameter]
    const behind = field.replace(/^next[_-]?/i, '')
    const without = behind === '' ? field : behind.charAt(0).toLowerCase() + behind.slice(1)
    return [...new Set([...parameters, without, field])]
  }

  /** Reads the page behind a cursor with the first parameter that leads on. A venue that does not know a parameter shows the first page again, or refuses. */
  const follow = async (cursor: Continuation & { kind: 'cursor' }): Promise<Step<T> | string> => {
    const names = namesFor(cursor)
    let why = 'its cursor leads back to rows that were shown already'
    for (const name of names) {
      const page = await ask({ [name]: cursor.value })
      if (!page.ok) {
        if (page.failure.kind !== 'refused')
          return `its next page was not read: ${reasonOf(page.failure.message)}`
        why = `the venue refused its next page: ${reasonOf(page.failure.message)}`
        continue
      }
      const fresh = freshOf(page.value)
      if (fresh.length === 0 && page.value.items.length > 0) continue
      if (cursor.parameter === undefined)
        parameters.splice(0, parameters.length, name, ...names.filter((other) => other !== name))
      return { page: page.value, fresh }
    }
    return why
  }

  const cursors = new Set<string>()
  const first = await ask({})
  if (!first.ok) return first
  let step: Step<T> = { page: first.value, fresh: first.value.items }
  for (let pages = 1; ; pages++) {
    take(step)
    if (step.page.cut !== null) return listed(step.page.cut)
    if (rows > MOST_ROWS) return listed(`it is longer than ${MOST_ROWS} rows`)
    const onPage = step.page.items.length + step.page.unreadable.length
    const next = step.page.continuation({ rows: items.length + unreadable.length, pages, onPage })
    if (next.kind === 'end') return listed(null)
    if (next.kind === 'lost') return listed(next.why)
    if (pages >= MOST_PAGES) return listed(`it goes on after ${MOST_PAGES} pages`)
    if (next.kind === 'page') {
      const page = await ask({ [next.parameter]: String(next.page) })
      if (!page.ok) return listed(`its page ${next.page} was not read: ${reasonOf(page.failure.message)}`)
      const fresh = freshOf(page.value)
      if (fresh.length === 0 && page.value.items.length > 0)
        return listed(`its page ${next.page} shows rows that were shown already`)
      step = { page: page.value, fresh }
    } else {
      if (step.page.items.length + step.page.unreadable.length === 0)
        return listed('it shows an empty page and says that there is more')
      if (cursors.has(next.value)) return listed('its cursor leads round in a circle')
      cursors.add(next.value)
      const followed = await follow(next)
      if (typeof followed === 'string') return listed(followed)
      step = followed
    }
  }
}
