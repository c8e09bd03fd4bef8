/** Older pages of a venue's list, read on demand and held beside the live rows. Never uses the cursor of one list for another. */

import { useEffect, useRef, useState } from 'react'
import type { Result } from '../../../shared/base/result.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { UNREADABLE_ROWS } from '../../format/unreadWords.ts'

/** The most pages per request while pages bring no new row. A window starts with up to 5,000 live rows. */
const PAGES_AT_ONCE = 50

export interface Pages<Row> {
  /** Older rows by key; a live row with the same key has priority. */
  readonly rows: ReadonlyMap<string, Row>
  readonly busy: boolean
  /** The venue has no older row. */
  readonly done: boolean
  readonly failure: Failure | null
  readonly more: () => void
}

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
  /** Why rows are missing even if this page is the last; null: none are. */
  readonly missing: string | null
  /** Rows of this page that cannot be read; left out: none. */
  readonly unreadable?: number | undefined
}

interface PagedList<Row> {
  /** Identifies the list with its filters. Rows and cursor of another query are dropped. */
  readonly query: string
  readonly keyOf: (row: Row) => string
  /** The row is in the panel already, or never will be: reading goes on to a page with another row. */
  readonly isLive: (key: string, row: Row) => boolean
  /** Reads the page after a cursor; null: the newest page. */
  readonly read: (before: string | null) => Promise<Result<Page<Row>, Failure>>
}

interface Kept<Row> {
  readonly query: string
  readonly rows: ReadonlyMap<string, Row>
  /** Keys of the pages before `before`, which this reading has passed. */
  readonly passed: ReadonlySet<string>
  readonly before: string | null
  /** A row of these pages cannot be read. */
  readonly areUnreadable: boolean
  readonly done: boolean
  readonly failure: Failure | null
}

const nothing = <Row>(query: string): Kept<Row> => ({
  query,
  rows: new Map(),
  passed: new Set(),
  before: null,
  areUnreadable: false,
  done: false,
  failure: null,
})

const notAll = (missing: string): Failure =>
  failureOf(
    'not-connected',
    `These are not all rows: ${missing}. Read again. If the rest stays missing, ask the broker.`,
  )

export function usePages<Row>({ query, keyOf, isLive, read }: PagedList<Row>): Pages<Row> {
  const [kept, setKept] = useState<Kept<Row>>(() => nothing(query))
  const [busy, setBusy] = useState<string | null>(null)
  const asking = useRef<string | null>(null)
  useEffect(
    () => () => {
      asking.current = null
    },
    [],
  )
  const mine = kept.query === query ? kept : nothing<Row>(query)

  /** Reads pages until one brings a new row. */
  const walk = async (from: Kept<Row>): Promise<void> => {
    let now = from
    for (let page = 0; page < PAGES_AT_ONCE && !now.done; page++) {
      const reply = await read(now.before)
      if (asking.current !== query) return
      if (!reply.ok) {
        now = { ...now, failure: reply.failure }
        break
      }
      const { rows: arrived, next, missing, unreadable = 0 } = reply.value
      const fresh = arrived.filter((row) => !now.passed.has(keyOf(row)))
      const isNew = fresh.some((row) => !now.rows.has(keyOf(row)) && !isLive(keyOf(row), row))
      const rows = new Map(now.rows)
      for (const row of arrived) rows.set(keyOf(row), row)
      // A page without new rows is the end too, because some venues repeat the last page (docs/api.md#gap.24).
      const isEnd = next === null || fresh.length === 0
      const areUnreadable = now.areUnreadable || unreadable > 0
      const why = areUnreadable ? UNREADABLE_ROWS : missing
      if (isEnd && why !== null) {
        // Where an earlier page lacks a row, the next reading begins at the newest page again.
        now = { ...(now.areUnreadable ? nothing<Row>(query) : now), query, rows, failure: notAll(why) }
        break
      }
      const passed = new Set([...now.passed, ...arrived.map(keyOf)])
      now = { query, rows, passed, before: next, areUnreadable, done: isEnd, failure: null }
      setKept(now)
      if (isNew) break
    }
    asking.current = null
    setBusy(null)
    setKept(now)
  }
  const more = () => {
    if (asking.current === query || mine.done) return
    asking.current = query
    setBusy(query)
    void walk(mine)
  }
  return { rows: mine.rows, busy: busy === query, done: mine.done, failure: mine.failure, more }
}
