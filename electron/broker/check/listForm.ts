/** Finds how a venue writes lists, times and the direction of money, in the text of its answers. Pure; asks nothing. */

import { isObject, readTime, type Json } from '../../../shared/broker/fields.ts'

export interface ListForm {
  readonly rows: readonly Json[]
  /** The name of the rows' field; null: the answer is the list itself. */
  readonly name: string | null
  /** Fields beside the rows that hold text or a number, such as a cursor. */
  readonly beside: Readonly<Record<string, string>>
}

/** The form of a list's answer, parsed; null where it holds no list of records, or several. Rows that are no record are left out. */
export function listForm(answer: unknown): ListForm | null {
  if (Array.isArray(answer)) return { rows: answer.filter(isObject), name: null, beside: {} }
  if (!isObject(answer)) return null
  const lists = Object.entries(answer).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  )
  const full = lists.filter(([, rows]) => rows.some(isObject))
  const candidates = full.length > 0 ? full : lists.filter(([, rows]) => rows.length === 0)
  const [list] = candidates
  if (!list || candidates.length > 1) return null
  return { rows: list[1].filter(isObject), name: list[0], beside: besideRows(answer) }
}

/** The names under which an answer holds rows, where it holds several lists. */
export const rowNames = (answer: unknown): readonly string[] =>
  isObject(answer)
    ? Object.entries(answer).flatMap(([name, rows]) =>
        Array.isArray(rows) && rows.some(isObject) ? [name] : [],
      )
    : []

/** Metadata may be wrapped in an object of its own, as `response_metadata` is (docs/api.md#gap.24). */
function besideRows(answer: Json): Readonly<Record<string, string>> {
  const wrapped = Object.values(answer).filter(isObject)
  const fields = [answer, ...wrapped].flatMap((holder) => Object.entries(holder))
  return Object.fromEntries(
    fields.flatMap(([name, value]) =>
      (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  )
}

/** Names that count rows or pages and lead nowhere. */
const NO_CURSOR = /total|count|limit|size|pages?$|status|message|code/i

/** The fields beside the rows that may hold the cursor of the next page. */
export const cursorNames = ({ beside }: ListForm): readonly string[] =>
  Object.keys(beside).filter((name) => !NO_CURSOR.test(name))

/** The identity of a row: its code or id. The whole row where it has none, because a venue may write its other fields differently each time. */
export const rowKey = (row: Json | undefined): string | null =>
  row === undefined
    ? null
    : (['code', 'id', 'reference_id', 'symbol'].map((name) => row[name]).find(isWord) ?? JSON.stringify(row))

const isWord = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** How a moment is written: the digits of a number, or ISO 8601. Null where Openpit cannot read it. */
export function timeForm(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (readTime(text) === null) return null
  if (/^\d{10}\.\d+$/.test(text)) return 'seconds since 1970, with a fraction'
  const digits = /^\d+$/.exec(text)?.[0].length
  const units: Readonly<Record<number, string>> = {
    10: 'seconds',
    13: 'milliseconds',
    16: 'microseconds',
    19: 'nanoseconds',
  }
  if (digits !== undefined) return units[digits] === undefined ? null : `${units[digits]} since 1970`
  return /^\d{4}-\d\d-\d\d/.test(text) ? 'ISO 8601' : null
}

/** The words of `direction` in rows whose type says where the money went (docs/api.md#gap.17). */
export function directionWords(rows: readonly Json[]): {
  readonly in: readonly string[]
  readonly out: readonly string[]
  /** Words of other rows alone, whose sign no row shows. */
  readonly other: readonly string[]
} {
  const wordsOf = (types: (type: unknown) => boolean) => [
    ...new Set(
      rows
        .filter((row) => types(row['transaction_type']))
        .map((row) => row['direction'])
        .filter(isWord),
    ),
  ]
  const known = { in: wordsOf((type) => type === 'deposit'), out: wordsOf((type) => type === 'withdrawal') }
  const all = wordsOf(() => true)
  return { ...known, other: all.filter((word) => !known.in.includes(word) && !known.out.includes(word)) }
}
