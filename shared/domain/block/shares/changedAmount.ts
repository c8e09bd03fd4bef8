/** The orders of a change of the amount of a block, as a block of their own. Pure. */

import { decimal, toText, type Decimal } from '../../../base/decimal.ts'
import type { AmountChange, BlockPlan } from '../blockRecord.ts'

const sumOf = (texts: readonly string[]): Decimal =>
  texts.reduce<bigint>((sum, text) => sum + decimal(text), 0n) as Decimal

/** The orders of the change as a block of their own, before or after it. */
export function changedPart(
  { draft, rows: planned }: Pick<BlockPlan, 'draft' | 'rows'>,
  { lot, rows }: AmountChange,
  when: 'from' | 'to',
): Pick<BlockPlan, 'draft' | 'rows' | 'split'> {
  const parts = rows.flatMap(({ row, weight, ...amounts }) => {
    const customerCode = planned[row - 1]?.customerCode
    return customerCode === undefined || weight === null
      ? []
      : [{ customerCode, weight, amount: amounts[when] }]
  })
  return {
    draft,
    rows: parts.map(({ customerCode, amount }) => ({ customerCode, amount })),
    split:
      parts.length === 0
        ? undefined
        : {
            lot,
            tick: null,
            whole: toText(sumOf(parts.map(({ amount }) => amount))),
            weights: toText(sumOf(parts.map(({ weight }) => weight))),
            shares: parts.map(({ customerCode, weight }) => ({ customerCode, weight })),
          },
  }
}
