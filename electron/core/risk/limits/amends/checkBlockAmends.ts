/** Checks the amend of one order of a block against the limits at its turn, when the change counts. Sends nothing. */

import type { Clock } from '../../../../../shared/base/clock.ts'
import { ZERO, decimal } from '../../../../../shared/base/decimal.ts'
import { WAITED_FOR } from '../../../../../shared/domain/limits/basketCheck.ts'
import { amendedDraft } from '../../../../../shared/domain/orders/amendedDraft.ts'
import type { Order, OrderChanges } from '../../../../../shared/domain/orders/order.ts'
import type { JournalWriter } from '../../../journal/journalWriter.ts'
import { MATTERS_OF_ALL } from '../checkBlocks.ts'
import type { ScaleCheckOptions } from '../checkScales.ts'
import { amendKey, amendToHold } from '../ordersToHold.ts'
import type { SentOrderTotals } from '../sentOrderTotals.ts'
import type { AmendedAmounts } from './amendedAmounts.ts'

export interface BlockAmendCheckOptions extends Pick<
  ScaleCheckOptions,
  'exceeded' | 'journalFindings' | 'hold'
> {
  readonly clock: Clock
  readonly sent: Pick<SentOrderTotals, 'note' | 'entryOf'>
  readonly journalWriter: Pick<JournalWriter, 'note'>
  readonly amended: Pick<AmendedAmounts, 'note'>
}

/** `wait`: the limits of a second allow the change soon. `stop`: not now; `isForAll`: any other order of the block would meet the same limit. */
export type AmendVerdict =
  | { readonly kind: 'pass' | 'wait' }
  | { readonly kind: 'stop'; readonly sentence: string; readonly isForAll: boolean }

export interface BlockAmendChecks {
  /**
   * Judges the change of one order of a block at its turn. One that passes counts as sent: note it in the order store in the same turn.
   * `isApproved`: a second dealer approved the amend of the block as a whole.
   */
  checkAmendOfBlock(
    order: Order,
    changes: OrderChanges,
    given: { readonly isApproved: boolean },
  ): AmendVerdict
}

export function createBlockAmendChecks(options: BlockAmendCheckOptions): BlockAmendChecks {
  const { clock, exceeded, journalFindings, hold, sent, journalWriter, amended } = options
  return {
    checkAmendOfBlock(order, changes, { isApproved }) {
      const draft = amendedDraft(order, changes)
      const { findings, blocks, notional, tradeOut } = exceeded(draft, {
        confirmed: false,
        walk: null,
        amends: order,
      })
      const open = [...blocks, ...findings.filter(({ level }) => level === 'warn')]
      const [worst] = open.filter(({ limit }) => !WAITED_FOR.has(limit))
      if (worst) {
        journalFindings(order.referenceId, draft, open)
        const more =
          worst.level === 'warn'
            ? ' A warning cannot be confirmed on an amend: cancel the order and send a new one.'
            : ''
        return {
          kind: 'stop',
          sentence: `${worst.sentence}${more}`,
          isForAll: MATTERS_OF_ALL.has(worst.limit),
        }
      }
      if (open.length > 0) return { kind: 'wait' }
      const act = isApproved ? null : amendToHold(order, { draft, notional, tradeOut })
      const held = act === null ? null : hold(amendKey(order), act)
      if (held !== null) return { kind: 'stop', sentence: held, isForAll: false }
      const send = sent.note(`${order.referenceId} amended ${clock.now()}`, draft, notional ?? ZERO)
      // A later start reads from the journaled intent what an order counted. For an amend it has only this entry.
      journalWriter.note(sent.entryOf([send]))
      amended.note(order, changes.amount === null ? null : decimal(changes.amount))
      return { kind: 'pass' }
    },
  }
}
