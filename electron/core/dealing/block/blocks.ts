/** Blocks of the desk: builds their store, sending, cancels and commands, and connects them. The one door of this folder. */

import type { Clock } from '../../../../shared/base/clock.ts'
import { isRetrying, type Block } from '../../../../shared/domain/block/blockFold.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { OrdersMissingInJournal } from '../../orders/ordersMissingInJournal.ts'
import type { LimitEngine } from '../../risk/limits/checkAndCountOrders.ts'
import type { Published } from '../../support/publishTopic.ts'
import { createBlockAmends, type BlockAmendsOptions } from './amend/amendBlock.ts'
import { reportCutOffAmend } from './amend/cutOffAmends.ts'
import { createRowAdmission, type RowAdmissionOptions } from './admitBlockRow.ts'
import { createBlockCheck, type CheckBlock } from './checkBlock.ts'
import { createBlockStore, type BlockStoreOptions } from './blockStore.ts'
import { createBlockCancels, type BlockCancelsOptions } from './cancelBlock.ts'
import { createBlockControl, type BlockControl } from './controlBlocks.ts'
import { createJudgedRule, createRetryRule, createRowsAtVenue } from './retryRule.ts'
import { createBlockRows, type BlockRowsOptions } from './sendBlockRows.ts'
import { createRowSizing, type RowSizingOptions } from './sizeByPosition.ts'
import { moveForRecovered } from './storedRotation.ts'
import { createSplitAnew } from './splitAnew.ts'
import { createBlockSubmission, type BlockSubmissionOptions, type SubmitBlock } from './submitBlock.ts'

export interface BlocksOptions
  extends
    Omit<RowAdmissionOptions, 'whyMissized' | 'whyMayLive' | 'whyUnjudged' | 'rowsAtVenue'>,
    Omit<RowSizingOptions, 'orderStore'>,
    Omit<BlockStoreOptions, 'cancelOf' | 'amendOf' | 'orderStore'>,
    Omit<BlockRowsOptions, 'store' | 'admitRow' | 'gate' | 'whyMissized' | 'whyMayLive' | 'rowsAtVenue'>,
    Omit<BlockCancelsOptions, 'orderStore' | 'isKnown' | 'progressed' | 'rowsAtVenue'>,
    Omit<
      BlockAmendsOptions,
      'orderStore' | 'progressed' | 'isKnown' | 'contractsOf' | 'limits' | 'notices' | 'note'
    >,
    Omit<BlockSubmissionOptions, 'store' | 'rows' | 'limits' | 'whyMissized'> {
  readonly clock: Clock
  readonly orderStore: RowAdmissionOptions['orderStore'] &
    RowSizingOptions['orderStore'] &
    BlockCancelsOptions['orderStore']
  readonly limits: RowAdmissionOptions['limits'] &
    BlockSubmissionOptions['limits'] &
    Pick<LimitEngine, 'previewBlock'> &
    BlockAmendsOptions['limits']
  readonly notices: BlockStoreOptions['notices'] & BlockAmendsOptions['notices']
  readonly blocks: () => Map<string, Block>
  readonly missingInJournal: Pick<OrdersMissingInJournal, 'ofBlock'>
  /** The signed-in dealer. */
  readonly who: () => string
}

export interface Blocks {
  readonly topic: Published<'blocks'>
  readonly submit: SubmitBlock
  readonly check: CheckBlock
  readonly control: BlockControl
  /** Call with every change of an order. */
  orderChanged(now: Order, before: Order | undefined): void
  /** The session or a halt changed. */
  lookAgain(): void
  /** The account's orders were restored from the journal. */
  recover(): void
  /** How many blocks are being sent, or wait to send rows once more. */
  leaving(): number
  /** Another account's records take the place of these. */
  forget(): void
}

export function createBlocks(options: BlocksOptions): Blocks {
  const isKnown = (blockId: string): boolean => store.get(blockId) !== undefined
  const rowsAtVenue = createRowsAtVenue(options.missingInJournal)
  const cancels = createBlockCancels({
    ...options,
    isKnown,
    rowsAtVenue,
    progressed: (blockId) => store.changed(blockId),
  })
  const splitAnew = createSplitAnew({ ...options, hasAmend: options.amends.hasAmend })
  const amends = createBlockAmends({
    ...options,
    isKnown,
    contractsOf: (block) => splitAnew.contractsOf(block),
    note: (blockId, event) => store.note(blockId, event),
    progressed: (blockId) => store.changed(blockId),
  })
  const store = createBlockStore({
    ...options,
    cancelOf: (blockId) => cancels.progressOf(blockId),
    amendOf: (blockId) => amends.progressOf(blockId),
  })
  const whyMissized = createRowSizing(options)
  const whyMayLive = createRetryRule(options.orderStore)
  const whyUnjudged = createJudgedRule((block) => splitAnew.mostContractsOf(block))
  const admitRow = createRowAdmission({ ...options, whyMissized, whyMayLive, whyUnjudged, rowsAtVenue })
  const rows = createBlockRows({ ...options, store, admitRow, whyMissized, whyMayLive, rowsAtVenue })
  return {
    topic: store.topic,
    submit: createBlockSubmission({ ...options, store, rows, whyMissized }),
    check: createBlockCheck({ ...options, whyMissized }),
    control: createBlockControl({
      ...options,
      store,
      rows,
      cancels,
      amends,
      whyMayLive,
      whyUnjudged,
      rowsAtVenue,
      splitAnew,
    }),
    orderChanged(now, before) {
      store.orderChanged(now)
      cancels.orderChanged(now, before)
      amends.orderChanged(now)
      rows.orderChanged(now, before)
    },
    lookAgain: () => rows.lookAgain(),
    recover() {
      options.claimsChanged()
      moveForRecovered(store.all(), options.moveRotation)
      rows.recover()
      for (const block of store.all()) {
        cancels.resume(block)
        reportCutOffAmend({ ...options, store }, block)
      }
    },
    leaving: () => store.all().filter((block) => block.state === 'sending' || isRetrying(block)).length,
    forget() {
      cancels.forget()
      amends.forget()
      rows.forget()
    },
  }
}
