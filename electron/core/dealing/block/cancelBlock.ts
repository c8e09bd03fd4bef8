/**
 * Cancels every live order of a block until the venue shows that each is done, also after a restart. One notice reports the progress, also where the dealer cancels again
 * meanwhile. Never cancels an order that was made after the cancel.
 */

import type { Block } from '../../../../shared/domain/block/blockFold.ts'
import { cutOffCancelNews } from '../../../../shared/domain/block/blockNotices.ts'
import type { BlockCancel } from '../../../../shared/domain/block/blockRecord.ts'
import { isLive, orderKey, type Order } from '../../../../shared/domain/orders/order.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import { cancelAllNews } from '../../risk/cancelAllNotice.ts'
import { createCancelSweep, type CancelSweepOptions } from '../../risk/cancelUntilDone.ts'
import type { RowsAtVenue } from './retryRule.ts'
import { createOncePerTurn } from '../../support/oncePerTurn.ts'

export interface BlockCancelsOptions extends Omit<
  CancelSweepOptions,
  'orderStore' | 'changed' | 'isCounted'
> {
  readonly orderStore: Pick<OrderStore, 'get' | 'live'>
  readonly notices: Pick<Notices, 'report'>
  /** The orders of a block that the journal does not name carry no tag of the block: only their ids tell. */
  readonly rowsAtVenue: Pick<RowsAtVenue, 'unnamed'>
  /** Whether the block is known. One that is not is over and has no live order. */
  readonly isKnown: (blockId: string) => boolean
  /** The progress of the cancel of a block changed. */
  readonly progressed: (blockId: string) => void
}

export interface BlockCancels {
  /** Returns how many orders are being canceled. */
  start(block: Block): number
  /** Goes on with a cancel that an earlier run did not end, and reports that it was cut off. */
  resume(block: Block): void
  /** Null: no order of the block was canceled in this run. */
  progressOf(blockId: string): BlockCancel | null
  /** Call with every change of an order. */
  orderChanged(now: Order, before: Order | undefined): void
  forget(): void
}

/** One cancel of a block, from the dealer's act until the venue has shown that every order is done. */
interface Run {
  readonly key: string
  readonly symbol: Symbol
  /** Of each row: how many orders were made of it before the dealer's act. Only these are canceled. */
  covered: readonly number[]
  readonly orders: Map<string, Order>
  /** Null: an earlier run ended the cancel, and no order has come back. */
  progress: BlockCancel | null
  readonly isResumed: boolean
  isDone: boolean
}

const isCoveredBy = ({ covered }: Run, { block: tag }: Order): boolean =>
  tag !== undefined && tag.attempt <= (covered[tag.row - 1] ?? 0)

export function createBlockCancels(options: BlockCancelsOptions): BlockCancels {
  const { clock, orderStore, notices, progressed, rowsAtVenue } = options
  /** The last cancel of each block that is known. */
  const runs = new Map<string, Run>()

  const report = (blockId: string, run: Run): void => {
    const orders = [...run.orders.values()].map(({ customerCode, referenceId }) => ({
      referenceId,
      legOf: null,
      state: sweep.stateOf(customerCode, referenceId),
      isFilled: orderStore.get(customerCode, referenceId)?.status === 'filled',
    }))
    const done = orders.filter(({ state }) => state?.kind === 'verified')
    run.progress = {
      orders: orders.length,
      done: done.length,
      filled: done.filter(({ isFilled }) => isFilled).length,
      unverified: orders.flatMap(({ referenceId, state }) =>
        state?.kind === 'unverified' ? [{ referenceId, reason: state.reason }] : [],
      ),
      ...(run.isResumed ? { isResumed: true } : {}),
    }
    progressed(blockId)
    const scope = { words: `CANCEL block ${blockId}`, customerCode: null, symbol: run.symbol }
    const { news, isDone } = cancelAllNews({ key: run.key, scope, orders, gap: null, unseenNow: null })
    notices.report([news])
    run.isDone = isDone
    if (isDone) sweep.dropUncounted()
  }
  const reportSoon = createOncePerTurn(() => {
    for (const [blockId, run] of runs) if (!run.isDone) report(blockId, run)
  })
  const sweep = createCancelSweep({
    ...options,
    changed: reportSoon,
    isCounted: (key) => [...runs.values()].some(({ orders, isDone }) => !isDone && orders.has(key)),
  })

  let started = 0
  const newRun = ({ blockId, draft }: Block['plan'], isResumed: boolean): Run => ({
    key: `cancel block ${blockId} ${clock.now()} ${++started}`,
    symbol: draft.symbol,
    covered: [],
    orders: new Map(),
    progress: null,
    isResumed,
    isDone: false,
  })
  const liveOf = (blockId: string) => orderStore.live().filter(({ block }) => block?.id === blockId)
  const unnamedOf = (block: Block): Order[] =>
    rowsAtVenue.unnamed(block).flatMap(({ customer, id }) => {
      const order = orderStore.get(customer, id)
      return order && isLive(order) ? [order] : []
    })
  const takeAll = (blockId: string, run: Run, orders: readonly Order[]): void => {
    for (const [id, { isDone }] of runs) if (isDone && !options.isKnown(id)) runs.delete(id)
    runs.set(blockId, run)
    for (const order of orders) {
      run.orders.set(orderKey(order), order)
      sweep.take(order)
    }
    report(blockId, run)
  }

  return {
    start(block) {
      const { plan, rows } = block
      const { blockId } = plan
      const live = [...liveOf(blockId), ...unnamedOf(block)]
      const last = runs.get(blockId)
      const run = last && !last.isDone ? last : newRun(plan, false)
      run.covered = rows.map(({ attempts }) => attempts)
      takeAll(blockId, run, live)
      return live.length
    },
    resume(block) {
      const { plan, canceled } = block
      if (canceled === undefined) return
      const run = newRun(plan, true)
      run.covered = canceled.covered
      const live = liveOf(plan.blockId).filter((order) => isCoveredBy(run, order))
      if (live.length > 0) {
        notices.report([cutOffCancelNews(block, live.length, run.key)])
        takeAll(plan.blockId, run, live)
        return
      }
      run.isDone = true
      runs.set(plan.blockId, run)
    },
    progressOf: (blockId) => runs.get(blockId)?.progress ?? null,
    orderChanged(now, before) {
      const { block: tag } = now
      const run = tag && runs.get(tag.id)
      // An order that was made before the cancel and is live again.
      if (run && isCoveredBy(run, now) && before && !isLive(before) && isLive(now)) {
        run.orders.set(orderKey(now), now)
        run.isDone = false
        sweep.take(now)
        reportSoon()
      }
      sweep.orderChanged(now, before)
    },
    forget() {
      runs.clear()
      sweep.forget()
    },
  }
}
