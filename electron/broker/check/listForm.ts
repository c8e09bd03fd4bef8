/** Finds how a venue writes lists, times and the direction of money, in the text of its answers. Pure; asks nothing. */

import { isObject, type Json } from '../../../shared/broker/fields.ts'

export interface ListForm {
  readonly rows: readonly Json[]
  /** The name of the rows' field; null: the answer is the list itself. */
  readonly name: string | null
  /** Fields beside the rows that hold text or a number, such as a cursor. */
  readonly beside: Readonly<Record<string, string>>
}

/** The form of a list's answer, parsed; null where it holds no list of records, or several. */
export function listForm(answer: unknown): ListForm | null {
  if (Array.isArray(answer)) return { rows: answer.filter(isObject), name: null, beside: {} }
  if (!isObject(answer)) return null
  const lists = Object.entries(answer).filter(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].every(isObject),
  )
  const [list] = lists
  if (!list || lists.length > 1) return null
  return { rows: list[1].filter(isObject), name: list[0], beside: besideRows(answer) }
}

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

/** How a moment is written: the digits of a number, or ISO 8601. Null: neither. */
export function timeForm(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const digits = /^\d+$/.exec(text)?.[0].length
  const units: Readonly<Record<number, string>> = {
    10: 'seconds',
    13: 'milliseconds',
    16: 'microseconds',
    19: 'nanoseconds',
  }
  if (digits !== undefined) return units[digits] === undefined ? null : `${units[digits]} since 1970`
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return 'ISO 8601'
  return /^\d{10}\.\d+$/.test(text) ? 'seconds since 1970, with a fraction' : null
}

/** The words of `direction` in rows whose type says where the money went (docs/api.md#gap.17). */
export function directionWords(rows: readonly Json[]): {
  readonly in: readonly string[]
  readonly out: readonly string[]
} {
  const wordsOf = (type: string) => [
    ...new Set(
      rows
        .filter((row) => row['transaction_type'] === type)
        .map((row) => row['direction'])
        .filter((word): word is string => typeof word === 'string' && word !== ''),
    ),
  ]
  return { in: wordsOf('deposit'), out: wordsOf('withdrawal') }
}
