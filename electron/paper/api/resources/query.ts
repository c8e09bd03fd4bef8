/** Query parameters of several lists: times, page sizes, names. Pure. */

import type { EpochMs } from '../../../../shared/base/clock.ts'
import { ok } from '../../../../shared/base/result.ts'
import { refuse, type Outcome } from '../../refusal.ts'

export const DEFAULT_LIMIT = 100
export const MAXIMUM_LIMIT = 1000

const RFC_3339 =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** Reads ms since epoch, or RFC 3339 with a zone, as ms since epoch. Null when the text is neither. */
export function parseMoment(text: string): EpochMs | null {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const match = RFC_3339.exec(text)
  if (!match) return null
  const [year, month, day] = [match[1], match[2], match[3]].map(Number) as [number, number, number]
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null
  const at = Date.parse(text.toUpperCase())
  return Number.isNaN(at) ? null : at
}

/** Null when the parameter is missing. */
export function readMoment(query: URLSearchParams, name: string): Outcome<EpochMs | null> {
  const text = query.get(name)
  if (text === null) return ok(null)
  const at = parseMoment(text)
  return at === null
    ? refuse('VALIDATION_ERROR', `${name} must be milliseconds since epoch or an RFC 3339 date-time`)
    : ok(at)
}

export function readLimit(query: URLSearchParams): Outcome<number> {
  const text = query.get('limit')
  if (text === null) return ok(DEFAULT_LIMIT)
  const limit = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= MAXIMUM_LIMIT
    ? ok(limit)
    : refuse('VALIDATION_ERROR', `limit must be a whole number from 1 to ${MAXIMUM_LIMIT}`)
}

/** One of `words`, or `fallback` when the parameter is missing. */
export function readWord<const W extends string, F>(
  query: URLSearchParams,
  name: string,
  words: readonly W[],
  fallback: F,
): Outcome<W | F> {
  const text = query.get(name)
  if (text === null) return ok(fallback)
  const word = words.find((each) => each === text)
  return word === undefined
    ? refuse('VALIDATION_ERROR', `${name} must be one of ${words.join(', ')}`)
    : ok(word)
}
