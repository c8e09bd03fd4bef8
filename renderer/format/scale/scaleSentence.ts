/** The sentence of a scale, the same on ticket and command line. Pure. */

import { ZERO, add, compare, decimal, multiply } from '../../../shared/base/decimal.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { ScaleRow } from '../../../shared/domain/orders/rows/scaleTag.ts'
import { exact, grouped } from '../numbers.ts'
import { priceText } from '../priceText.ts'

/** USDC of all rows, each at its own price. */
export const valueOfRows = (rows: readonly ScaleRow[]) =>
  rows.reduce((sum, { amount, limitPrice }) => add(sum, multiply(decimal(amount), decimal(limitPrice))), ZERO)

/** `SCALE BUY 2.5 BTCUSDC_PERP in 5 orders of 0.5 from 60,000.0 to 59,000.0 GTC ≈ 148,750 USDC`, without the customer. */
export function scaleSentence(draft: OrderDraft, rows: readonly ScaleRow[], instrument: Instrument): string {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return 'SCALE of no order'
  const sizes =
    compare(decimal(first.amount), decimal(last.amount)) === 0
      ? exact(decimal(first.amount))
      : `${exact(decimal(first.amount))} to ${exact(decimal(last.amount))}`
  const range = `from ${priceText(first.limitPrice, instrument)} to ${priceText(last.limitPrice, instrument)}`
  const leverage = draft.leverage === null ? '' : ` · lev ${draft.leverage}× stays`
  return `SCALE ${draft.side.toUpperCase()} ${exact(decimal(draft.amount ?? '0'))} ${shownCode(draft.symbol)} in ${rows.length} orders of ${sizes} ${range} GTC ≈ ${grouped(valueOfRows(rows), 0)} USDC${leverage}`
}
