/** Reads fields off a venue's JSON: tolerant of shape, strict about meaning. Knows no resource of the API; never guesses a value. */

import type { z } from 'zod'
import type { EpochMs } from '../base/clock.ts'
import { canonical, type DecimalText } from '../base/decimal.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { cut, visibleWord } from '../base/visibleText.ts'

export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The record cannot be used. `Fields` throws it and `readRecord` catches it; no other code sees it. */
class Unreadable extends Error {}

const shown = (value: unknown): string => {
  const text = visibleWord(cut(JSON.stringify(value) ?? 'nothing', 80))
  return text.length > 40 ? `${cut(text, 40)}…` : text
}

// Most decimals arrive in canonical form and need no big integer.
const CANONICAL = /^-?(?:0|[1-9]\d{0,30})(?:\.\d{0,17}[1-9])?$/

/** Canonical text of a decimal from JSON (numbers arrive as source text). Fails with one sentence. */
export function readDecimal(value: unknown): Result<DecimalText, string> {
  if (typeof value !== 'string') return fail(`${shown(value)} is not a number`)
  return CANONICAL.test(value) && value !== '-0' ? ok(value as DecimalText) : canonical(value)
}

/** Numbers of digits that have one unit only until the year 2286, and how many of the digits are below a millisecond. */
const BELOW_MS: Readonly<Record<number, number>> = { 10: -3, 16: 3, 19: 6 }

/** Ms of a time as a number: seconds (10 digits), microseconds (16) and nanoseconds (19) by their length, else ms. */
function readCount(text: string): EpochMs | null {
  const count = canonical(text)
  if (!count.ok) return null
  const [whole = '', fraction = ''] = count.value.replace('-', '').split('.')
  const below = BELOW_MS[whole.length] ?? 0
  if (below === 0 && whole.length > 15) return null
  const ms =
    below < 0 ? whole + fraction.padEnd(-below, '0').slice(0, -below) : whole.slice(0, whole.length - below)
  const sign = count.value.startsWith('-') ? -1 : 1
  return sign * Number.parseInt(ms, 10)
}

const STAMP =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?$/i

const part = (text: string | undefined): number => Number.parseInt(text ?? '0', 10)

/** Ms of an ISO 8601 date and time; null where a part is out of its range. */
function readStamp(text: string): EpochMs | null {
  const match = STAMP.exec(text)
  if (!match) return null
  const [, year, month, day, hour, minute, second, fraction = '', sign, hours, minutes] = match
  if (part(hour) > 23 || part(minute) > 59 || part(second) > 60) return null
  if (part(hours) > 23 || part(minutes) > 59) return null
  const date = new Date(Date.UTC(part(year), part(month) - 1, part(day)))
  // `Date` silently turns a day that the month lacks (31 February) into another day.
  if (date.getUTCMonth() !== part(month) - 1 || date.getUTCDate() !== part(day)) return null
  const offset = (sign === '-' ? -1 : 1) * (part(hours) * 60 + part(minutes))
  const seconds = (part(hour) * 60 + part(minute) - offset) * 60 + part(second)
  return date.getTime() + seconds * 1000 + part(fraction.padEnd(3, '0').slice(0, 3))
}

/**
 * Ms since epoch, without finer digits. From a count of seconds, milliseconds, microseconds or nanoseconds (10, 13, 16, 19 digits), or from
 * ISO 8601 with any fraction and offset; a time without an offset is UTC. Null for anything else.
 */
export function readTime(value: unknown): EpochMs | null {
  if (typeof value !== 'string') return null
  return readCount(value) ?? readStamp(value)
}

/** Characters of one text at most, escapes included. An address is the longest text that a record of the API has. */
const LONGEST_TEXT = 2_048

const asExactText = (value: unknown): Result<string, string> =>
  typeof value === 'string' ? ok(value) : fail(`is ${shown(value)}, not text`)

/** The text as a visible word in one line. */
export function asText(value: unknown): Result<string, string> {
  if (typeof value !== 'string') return fail(`is ${shown(value)}, not text`)
  const text = value.length > LONGEST_TEXT ? value : visibleWord(value)
  return text.length > LONGEST_TEXT ? fail(`is ${text.length} characters long`) : ok(text)
}

function asDecimal(value: unknown): Result<DecimalText, string> {
  const read = readDecimal(value)
  return read.ok ? read : fail(`cannot be read: ${read.failure}`)
}

function asTime(value: unknown): Result<EpochMs, string> {
  const read = readTime(value)
  return read === null ? fail(`is ${shown(value)}, not a time`) : ok(read)
}

function asCount(value: unknown): Result<number, string> {
  const read = readDecimal(value)
  return read.ok && /^[1-9][0-9]{0,8}$/.test(read.value)
    ? ok(Number.parseInt(read.value, 10))
    : fail(`is ${shown(value)}, not a whole number`)
}

function asOne<T>(schema: z.ZodType<T>, value: unknown): Result<T, string> {
  const read = schema.safeParse(value)
  return read.success
    ? ok(read.data)
    : fail(`is ${shown(value)}: ${read.error.issues[0]?.message ?? 'is not allowed'}`)
}

/** A record or field of a venue's answer that could not be read. Entries with equal `what` and `field` can be reported together. */
export interface Unread {
  /** The kind of record: `order`, `trade`, `ledger row`, … */
  readonly what: string
  /** The field that is unknown; null where the whole record is missing. */
  readonly field: string | null
  /** One sentence with the venue's own value, without a full stop. */
  readonly why: string
}

/** The record, with the fields that hold something unreadable (`odd`); or one sentence, without a full stop, why the record cannot be used. */
export type Read<T> = Result<T, string> & { readonly odd?: readonly Unread[] }

/** Reads a body, or a row of a list. */
export type Take<T> = (value: unknown) => Read<T>

/**
 * One record's fields. An optional field is null when it is missing (absent, null or empty text) or unreadable; an unreadable field adds a sentence
 * to `odd`. A required field without a readable value makes the record unreadable. So does an unreadable field that has a default (`own…`).
 */
export class Fields {
  readonly odd: Unread[] = []
  private readonly what: string
  private readonly source: Json

  constructor(what: string, source: Json) {
    this.what = what
    this.source = source
  }

  /** The value of the first of these fields that is not missing; undefined when all are missing. */
  raw(...fields: readonly string[]): unknown {
    for (const field of fields) {
      const value = Object.hasOwn(this.source, field) ? this.source[field] : undefined
      if (value !== undefined && value !== null && value !== '') return value
    }
    return undefined
  }

  /** Ends the reading of this record with a sentence about one field. */
  refuse(field: string, why: string): never {
    throw new Unreadable(`${this.what}: ${field} ${why}`)
  }

  private needed<T>(value: T | null, fields: readonly string[]): T {
    return value ?? this.refuse(fields.join(' or '), 'is missing')
  }

  /** Reads the first of `fields` that is not missing; null when all are missing. */
  private own<T>(read: (value: unknown) => Result<T, string>, fields: readonly string[]): T | null {
    const value = this.raw(...fields)
    if (value === undefined) return null
    const made = read(value)
    return made.ok ? made.value : this.refuse(fields.join(' or '), made.failure)
  }

  /** The same, but an unreadable value becomes null and adds a sentence to `odd`. */
  private orUnknown<T>(read: (value: unknown) => Result<T, string>, fields: readonly string[]): T | null {
    const value = this.raw(...fields)
    if (value === undefined) return null
    const made = read(value)
    if (made.ok) return made.value
    const field = fields.join(' or ')
    this.odd.push({ what: this.what, field, why: `${this.what}: ${field} ${made.failure}` })
    return null
  }

  /** A text that no dealer reads as it is, such as a key in several lines. */
  optionalExactText = (...fields: readonly string[]): string | null => this.orUnknown(asExactText, fields)
  optionalText = (...fields: readonly string[]): string | null => this.orUnknown(asText, fields)
  /** A text that has a default when the venue leaves it out. An unreadable one invalidates the record. */
  ownText = (...fields: readonly string[]): string | null => this.own(asText, fields)
  text = (...fields: readonly string[]): string => this.needed(this.ownText(...fields), fields)

  optionalDecimal = (...fields: readonly string[]): DecimalText | null => this.orUnknown(asDecimal, fields)
  /** A decimal that has a default when the venue leaves it out. An unreadable one invalidates the record. */
  ownDecimal = (...fields: readonly string[]): DecimalText | null => this.own(asDecimal, fields)
  decimal = (...fields: readonly string[]): DecimalText => this.needed(this.ownDecimal(...fields), fields)

  optionalTime = (...fields: readonly string[]): EpochMs | null => this.orUnknown(asTime, fields)
  time = (...fields: readonly string[]): EpochMs => this.needed(this.own(asTime, fields), fields)

  /** A whole number above 0, however it is written (`5`, `"5"`, `5.0`). */
  optionalCount = (...fields: readonly string[]): number | null => this.orUnknown(asCount, fields)

  /** A field with a schema of the domain (symbol, customer code, side, …). */
  optional = <T>(schema: z.ZodType<T>, ...fields: readonly string[]): T | null =>
    this.orUnknown((value) => asOne(schema, value), fields)

  /** The same, for a field that has a default when the venue leaves it out. An unreadable one invalidates the record. */
  ownOne = <T>(schema: z.ZodType<T>, ...fields: readonly string[]): T | null =>
    this.own((value) => asOne(schema, value), fields)

  one = <T>(schema: z.ZodType<T>, ...fields: readonly string[]): T =>
    this.needed(this.ownOne(schema, ...fields), fields)
}

/** Reads one record with `read`; fails with one sentence that names the record and the field. Never throws on bad input. */
export function readRecord<T>(what: string, value: unknown, read: (fields: Fields) => T): Read<T> {
  if (!isObject(value)) return fail(`${what}: expected an object, got ${shown(value)}`)
  const fields = new Fields(what, value)
  try {
    const record = ok(read(fields))
    return fields.odd.length === 0 ? record : { ...record, odd: fields.odd }
  } catch (error) {
    if (error instanceof Unreadable) return fail(error.message)
    throw error
  }
}
