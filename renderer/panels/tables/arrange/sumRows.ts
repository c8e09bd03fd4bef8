/** Sums a column over the rows of a table, exactly and for each currency by itself. Pure. */

import { ZERO, add, decimal, decimalPlaces, type Decimal } from '../../../../shared/base/decimal.ts'
import { UNKNOWN, grouped, signed } from '../../../format/numbers.ts'
import type { CellValue } from '../sort/cellValue.ts'

/** What a row adds to the sum of a column. */
export interface Summand {
  /** Null: unknown. */
  readonly value: CellValue
  /** Null: unknown. */
  readonly currency: string | null
  /** Whether the value is whole and fresh. */
  readonly isSure: boolean
}

export interface ColumnSum {
  /** By currency, in the order of the rows. */
  readonly byCurrency: ReadonlyMap<string, Decimal>
  /** Rows of unknown value or currency: they are not in the sum. */
  readonly missing: number
  /** Rows in the sum that may be incomplete or old. */
  readonly unsure: number
}

/** Null stands for a row that has nothing to add, such as a canceled deposit. */
export function sumOf(summands: Iterable<Summand | null>): ColumnSum {
  const byCurrency = new Map<string, Decimal>()
  let missing = 0
  let unsure = 0
  for (const summand of summands) {
    if (summand === null) continue
    const { value, currency, isSure } = summand
    if (value === null || currency === null) {
      missing++
      continue
    }
    const amount = typeof value === 'bigint' ? (value as Decimal) : decimal(String(value))
    byCurrency.set(currency, add(byCurrency.get(currency) ?? ZERO, amount))
    if (!isSure) unsure++
  }
  return { byCurrency, missing, unsure }
}

export interface SumFormat {
  /** Digits behind the point; null: all that the sum has. */
  readonly places: number | null
  readonly isSigned: boolean
}

/** `~+1,234.50`, with the currency where there are several. `isWhole`: every row of the list is known and shown. */
export function sumText(
  { byCurrency, missing, unsure }: ColumnSum,
  isWhole: boolean,
  { places, isSigned }: SumFormat,
): string {
  if (byCurrency.size === 0) return UNKNOWN
  const mark = isWhole && missing === 0 && unsure === 0 ? '' : '~'
  const write = isSigned ? signed : grouped
  return [...byCurrency]
    .map(
      ([currency, sum]) =>
        `${mark}${write(sum, places ?? Math.min(decimalPlaces(sum), 18))}${byCurrency.size > 1 ? ` ${currency}` : ''}`,
    )
    .join(' · ')
}
