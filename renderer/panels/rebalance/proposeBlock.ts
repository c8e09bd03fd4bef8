/** Hands a proposed block on: to the sheet of a block, or as one order that waits for Enter where one customer is left. Computes the block anew first; sends nothing. */

import { toText, type DecimalText } from '../../../shared/base/decimal.ts'
import { plainDraft } from '../../../shared/domain/orders/order.ts'
import type { ProposedBlock } from '../../../shared/domain/rebalance/rebalance.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { propose } from '../../state/actions/dealing.ts'
import { fillBlock } from '../../state/blockForm/blockStore.ts'
import type { RebalanceChoice } from '../../state/rebalance/rebalanceChoice.ts'
import { tell } from '../../state/stores/noticeStore.ts'
import type { InstanceId } from '../../state/stores/panelInstances.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import { rebalanceNow } from './useRebalance.ts'

function fill(session: WindowSession, group: string, block: ProposedBlock): void {
  const { symbol, side, rows } = block
  const held: Partial<Record<CustomerCode, DecimalText>> = {}
  for (const row of rows) if (row.held.value !== null) held[row.customerCode] = toText(row.held.value)
  fillBlock(session.block, {
    group,
    symbol,
    side,
    type: 'market',
    method: 'list',
    numbers: rows.map(({ customerCode, order }) => `${customerCode} ${toText(order.amount)}`).join('\n'),
    sizedBy: { symbol, held },
  })
  session.overlay.setState({ open: { kind: 'block' } })
}

export function proposeBlock(
  session: WindowSession,
  place: InstanceId,
  { group, choice, key }: { readonly group: string; readonly choice: RebalanceChoice; readonly key: string },
): void {
  const block = rebalanceNow(session, group, choice).blocks.find((each) => each.key === key)
  const [first, second] = block?.rows ?? []
  if (!block || !first)
    return tell(
      session.notices,
      session.clock,
      'info',
      'Nothing was filled in: this block is not proposed any more. Look at the rows again.',
    )
  if (second !== undefined) return fill(session, group, block)
  const { customerCode, symbol, held, order } = first
  propose(session, place, {
    kind: 'order',
    draft: plainDraft({
      customerCode,
      symbol,
      side: order.side,
      type: 'market',
      amount: toText(order.amount),
    }),
    ...(held.value === null ? {} : { sizedBy: toText(held.value) }),
  })
}
