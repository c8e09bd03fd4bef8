/**
 * Sends the rows of blocks in turn, a bounded number at once. A block that paused goes on only when the dealer resumes it. Never sends a row a second time by itself,
 * and nothing of a block whose plan is not on disk.
 */

import type { Clock } from '../../../../shared/base/clock.ts'
import { draftOfRow } from '../../../../shared/domain/block/blockAct.ts'
import {
  hasWaiting,
  isRetrying,
  isUnderWay,
  restartEventsOfBlock,
  type Block,
} from '../../../../shared/domain/block/blockFold.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { Log } from '../../ports/log.ts'
import type { TradingGate } from '../../risk/tradingGate.ts'
import type { BlockStore } from './blockStore.ts'
import { PACE, createPaces } from './paceBlocks.ts'
import { createRowOutcomes } from './rowOutcomes.ts'
import { createRowSender, type RowSenderOptions, type Turn } from './sendBlockRow.ts'

/**
 * Ms between the starts of two rows of a block. Rows that start together are answered together and start together again, and a single order that a dealer sends meanwhile
 * then waits for all of them (docs/performance.md, `block.keyToWireOverIdle`).
 */
const SPREAD = 3

export interface BlockRowsOptions extends Omit<RowSenderOptions, 'pause' | 'rowFailed' | 'waitForPace'> {
  readonly clock: Clock
  readonly log: Log
  readonly store: BlockStore
  readonly gate: Pick<TradingGate, 'whyManyBlocked'>
  readonly notices: Pick<Notices, 'report'>
  /** Why no block may send now, for a reason that the trading gate does not know: the session is locked. Null: none. */
  readonly whyKeptBack: () => string | null
}

export interface BlockRows {
  /** The plan is on disk, or the dealer resumed the block: its rows leave in turn. */
  begin(blockId: string): void
  /** Why the block cannot send now: a sentence; null: it can. */
  whyBlocked(block: Block): string | null
  /** Rows that wait stay, and those that wait to be sent once more are given up. */
  pause(blockId: string, why: string): void
  /** Nothing leaves any more that has not left. Says whether anything might have. */
  stop(blockId: string, why: string): boolean
  /** The last request of the row is under way. */
  isBusy(blockId: string, index: number): boolean
  /** Sends rows once more in turn. `by`: who asked, in the dealer's own words; null: nobody was named. */
  retry(blockId: string, indexes: readonly number[], by: string | null): void
  /** Call with every change of an order, after the block store has it. */
  orderChanged(now: Order, before: Order | undefined): void
  /** Looks at every block again: the session or a halt changed. */
  lookAgain(): void
  /** The process that sent these blocks ended: those that were not over wait for the dealer. */
  recover(): void
  /** Another account's records take the place of these. */
  forget(): void
}

/** Rows whose request is under way, and which blocks the dealer stopped meanwhile. */
function createTurnsUnderWay() {
  const busy = new Map<string, Set<number>>()
  /** How often each block was stopped in this run. */
  const stops = new Map<string, number>()
  return {
    /** By index; changed in place. */
    of(blockId: string): Set<number> {
      const known = busy.get(blockId) ?? new Set<number>()
      busy.set(blockId, known)
      return known
    },
    stop: (blockId: string): void => void stops.set(blockId, (stops.get(blockId) ?? 0) + 1),
    /** Says from now on whether the block was stopped since. */
    watchStop(blockId: string): () => boolean {
      const then = stops.get(blockId)
      return () => stops.get(blockId) !== then
    },
    forget(): void {
      busy.clear()
      stops.clear()
    },
  }
}

/** Also above 1 for a row of which no order was made. */
const nextAttempt = ({ rows }: Block, index: number): number => Math.max(1, rows[index]?.attempts ?? 0) + 1

const attemptOf = (block: Block, index: number): number =>
  block.rows[index]?.isRetried ? nextAttempt(block, index) : 1

export function createBlockRows(options: BlockRowsOptions): BlockRows {
  const { clock, log, store, gate, whyKeptBack } = options
  /** The blocks of the account in use are restored. Before that, changes of orders are only what the restart means for them. */
  let isRestored = false
  const turns = createTurnsUnderWay()
  const paces = createPaces(clock, (blockId) => pump(blockId))

  const whyBlocked = ({ plan }: Block): string | null => {
    const [first] = plan.rows
    if (!first) return null
    return whyKeptBack() ?? gate.whyManyBlocked(draftOfRow(plan.draft, first))?.message ?? null
  }
  const pause = (blockId: string, why: string): void => {
    const block = store.get(blockId)
    // A block without a row that waits is over, and asks the dealer for nothing.
    if (block && ((block.state === 'sending' && hasWaiting(block)) || isRetrying(block)))
      store.note(blockId, { kind: 'paused', at: clock.now(), why })
  }

  const outcomes = createRowOutcomes({ ...options, whyBlocked, pause })
  const sendRow = createRowSender({
    ...options,
    pause,
    rowFailed: (...failed) => outcomes.rowFailed(...failed),
    waitForPace: (blockId) => paces.wait(blockId, PACE),
  })

  const takeTurn = async (turn: Turn): Promise<void> => {
    const { blockId, index } = turn
    const busy = turns.of(blockId)
    busy.add(index)
    try {
      await sendRow(turn)
    } catch (error) {
      // A defect must not take the same turn again and again.
      log.error('block row failed', { sentence: String(error) })
      pause(blockId, 'Openpit failed at one of its rows. Look at the rows before you resume it.')
    } finally {
      busy.delete(index)
    }
    pump(blockId)
  }

  const pump = (blockId: string): void => {
    for (;;) {
      const block = store.get(blockId)
      if (!block || !store.isOnDisk(blockId) || paces.isWaiting(blockId)) return
      const isSending = block.state === 'sending'
      if (!isSending && !isRetrying(block)) return
      const busy = turns.of(blockId)
      const index = block.rows.findIndex(
        ({ state, isRetried }, each) => (isRetried || (isSending && state === 'waiting')) && !busy.has(each),
      )
      if (index < 0) {
        if (isSending && busy.size === 0) store.note(blockId, { kind: 'sent', at: clock.now() })
        return
      }
      const blocked = whyBlocked(block)
      if (blocked !== null) return pause(blockId, blocked)
      if (busy.size >= block.plan.inFlight) return
      const isStopped = turns.watchStop(blockId)
      void takeTurn({
        blockId,
        index,
        attempt: attemptOf(block, index),
        whyStopped: () => (isStopped() ? 'The block was stopped.' : null),
      })
      paces.wait(blockId, SPREAD)
    }
  }

  return {
    begin: pump,
    whyBlocked,
    pause,
    stop(blockId, why) {
      turns.stop(blockId)
      const block = store.get(blockId)
      const isOpen = block !== undefined && (isUnderWay(block) || isRetrying(block))
      if (isOpen) store.note(blockId, { kind: 'stopped', at: clock.now(), why })
      return isOpen || turns.of(blockId).size > 0
    },
    isBusy: (blockId, index) => turns.of(blockId).has(index),
    retry(blockId, indexes, by) {
      const block = store.get(blockId)
      if (!block || indexes.length === 0) return
      const asked = indexes.map((index) => ({ row: index + 1, attempt: nextAttempt(block, index) }))
      store.note(blockId, { kind: 'retry-asked', at: clock.now(), by, rows: asked })
      pump(blockId)
    },
    orderChanged(now, before) {
      if (isRestored) outcomes.orderChanged(now, before)
    },
    lookAgain() {
      if (!isRestored) return
      for (const block of store.all()) {
        if (block.state !== 'sending' && !isRetrying(block)) continue
        const blocked = whyBlocked(block)
        if (blocked !== null) pause(block.plan.blockId, blocked)
      }
    },
    recover() {
      isRestored = true
      for (const block of store.all()) {
        for (const event of restartEventsOfBlock(block, clock.now())) store.note(block.plan.blockId, event)
      }
      store.replace()
    },
    forget() {
      isRestored = false
      paces.stop()
      turns.forget()
    },
  }
}
