/** Puts the rows of a table into the dealer's order, and keeps them in place while the pointer is on them. Draws nothing. */

import type { WindowSession } from '../../../state/windowSession.ts'
import type { TableSort } from '../../../state/tableChoices.ts'
import { ColumnOrder } from './columnOrder.ts'
import { hasWords, rowText } from './filterRows.ts'
import type { TableColumn } from './tableColumn.ts'

/** The rows of a table in its own order. */
export interface TableRows<Row> {
  readonly count: number
  readonly keyAt: (index: number) => string
  /** A row's record now. */
  readonly rowOf: (key: string) => Row | undefined
  /** Names the list that the rows are of, such as one customer's. */
  readonly list: string
  /** Changes whenever rows come or go. */
  readonly revision: unknown
}

export interface ArrangedRows {
  readonly count: number
  readonly keyAt: (index: number) => string
  /** Rows that came while the pointer was on the rows: they are at the end. */
  readonly waiting: number
}

/** More rows are ordered once a second only, and a table in its own order then costs nothing for each row. */
export const MOST_AT_ONCE = 5_000

interface Asked<Row> {
  readonly rows: TableRows<Row>
  readonly columns: readonly TableColumn<Row>[]
  readonly sort: TableSort | null
  /** The words that a shown row has. */
  readonly words: readonly string[]
  readonly session: WindowSession
  /** Id of the column that groups the rows; null: none does. */
  readonly group: string | null
  /** Whether the pointer is on a row. */
  readonly isHeld: () => boolean
  /** Counts the seconds at which live values may have changed. */
  readonly second: number
}

/** The order of one table. It arranges again only when what was asked has changed, and answers the same object until then. */
export class RowOrder<Row extends object> {
  private texts = new WeakMap<object, string>()
  private named: readonly unknown[] = []
  private stamp: readonly unknown[] = []
  private choice: readonly unknown[] = []
  private keys: readonly string[] | null = null
  private listed: {
    readonly list: string
    readonly revision: unknown
    readonly keys: readonly string[]
  } | null = null
  private readonly sorted = new ColumnOrder<Row>()
  private arranged: ArrangedRows = { count: 0, keyAt: () => '', waiting: 0 }

  arrange(asked: Asked<Row>): ArrangedRows {
    const { rows, columns, sort, words, group, second, isHeld } = asked
    const isLong = rows.count > MOST_AT_ONCE
    if (isLong && sort === null && group === null && words.length === 0) return this.inOwnOrder(asked)
    const choice = [columns, sort, words.join(' '), rows.list, group]
    const stamp = [...choice, second, isLong ? null : rows.revision]
    if (isSame(stamp, this.stamp)) return this.arranged
    const isChosen = !isSame(choice, this.choice)
    const now = this.sorted.sort(asked, this.filteredKeys(asked))
    const before = this.keys
    // A choice of the dealer moves the rows at once; a change of the market does not move them from under the pointer.
    const kept = isChosen || before === null || !isHeld() ? now : inTheirPlaces(before, now)
    this.stamp = stamp
    this.choice = choice
    return this.keep(kept, kept === now || before === null ? 0 : newcomers(before, now))
  }

  /** A long table as it came: no key is kept, unless the pointer is on its rows. */
  private inOwnOrder({ rows, columns, second, isHeld }: Asked<Row>): ArrangedRows {
    const choice = [columns, null, '', rows.list, null]
    const isFree = !isSame(choice, this.choice) || !isHeld()
    const stamp = isFree ? [...choice, 'free', rows.revision] : [...choice, 'held', second]
    if (isSame(stamp, this.stamp)) return this.arranged
    this.stamp = stamp
    this.choice = choice
    if (isFree) {
      this.keys = null
      this.arranged = { count: rows.count, keyAt: rows.keyAt, waiting: 0 }
      return this.arranged
    }
    const before = this.keys
    const now = keysOf(rows)
    return before === null ? this.keep(now, 0) : this.keep(inTheirPlaces(before, now), newcomers(before, now))
  }

  private keep(keys: readonly string[], waiting: number): ArrangedRows {
    this.keys = keys
    this.arranged = { count: keys.length, keyAt: (index) => keys[index] ?? '', waiting }
    return this.arranged
  }

  /** Read again only after rows came or went: a long table has a hundred thousand of them. */
  private listedKeys(rows: TableRows<Row>): readonly string[] {
    const { list, revision } = rows
    const isRead =
      this.listed?.list === list &&
      this.listed.revision === revision &&
      this.listed.keys.length === rows.count
    this.listed = isRead && this.listed ? this.listed : { list, revision, keys: keysOf(rows) }
    return this.listed.keys
  }

  private filteredKeys({ rows, columns, words, session }: Asked<Row>): readonly string[] {
    const keys = this.listedKeys(rows)
    if (words.length === 0) return keys
    this.forgetOldTexts(columns, session)
    return keys.filter((key) => {
      const row = rows.rowOf(key)
      return row !== undefined && hasWords(this.textOf(row, columns, session, rows.count), words)
    })
  }

  /** Texts hold names of customers and times as the settings write them. */
  private forgetOldTexts(columns: readonly TableColumn<Row>[], { server, settings }: WindowSession): void {
    const { customers, instruments } = server
    const named = [
      columns,
      customers.getState().value,
      instruments.getState().value,
      settings.getState().revision,
    ]
    if (isSame(named, this.named)) return
    this.named = named
    this.texts = new WeakMap()
  }

  /** Of a long table the texts are kept: a record that changes is another object. */
  private textOf(
    row: Row,
    columns: readonly TableColumn<Row>[],
    session: WindowSession,
    count: number,
  ): string {
    if (count <= MOST_AT_ONCE) return rowText(row, columns, session)
    const kept = this.texts.get(row) ?? rowText(row, columns, session)
    this.texts.set(row, kept)
    return kept
  }
}

function keysOf({ count, keyAt }: Pick<TableRows<never>, 'count' | 'keyAt'>): readonly string[] {
  const keys: string[] = []
  for (let index = 0; index < count; index++) keys.push(keyAt(index))
  return keys
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((part, index) => part === b[index])

const newcomers = (before: readonly string[], now: readonly string[]): number => {
  const known = new Set(before)
  return now.filter((key) => !known.has(key)).length
}

/** The rows where they were, and new rows after them. A gone row leaves its place empty, unless it was at the end. */
export function inTheirPlaces(before: readonly string[], now: readonly string[]): readonly string[] {
  const known = new Set(before)
  const present = new Set(now)
  const last = before.findLastIndex((key) => present.has(key))
  return [...before.slice(0, last + 1), ...now.filter((key) => !known.has(key))]
}
