/** The fields beside the rows of a list that do not mean missing rows. Pure. Any other field may mean missing rows. */

import { isObject, type Json } from '../fields.ts'
import { bare, countOf, saysNothing, shortly, type ListAnswer } from './listAnswer.ts'
import { placeOf } from './listLinks.ts'
import { isOfCounts, isOfPaging } from './listPaging.ts'
import type { VenueProfile } from '../venueProfile.ts'

/** The largest difference, in ms, between a time beside the rows and the answer's own `Date`. */
const FRESH_MS = 60_000
/** How deep nested objects are read. */
const DEEPEST = 8

const IDS = /^(id|(request|trace|correlation|span)id|(api)?version|took(ms)?|duration(ms)?|elapsed(ms)?)$/
const OUTCOMES =
  /^(ok|success(ful)?|status(code)?|state|result|code|message|msg|complete(d)?|type|object|kind)$/
const WELL = /^(ok|true|yes|success(ful)?|succeeded|complete(d)?|done|200|list)$/i
const TIMES = /^((server|response|current)?(time|timestamp|date)|asof|generatedat|(time)?stamp|now)$/
const LINKS = /^_?links?$/i
const ADDRESSES = /^(href|url|uri|path|prev(ious)?(page)?(url)?|(first|last)(page)?(url)?|self|current)$/

/** Ms since epoch of a time as venues write it: ISO, an HTTP date, or s or ms since epoch. */
function timeOf(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) return Date.parse(text)
  const [whole = ''] = text.split('.')
  const digits = Number.parseInt(whole.slice(0, 16), 10)
  return whole.length > 11 ? digits : digits * 1000
}

function isFresh(text: string, { headers }: ListAnswer): boolean {
  const apart = Math.abs(timeOf(text) - Date.parse(headers['date'] ?? ''))
  return apart <= FRESH_MS
}

/** Whether the field repeats the request: a part of the path, or a value of the query under its own name. */
function isEcho(name: string, value: string, { path }: ListAnswer): boolean {
  const request = placeOf(path)
  return request.path.split('/').includes(value) || request.query.get(name) === value
}

function isHarmless(name: string, value: unknown, answer: ListAnswer, profile: VenueProfile): boolean {
  if (saysNothing(value) || profile.lists.harmless.includes(name)) return true
  if (Array.isArray(value)) return LINKS.test(name)
  if (typeof value !== 'string' && value !== true) return false
  const text = value === true ? 'true' : value
  const word = bare(name)
  if (isOfCounts(name)) return countOf(value) !== null
  return (
    isOfPaging(name, profile) ||
    IDS.test(word) ||
    ADDRESSES.test(word) ||
    (OUTCOMES.test(word) && WELL.test(text)) ||
    (TIMES.test(word) && isFresh(text, answer)) ||
    isEcho(name, text, answer)
  )
}

const isRow = (value: unknown): boolean => typeof value === 'object' && value !== null

const reasonOf = (name: string, value: unknown): string =>
  Array.isArray(value) && value.some(isRow)
    ? `the answer holds rows under ${shortly(name)} as well, which the venue profile does not name (lists.items)`
    : `the venue says ${shortly(name)}: ${shortly(value)} beside it, which the venue profile does not name (lists.harmless)`

/** A field beside the rows that is not known to be harmless. */
export interface UnknownField {
  /** The names that lead to it, from the body on. */
  readonly path: readonly string[]
  readonly value: unknown
}

function* unknownIn(
  holder: Json,
  behind: readonly string[],
  answer: ListAnswer,
  profile: VenueProfile,
): Generator<UnknownField, void> {
  for (const [name, value] of Object.entries(holder)) {
    if (isHarmless(name, value, answer, profile)) continue
    const path = [...behind, name]
    const isInside = isObject(value) && behind.length < DEEPEST && !isOfCounts(name)
    if (isInside) yield* unknownIn(value, path, answer, profile)
    else yield { path, value }
  }
}

/** Every field of the body that is not known to be harmless. */
export const unknownFields = (rowless: ListAnswer, profile: VenueProfile): readonly UnknownField[] =>
  isObject(rowless.body) ? [...unknownIn(rowless.body, [], rowless, profile)] : []

/** The first of them as a clause without a full stop; null where all are harmless. */
export function unknownWordOf(rowless: ListAnswer, profile: VenueProfile): string | null {
  if (!isObject(rowless.body)) return null
  for (const { path, value } of unknownIn(rowless.body, [], rowless, profile))
    return reasonOf(path.at(-1) ?? '', value)
  return null
}
