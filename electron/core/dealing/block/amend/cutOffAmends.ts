/** Reports the amend of a block that an earlier run of Openpit did not end. Sends nothing: the dealer decides about each order anew. */

import type { Clock } from '../../../../../shared/base/clock.ts'
import type { Block } from '../../../../../shared/domain/block/blockFold.ts'
import { cutOffAmendNews } from '../../../../../shared/domain/block/blockNotices.ts'
import type { Notices } from '../../../notices/raiseAndAcknowledgeNotices.ts'
import type { OrderStore } from '../../../orders/journaledOrderStore.ts'
import type { BlockStore } from '../blockStore.ts'

export interface CutOffAmendOptions {
  readonly clock: Clock
  readonly orderStore: Pick<OrderStore, 'live'>
  readonly notices: Pick<Notices, 'report'>
  readonly store: Pick<BlockStore, 'note'>
}

/** Call once the records of the account are restored. */
export function reportCutOffAmend(
  { clock, orderStore, notices, store }: CutOffAmendOptions,
  block: Block,
): void {
  const { plan, amending } = block
  if (amending === undefined) return
  const { blockId } = plan
  if (orderStore.live().some(({ block: tag }) => tag?.id === blockId))
    notices.report([cutOffAmendNews(block, amending)])
  store.note(blockId, { kind: 'amend-over', at: clock.now() })
}
