/** Finds tick and lot of a recorded market, and counts its prices and amounts in them, without binary fractions. */

import { fromInteger, toText, type DecimalText } from '../../../../shared/base/decimal.ts'

/** A power of ten that divides every number. */
export interface Step {
  readonly size: DecimalText
  /** Decimal places of the step; never below 0. */
  readonly places: number
  /** Number of steps in `text`. NaN when `text` is no number, negative, or not a whole number of steps. */
  count(text: string): number
}

/** The largest power of ten that divides every number of `texts`. Ignores texts that are no numbers. */
export function commonStep(texts: Iterable<string>): Step {
  const all = [...texts]
  const places = Math.max(0, ...all.map(decimalsOf))
  let unit = 1
  const counts = all.map((text) => digits(text, places)).filter((value) => value > 0)
  while (counts.length > 0 && unit < 10 ** places && counts.every((value) => value % (unit * 10) === 0))
    unit *= 10
  const kept = places - Math.log10(unit)
  return {
    size: toText(fromInteger(unit, places)),
    places: kept,
    count(text) {
      const value = digits(text, places) / unit
      return Number.isSafeInteger(value) ? value : Number.NaN
    },
  }
}

const decimalsOf = (text: string): number => {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

/** `text` × 10^places as an integer. NaN when it is no plain number, or has more nonzero places. */
function digits(text: string, places: number): number {
  let value = 0
  let behind = -1
  for (let n = 0; n < text.length; n++) {
    const digit = text.charCodeAt(n) - 48
    if (digit === -2 && behind < 0) behind = 0
    else if (digit < 0 || digit > 9) return Number.NaN
    else if (behind === places) {
      if (digit !== 0) return Number.NaN
    } else {
      value = value * 10 + digit
      if (behind >= 0) behind++
    }
  }
  return text === '' ? Number.NaN : value * 10 ** (places - Math.max(0, behind))
}
