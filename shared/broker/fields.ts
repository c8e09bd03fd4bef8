/** Reads fields off a venue's JSON: tolerant of shape, strict about meaning (spec/gaps.md, rule 2). Knows no resource of the API. */

import type { z } from 'zod'
import type { EpochMs } from '../base/clock.ts'
import { canonical, type DecimalText } from '../base/decimal.ts'
import { fail, ok, type Result } from '../base/result.ts'

export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The record cannot be used; thrown by `Fields`, caught by `readRecord`, seen by nobody else. */
class Unreadable extends Error {}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

// Most decimals arrive in canonical form: then no big integer has to be made.
const CANONICAL = /^-?(?:0|[1-9]\d{0,30})(?:\.\d{0,17}[1-9])?$/

/** Canonical text of a decimal as it came (numbers arrive as source text). Fails with one sentence. */
export function readDecimal(value: unknown): Result<DecimalText, string> {
  if (typeof value !== 'string') return fail(`${shown(value)} is not a number`)
  return CANONICAL.test(value) && value !== '-0' ? ok(value as DecimalText) : canonical(value)
}

const STAMP =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i

/** Ms since epoch from ms as digits, RFC 3339, or ISO 8601 with any fraction; without a zone it is UTC. Null when it is neither. */
export function readTime(value: unknown): EpochMs | null {
  if (typeof value !== 'string') return null
  if (/^-?\d{1,15}(\.\d+)?$/.test(value)) return Math.floor(Number.parseFloat(value))
  const match = STAMP.exec(value)
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match
  const part = (text: string | undefined) => Number.parseInt(text ?? '0', 10)
  if (part(month) < 1 || part(month) > 12 || part(day) < 1 || part(day) > 31 || part(hour) > 23) return null
  if (part(minute) > 59 || part(second) > 60) return null
  const millis = part(fraction.padEnd(3, '0').slice(0, 3))
  const digits = zone.replace(':', '')
  const offset =
    digits.toUpperCase() === 'Z'
      ? 0
      : (digits.startsWith('-') ? -1 : 1) * (part(digits.slice(1, 3)) * 60 + part(digits.slice(3, 5)))
  return (
    Date.UTC(part(year), part(month) - 1, part(day), part(hour), part(minute), part(second), millis) -
    offset * 60_000
  )
}

/** One record's fields. A missing optional field (absent, null or empty text) is null; a present one that makes no sense spoils the record. */
export class Fields {
  private readonly what: string
  private readonly source: Json

  constructor(what: string, source: Json) {
    this.what = what
    this.source = source
  }

  /** The first of these fields that holds something; undefined when none does. */
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

  optionalText(...fields: readonly string[]): string | null {
    const value = this.raw(...fields)
    if (value === undefined) return null
    return typeof value === 'string'
      ? value
      : this.refuse(fields.join(' or '), `is ${shown(value)}, not text`)
  }

  text(...fields: readonly string[]): string {
    return this.needed(this.optionalText(...fields), fields)
  }

  optionalDecimal(...fields: readonly string[]): DecimalText | null {
    const value = this.raw(...fields)
    if (value === undefined) return null
    const read = readDecimal(value)
    return read.ok ? read.value : this.refuse(fields.join(' or '), `cannot be read: ${read.failure}`)
  }

  decimal(...fields: readonly string[]): DecimalText {
    return this.needed(this.optionalDecimal(...fields), fields)
  }

  optionalTime(...fields: readonly string[]): EpochMs | null {
    const value = this.raw(...fields)
    if (value === undefined) return null
    return readTime(value) ?? this.refuse(fields.join(' or '), `is ${shown(value)}, not a time`)
  }

  time(...fields: readonly string[]): EpochMs {
    return this.needed(this.optionalTime(...fields), fields)
  }

  /** A field of one of the domain's own small types (symbol, customer code, side, …). */
  optional<T>(schema: z.ZodType<T>, ...fields: readonly string[]): T | null {
    const value = this.raw(...fields)
    if (value === undefined) return null
    const read = schema.safeParse(value)
    if (read.success) return read.data
    const why = read.error.issues[0]?.message ?? 'is not allowed'
    return this.refuse(fields.join(' or '), `is ${shown(value)}: ${why}`)
  }

  one<T>(schema: z.ZodType<T>, ...fields: readonly string[]): T {
    return this.needed(this.optional(schema, ...fields), fields)
  }
}

/** Reads one record with `read`; fails with one sentence that names the record and the field. Never throws on bad input. */
export function readRecord<T>(what: string, value: unknown, read: (fields: Fields) => T): Result<T, string> {
  if (!isObject(value)) return fail(`${what}: expected an object, got ${shown(value)}`)
  try {
    return ok(read(new Fields(what, value)))
  } catch (error) {
    if (error instanceof Unreadable) return fail(error.message)
    throw error
  }
}
