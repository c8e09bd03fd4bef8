/** Compares figures by their text, because an assertion of the test library takes longer than what is compared. */

import { toText, type Decimal, type DecimalText } from '../../../../shared/base/decimal.ts'
import type { Units } from './exactAccount.ts'

/** Throws where `found` is not `wanted`. */
export function same(what: string, found: string | null | undefined, wanted: string | null): void {
  if (found !== wanted) throw new Error(`${what} is ${found}, not ${wanted}`)
}

export const textOf = (value: Units): DecimalText => toText(value as Decimal)
