/** Formats exact numbers, and reads typed ones. Knows no order and no customer. */

import {
  decimalPlaces,
  multiply,
  decimal,
  parseDecimal,
  signOf,
  type Decimal,
} from '../../shared/base/decimal.ts'
import { grouped as groupedPlain } from '../../shared/base/groupedText.ts'
import { fail, type Result } from '../../shared/base/result.ts'
import { decimalsShowComma, marked } from './displayFormat.ts'

/** Shown in place of every unknown number. */
export const UNKNOWN = '—'

/** `62,150.0`, in the dealer's number format: exactly `places` digits behind the point, rounded half away from zero. A minus is `-`. */
export const grouped = (value: Decimal, places: number): string => marked(groupedPlain(value, places))

/** A count, with separators of thousands. */
export const counted = (count: number): string => marked(count.toLocaleString('en-US'))

/** Like `grouped`, with a `+` in front of a value above zero. */
export const signed = (value: Decimal, places: number): string => {
  const text = grouped(value, places)
  return signOf(value) > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** The value with all its digits and thousands separators. */
export const exact = (value: Decimal): string => grouped(value, Math.min(decimalPlaces(value), 18))

/** Digits behind the point that a step such as a tick or lot needs. */
export const placesOf = (step: string | null, otherwise: number): number =>
  step === null ? otherwise : decimalPlaces(decimal(step))

/** `+0.0100` from the fraction 0.0001: percent, without its sign. */
export const percent = (fraction: Decimal, places: number): string =>
  signed(multiply(fraction, decimal('100')), places)

const SUFFIX: Readonly<Record<string, string>> = { k: '1000', m: '1000000' }

/**
 * Reads a number as typed: `2.5`, `62,150.0`, `25k`, `1.5m`. A point is for decimals in every number format, and a comma separates thousands only.
 * While numbers on screen have a comma for decimals, a comma is doubtful. Doubtful text fails with one sentence.
 */
export function readTyped(text: string): Result<Decimal, string> {
  if (decimalsShowComma() && text.includes(','))
    return fail(
      `"${text.trim().slice(0, 40)}" has a comma: type a point for decimals and nothing for thousands`,
    )
  const match = /^([^kKmM]*)([kKmM]?)$/.exec(text.trim())
  const digits = match?.[1] ?? ''
  // No thousands begin with 0: `0,500` is a half, written as in most of Europe.
  const plain = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(digits) ? digits.replaceAll(',', '') : digits
  if (!match || !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain))
    return fail(
      digits.includes(',')
        ? `"${text.trim().slice(0, 40)}" is not a number: type a point for decimals`
        : `"${text.trim().slice(0, 40)}" is not a number`,
    )
  const read = parseDecimal(plain)
  const factor = SUFFIX[match[2]?.toLowerCase() ?? '']
  return read.ok && factor !== undefined ? { ok: true, value: multiply(read.value, decimal(factor)) } : read
}

/** The color of a text from `signed`. The shown sign decides, so a value rounded to zero has no color. */
export const tone = (text: string): 'gain' | 'loss' | 'even' =>
  text.startsWith('+') ? 'gain' : text.startsWith('-') ? 'loss' : 'even'
