/** Takes one turn of one row: asks whether its order may leave, sends it once, and says what became of the turn. Decides nothing about the other rows. */

import type { Clock } from '../../../../shared/base/clock.ts'
import { fail, type Result } from '../../../../shared/base/result.ts'
import { pressedTooLongAgo } from '../../orders/lastCheckAndJournalBeforeSend.ts'
import type { OrderSubmission } from '../submitOrder.ts'
import type { AdmitBlockRow, RowAdmission } from './admitBlockRow.ts'
import type { BlockStore } from './blockStore.ts'

export interface RowSenderOptions {
  readonly clock: Clock
  readonly store: Pick<BlockStore, 'get' | 'note'>
  readonly admitRow: AdmitBlockRow
  readonly submission: Pick<OrderSubmission, 'send'>
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
  /** Called once it is known whether the order was made. */
  readonly taken: (result: Result<null, string>) => void
}

/** Resolves once the request of the turn is over. */
export function createRowSender(options: RowSenderOptions): (turn: Turn) => Promise<void> {
  const { clock, store, admitRow, submission, pause, rowFailed, waitForPace } = options
  const isSending = (blockId: string): boolean => store.get(blockId)?.state === 'sending'

  const refuseTurn = (
    blockId: string,
    index: number,
    customerCode: string,
    refusal: Extract<RowAdmission, { readonly why: string }>,
  ): void => {
    if (refusal.kind === 'pause') return pause(blockId, refusal.why)
    if (!isSending(blockId)) return
    store.note(blockId, { kind: 'row-not-sent', at: clock.now(), row: index + 1, why: refusal.why })
    rowFailed(blockId, customerCode, refusal.why)
  }

  return async ({ blockId, index, attempt, taken }: Turn): Promise<void> => {
    const block = store.get(blockId)
    const row = block?.plan.rows[index]
    if (!block || !row) return taken(fail('The block is not known any more.'))
    const beganAt = clock.monotonic()
    const isRetry = attempt > 1
    const admission = await admitRow({ block, index, attempt, isLate: () => !isRetry && !isSending(blockId) })
    switch (admission.kind) {
      case 'admitted': {
        const { admitted } = admission
        // Sending shares the disk sync of the intent. The dispatch gate lets no byte out before both are on disk.
        const sent = submission.send(admitted, {
          purpose: 'new-risk',
          legOf: null,
          whyOutdated: () =>
            pressedTooLongAgo(clock, beganAt) ??
            (!isRetry && store.get(blockId)?.state === 'stopped' ? 'The block was stopped.' : null),
        })
        taken(await admitted.intentOnDisk)
        await sent
        return
      }
      case 'wait':
        if (!isRetry) waitForPace(blockId)
        return taken(fail('The limits of a second allow no further order now. Try again in a moment.'))
      case 'late':
        return taken(fail('Its turn was over before it could leave.'))
      case 'pause':
      case 'not-sent':
        if (!isRetry) refuseTurn(blockId, index, row.customerCode, admission)
        return taken(fail(admission.why))
    }
  }
}
