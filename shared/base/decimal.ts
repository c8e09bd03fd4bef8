/** Exact decimal numbers for prices, amounts and money. Never a binary float, never a silent rounding. */

import type { Brand } from './brand.ts'
import { fail, invariant, ok, type Result } from './result.ts'
import { visibleWord } from './visibleText.ts'

/** A number times 10^18 as an integer, for arithmetic. Created by `parseDecimal` or `decimal`. */
export type Decimal = Brand<bigint, 'Decimal'>

/** A number as canonical text (`-0.5`, `62150`, never `1e3`, `+1` or `1.0`): the form to store, send and compare. */
export type DecimalText = Brand<string, 'DecimalText'>

/** Digits kept behind the point. Price × amount needs the digits of both; venues use at most 8 and 8. */
export const SCALE = 18
/** 10^0 to 10^18: raising 10 anew takes half the time of reading a decimal. */
const POWERS: readonly bigint[] = Array.from({ length: SCALE + 1 }, (_, exponent) => 10n ** BigInt(exponent))
const powerOfTen = (exponent: number): bigint => POWERS[exponent] ?? 10n ** BigInt(exponent)
const ONE = powerOfTen(SCALE)
/** Numbers with more digits before the point are refused. */
const TOO_LARGE = 10n ** BigInt(40 + SCALE)
const SHAPE = /^([+-]?)(\d{1,40})?(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,2}))?$/

export const ZERO = 0n as Decimal
export const zeroText = '0' as DecimalText

/**
 * Reads a decimal, with or without exponent. Fails when the text is no number or needs more than 18 digits behind the point. Never rounds.
 * The failure is one sentence that names neither field nor source.
 */
export function parseDecimal(text: string): Result<Decimal, string> {
  const match = SHAPE.exec(text)
  const [, sign, whole = '', fraction = '', exponent = '0'] = match ?? []
  if (!match || (whole === '' && fraction === ''))
    return fail(`"${visibleWord(text.slice(0, 40))}" is not a number`)
  const shift = SCALE - fraction.length + Number.parseInt(exponent, 10)
  let scaled = BigInt(whole + fraction)
  if (shift >= 0) scaled *= powerOfTen(shift)
  else {
    const divisor = powerOfTen(-shift)
    if (scaled % divisor !== 0n)
      return fail(`"${visibleWord(text.slice(0, 40))}" has more than ${SCALE} decimal places`)
    scaled /= divisor
  }
  if (scaled >= TOO_LARGE) return fail(`"${visibleWord(text.slice(0, 40))}" is too large`)
  return ok((sign === '-' ? -scaled : scaled) as Decimal)
}

/** Reads text that is known to be a decimal (canonical text, a literal in code). Throws for other text. */
export function decimal(text: string): Decimal {
  const parsed = parseDecimal(text)
  invariant(parsed.ok, parsed.ok ? '' : parsed.failure)
  return parsed.value
}

/** An integer as a decimal. Throws unless `value` is a safe integer. */
export function decimalOf(value: number | bigint): Decimal {
  invariant(typeof value === 'bigint' || Number.isSafeInteger(value), `${value} is not a safe integer`)
  return (BigInt(value) * ONE) as Decimal
}

/** Canonical text: no exponent, no plus sign, no zeros at the end. */
export function toText(value: Decimal): DecimalText {
  const digits = (value < 0n ? -value : value).toString().padStart(SCALE + 1, '0')
  const fraction = digits.slice(-SCALE).replace(/0+$/, '')
  const text = digits.slice(0, -SCALE) + (fraction === '' ? '' : `.${fraction}`)
  return (value < 0n ? `-${text}` : text) as DecimalText
}

/** Canonical text of any decimal text; fails like `parseDecimal`. */
export function canonical(text: string): Result<DecimalText, string> {
  const parsed = parseDecimal(text)
  return parsed.ok ? ok(toText(parsed.value)) : parsed
}

export const add = (a: Decimal, b: Decimal): Decimal => (a + b) as Decimal
export const subtract = (a: Decimal, b: Decimal): Decimal => (a - b) as Decimal
export const negate = (a: Decimal): Decimal => -a as Decimal
export const absolute = (a: Decimal): Decimal => (a < 0n ? -a : a) as Decimal
export const minimum = (a: Decimal, b: Decimal): Decimal => (a < b ? a : b)
export const maximum = (a: Decimal, b: Decimal): Decimal => (a > b ? a : b)
export const compare = (a: Decimal, b: Decimal): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0)
export const signOf = (a: Decimal): -1 | 0 | 1 => compare(a, ZERO)

/** The direction of rounding: towards zero, away from zero, to the next lower or higher number, or to the nearest (half away from zero). */
export type Rounding = 'down' | 'up' | 'floor' | 'ceil' | 'nearest'

function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  invariant(denominator !== 0n, 'division by zero')
  const negative = numerator < 0n !== denominator < 0n
  const n = numerator < 0n ? -numerator : numerator
  const d = denominator < 0n ? -denominator : denominator
  const quotient = n / d
  // A product is cheaper than a second division.
  const rest = n - quotient * d
  const away =
    rest !== 0n &&
    (rounding === 'up' ||
      (rounding === 'floor' && negative) ||
      (rounding === 'ceil' && !negative) ||
      (rounding === 'nearest' && rest * 2n >= d))
  const magnitude = away ? quotient + 1n : quotient
  return negative ? -magnitude : magnitude
}

/** a × b. Exact while both together have at most 18 digits behind the point; beyond that rounded to the 18th. */
export const multiply = (a: Decimal, b: Decimal, rounding: Rounding = 'nearest'): Decimal =>
  divideRounded(a * b, ONE, rounding) as Decimal

/** a ÷ b at 18 digits behind the point. Throws on zero. */
export const divide = (a: Decimal, b: Decimal, rounding: Rounding = 'nearest'): Decimal =>
  divideRounded(a * ONE, b, rounding) as Decimal

/** a × b ÷ c, rounded once: shares of a whole. Throws when c is zero. */
export const multiplyDivide = (a: Decimal, b: Decimal, c: Decimal, rounding: Rounding = 'nearest'): Decimal =>
  divideRounded(a * b, c, rounding) as Decimal

/** The square root, rounded down at 18 digits behind the point. Throws below zero. */
export function squareRoot(value: Decimal): Decimal {
  invariant(value >= 0n, 'a square root is of no negative number')
  if (value === 0n) return ZERO
  const square = value * ONE
  // Newton's method from above: it falls until it stands.
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2))
  for (;;) {
    const next = (root + square / root) >> 1n
    if (next >= root) return root as Decimal
    root = next
  }
}

/** The multiple of `step` next to `value`. Throws unless step is positive. */
export function roundToStep(value: Decimal, step: Decimal, rounding: Rounding): Decimal {
  invariant(step > 0n, 'a step must be positive')
  return (divideRounded(value, step, rounding) * step) as Decimal
}

/** Whether `value` is a whole number of steps. */
export const isMultiple = (value: Decimal, step: Decimal): boolean => value % step === 0n

/** Digits behind the point that the value needs (0 to 18). */
export function decimalPlaces(value: Decimal): number {
  const text = toText(value)
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

/** `value` as a count of 10^-places. Throws when it does not fit or has digits beyond. */
export function toInteger(value: Decimal, places: number): number {
  const unit = 10n ** BigInt(SCALE - places)
  invariant(value % unit === 0n, `${toText(value)} has more than ${places} decimal places`)
  const integer = Number(value / unit)
  invariant(Number.isSafeInteger(integer), `${toText(value)} is too large to count in steps of 10^-${places}`)
  return integer
}

/** The number that `count` steps of 10^-places make. */
export const fromInteger = (count: number, places: number): Decimal =>
  (BigInt(count) * 10n ** BigInt(SCALE - places)) as Decimal

/** The nearest binary number, for drawing only: charts, bars, colors. Never for arithmetic with money. */
export const toDrawable = (value: Decimal): number => Number(value) / Number(ONE)
