/** Takes one turn of one row: asks whether its order may leave, sends it once, and says what became of the turn. Decides nothing about the other rows. */

import { momentOf, type Clock } from '../../../../shared/base/clock.ts'
import { pressedTooLongAgo } from '../../orders/lastCheckAndJournalBeforeSend.ts'
import type { OrderSubmission } from '../submitOrder.ts'
import type { AdmitBlockRow, RowAdmission } from './admitBlockRow.ts'
import type { BlockStore } from './blockStore.ts'
import type { RowsAtVenue, WhyMayLive } from './retryRule.ts'
import type { WhyMissized } from './sizeByPosition.ts'

export interface RowSenderOptions {
  readonly clock: Clock
  readonly store: Pick<BlockStore, 'get' | 'note'>
  readonly admitRow: AdmitBlockRow
  readonly submission: Pick<OrderSubmission, 'send'>
  readonly whyMissized: WhyMissized
  readonly whyMayLive: WhyMayLive
  readonly rowsAtVenue: Pick<RowsAtVenue, 'whyTaken'>
  readonly pause: (blockId: string, why: string) => void
  /** The row came to nothing, for a reason of its own. */
  readonly rowFailed: (blockId: string, customerCode: string, why: string) => void
  /** The limits of a second allow no further order now. */
  readonly waitForPace: (blockId: string) => void
}

export interface Turn {
  readonly blockId: string
  /** From 0. */
  readonly index: number
  /** From 1; above 1 for a row that the dealer sends once more. */
  readonly attempt: number
  /** Why a later act of the dealer keeps the order back, asked the last time before the first byte; null: none does. */
  readonly whyStopped: () => string | null
}

/** Resolves once the request of the turn is over. */
export function createRowSender(options: RowSenderOptions): (turn: Turn) => Promise<void> {
  const { clock, store, admitRow, submission, whyMissized, whyMayLive, rowsAtVenue } = options
  const { pause, rowFailed, waitForPace } = options
  /** Whether it is still the turn of the row: for the first time, or once more. */
  const hasTurn = ({ blockId, index, attempt }: Turn): boolean => {
    const block = store.get(blockId)
    return attempt > 1 ? (block?.rows[index]?.isRetried ?? false) : block?.state === 'sending'
  }

  const refuseTurn = (
    turn: Turn,
    customerCode: string,
    refusal: Extract<RowAdmission, { readonly why: string }>,
  ): void => {
    const { blockId, index } = turn
    if (refusal.kind === 'pause') return pause(blockId, refusal.why)
    if (!hasTurn(turn)) return
    store.note(blockId, { kind: 'row-not-sent', at: clock.now(), row: index + 1, why: refusal.why })
    rowFailed(blockId, customerCode, refusal.why)
  }

  return async (turn: Turn): Promise<void> => {
    const { blockId, index, attempt, whyStopped } = turn
    const block = store.get(blockId)
    const row = block?.plan.rows[index]
    if (!block || !row) return
    const beganAt = momentOf(clock)
    const admission = await admitRow({ block, index, attempt, isLate: () => !hasTurn(turn) })
    switch (admission.kind) {
      case 'admitted': {
        const { admitted } = admission
        // Sending shares the disk sync of the intent. The dispatch gate lets no byte out before both are on disk.
        await submission.send(admitted, {
          purpose: 'new-risk',
          legOf: null,
          whyOutdated: () => {
            const known = store.get(blockId)
            const state = known?.rows[index]
            return (
              pressedTooLongAgo(clock, beganAt) ??
              whyStopped() ??
              whyMissized(block.plan.draft, row, admitted.order.referenceId) ??
              (state ? whyMayLive(row.customerCode, state, admitted.order.referenceId) : null) ??
              (known ? rowsAtVenue.whyTaken(known, index) : null)
            )
          },
        })
        return
      }
      case 'wait':
        return waitForPace(blockId)
      case 'late':
        return
      case 'pause':
      case 'not-sent':
        return refuseTurn(turn, row.customerCode, admission)
    }
  }
}
