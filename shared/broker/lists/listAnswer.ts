/** Finds the metadata of a list answer in body and headers, and reads the values in the words of any venue. Pure; knows no resource. */

import { parseExact } from '../../base/json.ts'
import { cut, visibleWord } from '../../base/visibleText.ts'
import { isObject, type Json } from '../fields.ts'

/** An answer that holds one page of a list. */
export interface ListAnswer {
  /** Path and query of the request, relative to the venue's `restUrl`. */
  readonly path: string
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** With or without the rows. */
  readonly body: unknown
}

/** How deep metadata may be wrapped in objects. */
const DEEPEST = 3
/** Names of places (first, last, previous, current page) that do not say how the list goes on. */
const ELSEWHERE = /prev|first|last|self|current/i

const NO = /^(false|no|none|null|nil|off|n|ok|-?0+)$/i

/** Whether a value is empty or means no: `null`, `"false"`, `0`, `[]`, `{"code": null}`. */
export const saysNothing = (value: unknown): boolean => {
  if (value === undefined || value === null || value === false || value === '') return true
  if (typeof value === 'string') return NO.test(value.trim()) || value.trim() === ''
  if (typeof value !== 'object') return false
  return Object.values(value).every(saysNothing)
}

/** Whether a value explicitly means no. A missing value does not. */
export const saysNo = (value: unknown): boolean =>
  value === false || (typeof value === 'string' && /^(false|no|n)$/i.test(value))

/** A name in lower case, with letters and digits only. */
export const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** A whole number of JSON, which arrives as its digits. */
export const countOf = (value: unknown): number | null =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number.parseInt(value, 10) : null

/** A value, shortened for a sentence. */
export const shortly = (value: unknown): string =>
  cut(visibleWord(cut(typeof value === 'string' ? value : JSON.stringify(value), 80)), 80)

/** Common headers about the list: pages, counts and continuations. */
const OF_LISTS =
  /(^|-)(next|more|cursor|continuation|truncated|partial|incomplete|stale|errors?|total|pages?|pagination)(-|$)/

function headersOf({ headers }: ListAnswer): readonly Json[] {
  const holder: Record<string, unknown> = {}
  const parsed: Json[] = []
  for (const [name, value] of Object.entries(headers)) {
    if (!OF_LISTS.test(name) || /limit|token/.test(name)) continue
    const json = value.startsWith('{') ? parseExact(value) : null
    if (json?.ok && isObject(json.value)) parsed.push(json.value)
    else holder[name.replace(/^x-/, '')] = value
  }
  return [...parsed, holder]
}

function objectsIn(holder: Json, depth: number): readonly Json[] {
  if (depth >= DEEPEST) return [holder]
  const nested = Object.entries(holder).flatMap(([name, value]) =>
    isObject(value) && !ELSEWHERE.test(name) ? objectsIn(value, depth + 1) : [],
  )
  return [...nested, holder]
}

/** Every object that may say how the list goes on or what is wrong with it: metadata first, then the body, then the headers. */
export const holdersOf = (answer: ListAnswer): readonly Json[] => [
  ...(isObject(answer.body) ? objectsIn(answer.body, 0) : []),
  ...headersOf(answer),
]
