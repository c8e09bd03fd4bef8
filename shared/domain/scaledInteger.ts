/** Decimal text as an integer of 10^-scale, digit by digit, never through a float. Knows nothing of books. */

import { decimalPlaces, parseDecimal } from '../base/decimal.ts'

/** Prices and amounts finer than this cannot be counted in safe integers beside real prices. */
export const MAX_SCALE = 15

const CODE_0 = 48
const CODE_9 = 57
const MINUS = 45
const POINT = 46

/**
 * `text` counted in steps of 10^-scale. NaN when it is no plain decimal, is finer than the scale, or too large to count safely:
 * `placesOf` tells which. Zeros behind the last digit do not make a number finer (`1.50` fits scale 1).
 */
export function scaledInteger(text: string, scale: number): number {
  const end = text.length
  let at = 0
  const negative = text.charCodeAt(0) === MINUS
  if (negative) at++
  let value = 0
  let places = -1
  let digits = 0
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code >= CODE_0 && code <= CODE_9) {
      digits++
      if (places < scale) {
        value = value * 10 + (code - CODE_0)
        if (places >= 0) places++
      } else if (code !== CODE_0) return NaN
    } else if (code === POINT && places < 0) {
      places = 0
    } else return NaN
  }
  if (digits === 0) return NaN
  for (let missing = scale - Math.max(places, 0); missing > 0; missing--) value *= 10
  if (value > Number.MAX_SAFE_INTEGER) return NaN
  return negative && value !== 0 ? -value : value
}

/** Places behind the point that the number needs; null when it is not a number or needs more than `MAX_SCALE`. Slow: for texts that did not fit. */
export function placesOf(text: string): number | null {
  const parsed = parseDecimal(text)
  if (!parsed.ok) return null
  const places = decimalPlaces(parsed.value)
  return places <= MAX_SCALE ? places : null
}

/** The greatest whole number that divides both; `a` or `b` may be 0. */
export function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) {
    const rest = a % b
    a = b
    b = rest
  }
  return a
}
