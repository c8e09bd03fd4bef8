/** An order in words, and one piece of news about it. Pure. Never decides what is news. */

import { groupedDigits } from '../../../base/groupedText.ts'
import type { News, NoticeKind, NoticeLevel } from '../../notice.ts'
import type { Order } from '../order.ts'

/** `BUY 5 at market`, `SELL 12 at 3,118.5`, `BUY 25,000 USDC stop at 64,000`. */
export function orderInWords(order: Order): string {
  const size =
    order.amount !== null ? groupedDigits(order.amount) : `${groupedDigits(order.cashAmount ?? '?')} USDC`
  const bracket = order.takeProfitPrice !== null && order.stopLossPrice !== null
  const at = [
    order.triggerPrice !== null && `triggered at ${groupedDigits(order.triggerPrice)}`,
    bracket &&
      `at ${groupedDigits(order.takeProfitPrice ?? '')} or ${groupedDigits(order.stopLossPrice ?? '')}`,
    order.limitPrice !== null && `at ${groupedDigits(order.limitPrice)}`,
    order.limitPrice === null && order.triggerPrice === null && !bracket && 'at market',
    (order.timeInForce === 'IOC' || order.timeInForce === 'FOK') && order.timeInForce,
  ].filter((part) => part !== false)
  const { scale, block } = order
  const row =
    scale !== undefined
      ? ` (row ${scale.row} of ${scale.count} of a scale)`
      : block === undefined
        ? ''
        : ` (row ${block.row} of ${block.count} of block ${block.id})`
  return `${order.side.toUpperCase()} ${size} ${at.join(' ')}${row}`
}

type NewsText = Pick<News, 'message' | 'detail' | 'action'> & { readonly counts?: News['counts'] }

/** The dealer's own note stands behind what happened to the order. */
const withNote = (detail: string | null, { note }: Order): string | null =>
  note === undefined ? detail : `${detail === null ? '' : `${detail} `}Note: “${note}”.`

export const newsOf = (
  order: Order,
  key: string,
  kind: NoticeKind,
  level: NoticeLevel,
  text: NewsText,
): News => ({
  key: `${key} ${order.customerCode} ${order.referenceId}`,
  level,
  kind,
  customerCode: order.customerCode,
  symbol: order.symbol,
  referenceId: order.referenceId,
  total: null,
  counts: 'change',
  ...text,
  detail: withNote(text.detail, order),
})
