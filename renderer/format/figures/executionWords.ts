/** The figures of an execution as text: arrival, slippage, times. What is not known says why. Reads no store. */

import { ZERO, decimalOf, multiply, type Decimal } from '../../../shared/base/decimal.ts'
import type { Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import type { Duration } from '../../../shared/domain/execution/executionQuality.ts'
import { UNKNOWN, grouped, signed } from '../numbers.ts'
import { span } from '../times.ts'

/** `+1.25`: basis points with two digits. */
export const bpsText = ({ value }: Figure): string => (value === null ? UNKNOWN : signed(value, 2))

/** `84 ms`, `2.41 s`, `3 min`. */
export function durationText({ ms }: Duration): string {
  if (ms === null) return UNKNOWN
  if (ms < 1_000) return `${ms} ms`
  return ms < 60_000 ? `${(ms / 1_000).toFixed(2)} s` : span(ms)
}

/** `not known: the book was 7 s old`. */
export const orWhy = (text: string, why: string | null): string => (why === null ? text : `not known: ${why}`)

/** `+1.25 bps, worse than the arrival`. */
export function slippageWords({ value, why }: Figure): string {
  if (value === null) return orWhy(UNKNOWN, why)
  const side = value === ZERO ? 'as' : value > ZERO ? 'worse than' : 'better than'
  return `${signed(value, 2)} bps, ${side} the arrival`
}

/** `12.4 %` of a fraction. */
export const shareText = (fraction: Decimal): string => `${grouped(multiply(fraction, decimalOf(100)), 1)} %`
