/** What the four-eyes rules would judge of an order, scale, block or amend that is only being written. The same acts as when it is sent. Counts and sends nothing. */

import type { Request } from '../../../../shared/contract/contract.ts'
import { blockDraftOf, draftOfRow, wholeOfBlock } from '../../../../shared/domain/block/blockAct.ts'
import type { BookWalk } from '../../../../shared/domain/book/bookWalk.ts'
import { amendedDraft } from '../../../../shared/domain/orders/amendedDraft.ts'
import { NO_CHANGES, isLive, orderKey, type OrderDraft } from '../../../../shared/domain/orders/order.ts'
import { withDefaults } from '../../../../shared/domain/orders/orderLife.ts'
import { draftsOfRows, wholeOfRows } from '../../../../shared/domain/orders/scale/scaleAct.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import type { HeldAct } from '../../approvals/approvals.ts'
import type { GatherForAmends } from './amends/gatherForAmends.ts'
import type { BlockChecks } from './checkBlocks.ts'
import { wholeScale, type ScaleCheckOptions } from './checkScales.ts'
import { amendToHold, blockAmendToHold, orderToHold, scaleToHold, type BlockAmended } from './ordersToHold.ts'

export type WrittenAct = Request<'approval.foretell'>['act']

/** Null: nothing that a rule could name. */
export type ActBeforehand = (act: Exclude<WrittenAct, { kind: 'import' }>) => Promise<HeldAct | null>

/** What the rules judge of the amend. Null: each order only reduces a position, or loses contracts. */
const createBlockAmendAct =
  ({ exceeded, gatherForAmends }: Pick<ActBeforehandOptions, 'exceeded' | 'gatherForAmends'>) =>
  (amended: BlockAmended): HeldAct | null => {
    const gathered = gatherForAmends()
    return blockAmendToHold(
      amended,
      amended.orders.map(([amends, changes]) => {
        const draft = amendedDraft(amends, changes)
        return {
          before: amends,
          draft,
          ...exceeded(draft, { confirmed: false, walk: null, amends, gathered }),
        }
      }),
    )
  }

interface ActBeforehandOptions {
  readonly exceeded: ScaleCheckOptions['exceeded']
  readonly gatherForAmends: GatherForAmends
  readonly walkFor: (draft: OrderDraft) => Promise<BookWalk | null>
  readonly actOfBlock: BlockChecks['actOfBlock']
  readonly orderStore: Pick<OrderStore, 'recent'>
}

export const createActBeforehand =
  ({ exceeded, gatherForAmends, walkFor, actOfBlock, orderStore }: ActBeforehandOptions): ActBeforehand =>
  async (act) => {
    if (act.kind === 'amend') {
      const amends = orderStore.recent().find((order) => orderKey(order) === orderKey(act))
      if (!amends) return null
      const after = amendedDraft(amends, act.changes)
      return amendToHold(amends, {
        draft: after,
        ...exceeded(after, { confirmed: false, walk: null, amends }),
      })
    }
    if (act.kind === 'blockAmend') {
      const amounts = new Map(act.orders.map((order) => [orderKey(order), order.amount ?? null]))
      const prices = { limitPrice: act.limitPrice, triggerPrice: act.triggerPrice ?? null }
      const orders = orderStore
        .recent()
        .filter((order) => order.block?.id === act.blockId && isLive(order) && amounts.has(orderKey(order)))
      return createBlockAmendAct({ exceeded, gatherForAmends })({
        blockId: act.blockId,
        prices,
        total: act.total ?? null,
        orders: orders.map((order) => {
          const amount = act.total === undefined ? null : (amounts.get(orderKey(order)) ?? null)
          return [order, { ...NO_CHANGES, ...prices, amount }]
        }),
      })
    }
    const draft = withDefaults(act.draft)
    switch (act.kind) {
      case 'order': {
        const walk = await walkFor(draft)
        return orderToHold({ draft, ...exceeded(draft, { confirmed: false, walk, amends: null }) }, null)
      }
      case 'scale': {
        const whole = wholeOfRows(draft, act.rows)
        return scaleToHold(
          { draft: whole, ...wholeScale(exceeded, whole, act.rows.length) },
          draftsOfRows(draft, act.rows),
        )
      }
      case 'block': {
        const whole = wholeOfBlock(draft, act.rows)
        const orders = act.rows.map((row) => draftOfRow(blockDraftOf(draft), row))
        return actOfBlock({ whole, orders, walk: await walkFor(whole) })
      }
    }
  }
