/** Decimal text as a whole number and its places behind the point, digit by digit, never through a float. Knows nothing of books. */

import { canonical } from '../../base/decimal.ts'

/** Prices and amounts finer than this cannot be counted in safe integers beside real prices. */
export const MAX_SCALE = 15

/** 10^0 … 10^MAX_SCALE, each exact. */
export const POWERS: readonly number[] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]

/** `value × 10^-places`; `value` is NaN when the text was no number or cannot be counted exactly. */
export interface Scaled {
  value: number
  places: number
}

const CODE_0 = 48
const CODE_9 = 57
const MINUS = 45
const POINT = 46
const NOT_COUNTED: Readonly<Scaled> = { value: NaN, places: 0 }

/** Reads `text` into `into` with the fewest places: zeros behind the last digit do not make a number finer (`1.50` has one place). */
export function readScaled(text: string, into: Scaled): void {
  const negative = text.charCodeAt(0) === MINUS
  let value = 0
  let places = 0
  let zeros = 0
  let digits = 0
  let behindPoint = false
  for (let at = negative ? 1 : 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === POINT && !behindPoint) behindPoint = true
    else if (code < CODE_0 || code > CODE_9) return readUnusual(text, into)
    else {
      digits++
      if (behindPoint && code === CODE_0) zeros++
      else {
        // Zeros count once a digit follows them.
        for (; zeros > 0; zeros--, places++) value *= 10
        value = value * 10 + (code - CODE_0)
        if (behindPoint) places++
      }
    }
  }
  const counted = digits > 0 && value <= Number.MAX_SAFE_INTEGER && places <= MAX_SCALE
  into.value = !counted ? NaN : negative && value !== 0 ? -value : value
  into.places = counted ? places : 0
}

/** Numbers with an exponent, and texts that are no numbers. */
function readUnusual(text: string, into: Scaled): void {
  const plain = canonical(text)
  if (plain.ok && plain.value !== text) readScaled(plain.value, into)
  else Object.assign(into, NOT_COUNTED)
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
