/** Fills in the sheet of a block with the orders that close what another block filled. Sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import {
  ZERO,
  absolute,
  compare,
  decimalOf,
  multiply,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import { isOver, type BlockProgress } from '../../../shared/domain/block/blockProgress.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import { orderKey } from '../../../shared/domain/orders/order.ts'
import {
  oppositeSide,
  signOfSide,
  type CustomerCode,
  type Side,
  type Symbol,
} from '../../../shared/domain/scalars.ts'
import { positionOf, whyPositionUnknown } from '../../state/accounts/knownPositions.ts'
import { fillBlock } from '../../state/blockForm/blockStore.ts'
import { tell } from '../../state/stores/noticeStore.ts'
import type { WindowSession } from '../../state/windowSession.ts'

const smaller = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b)

/** By customer: an order of this desk that may close the position already, a clause. Legs of brackets follow the position, so they do not count. */
function closings(session: WindowSession, symbol: Symbol, closing: Side): ReadonlyMap<CustomerCode, string> {
  const { orders, blocks } = session.server
  const { rows, openKeys } = orders.getState()
  const found = new Map<CustomerCode, string>()
  for (const key of openKeys) {
    const order = rows.get(key)
    if (order?.symbol === symbol && order.side === closing && order.legOf === undefined)
      found.set(order.customerCode, `an order to ${closing} ${order.amount ?? 'an unknown amount'} is live`)
  }
  for (const block of blocks.getState().value?.values() ?? []) {
    if (block.draft.symbol !== symbol || block.draft.side !== closing) continue
    const mayLeave = block.state === 'sending' || block.state === 'paused'
    for (const { customerCode, referenceId, state, isRetried } of block.rows) {
      const isOnTheWay =
        state === 'requested' && referenceId !== null && !rows.has(orderKey({ customerCode, referenceId }))
      if ((mayLeave && state === 'waiting') || isRetried || (isOnTheWay && block.state !== 'closed'))
        found.set(customerCode, `block ${block.blockId} may still ${closing} for it`)
    }
  }
  return found
}

/** Each customer gets what filled, at most what the customer still holds that way. Who gets nothing is named with the reason. */
export function closeFilled(session: WindowSession, block: BlockRecord, progress: BlockProgress): void {
  const { symbol, side } = block.draft
  const closing = closings(session, symbol, oppositeSide(side))
  const say = (message: string, detail: string | null = null) =>
    tell(session.notices, session.clock, 'warning', message, detail)
  if (!isOver(progress))
    return say(
      `Nothing was filled in: orders of block ${block.blockId} may still fill. Cancel the block first (Shift Delete).`,
    )
  const held: Partial<Record<CustomerCode, DecimalText>> = {}
  const numbers: string[] = []
  const leftOut: string[] = []
  for (const { customerCode, filled } of progress.rows) {
    if (filled === ZERO) continue
    const why = whyPositionUnknown(session, customerCode, symbol)
    const position = positionOf(session, customerCode, symbol)
    if (why !== null || position === null) {
      leftOut.push(`${shownCode(customerCode)}: ${why ?? 'the position is not known'}.`)
      continue
    }
    const other = closing.get(customerCode)
    if (other !== undefined) {
      leftOut.push(`${shownCode(customerCode)}: ${other}. Cancel it or wait for its end, then press F again.`)
      continue
    }
    const sameWay = multiply(position, decimalOf(signOfSide(side)))
    if (compare(sameWay, ZERO) <= 0) {
      leftOut.push(`${shownCode(customerCode)} does not hold what the block filled any more.`)
      continue
    }
    held[customerCode] = toText(position)
    numbers.push(`${customerCode} ${toText(smaller(filled, absolute(position)))}`)
  }
  if (leftOut.length > 0)
    say(
      `${leftOut.length} of the customers for whom block ${block.blockId} filled are left out. Look at their positions.`,
      leftOut.join(' '),
    )
  if (numbers.length === 0) return
  fillBlock(session.block, {
    group: block.group ?? '',
    symbol,
    side: oppositeSide(side),
    type: 'market',
    method: 'list',
    numbers: numbers.join('\n'),
    sizedBy: { symbol, held },
  })
  session.overlay.setState({ open: { kind: 'block' } })
}
