/**
 * Sends the rows of blocks in turn, a bounded number at once. A block that paused goes on only when the dealer resumes it. Never sends a row a second time by itself,
 * and nothing of a block whose plan is not on disk.
 */

import type { Clock, Stop } from '../../../../shared/base/clock.ts'
import { fail, type Result } from '../../../../shared/base/result.ts'
import { draftOfRow } from '../../../../shared/domain/block/blockAct.ts'
import { restartEventOfBlock, type Block } from '../../../../shared/domain/block/blockFold.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { Log } from '../../ports/log.ts'
import type { TradingGate } from '../../risk/tradingGate.ts'
import type { BlockStore } from './blockStore.ts'
import { createRowSender, type RowSenderOptions, type Turn } from './sendBlockRow.ts'

/** Ms until a row is tried again that the limits of a second kept back. */
const PACE = 100

export interface BlockRowsOptions extends Omit<RowSenderOptions, 'pause' | 'rowFailed' | 'waitForPace'> {
  readonly clock: Clock
  readonly log: Log
  readonly store: BlockStore
  readonly gate: Pick<TradingGate, 'whyManyBlocked'>
  /** Why no block may send now, for a reason that the trading gate does not know: the session is locked. Null: none. */
  readonly whyKeptBack: () => string | null
}

export interface BlockRows {
  /** The plan is on disk, or the dealer resumed the block: its rows leave in turn. */
  begin(blockId: string): void
  /** Why the block cannot send now: a sentence; null: it can. */
  whyBlocked(block: Block): string | null
  pause(blockId: string, why: string): void
  /** Sends one row once more. Resolves once its intent is on disk. */
  retry(block: Block, index: number): Promise<Result<null, string>>
  /** Call with every change of an order, after the block store has it. */
  orderChanged(now: Order, before: Order | undefined): void
  /** Looks at every block again: the session or a halt changed. */
  lookAgain(): void
  /** The process that sent these blocks ended: those that were not over wait for the dealer. */
  recover(): void
  /** Another account's records take the place of these. */
  forget(): void
}

/** Waits of blocks that the limits of a second keep back. */
function createPaces(clock: Clock, over: (blockId: string) => void) {
  const waits = new Map<string, Stop>()
  return {
    isWaiting: (blockId: string): boolean => waits.has(blockId),
    wait(blockId: string): void {
      if (waits.has(blockId)) return
      const stop = clock.after(PACE, () => {
        waits.delete(blockId)
        over(blockId)
      })
      waits.set(blockId, stop)
    },
    stop(): void {
      for (const stop of waits.values()) stop()
      waits.clear()
    },
  }
}

export function createBlockRows(options: BlockRowsOptions): BlockRows {
  const { clock, log, store, gate, whyKeptBack } = options
  /** The blocks of the account in use are restored. Before that, changes of orders are only what the restart means for them. */
  let isRestored = false
  /** Rows whose request is under way, by block. */
  const underWay = new Map<string, Set<number>>()
  const paces = createPaces(clock, (blockId) => pump(blockId))
  const rowsUnderWay = (blockId: string): Set<number> => {
    const known = underWay.get(blockId) ?? new Set<number>()
    underWay.set(blockId, known)
    return known
  }

  const whyBlocked = ({ plan }: Block): string | null => {
    const [first] = plan.rows
    if (!first) return null
    return whyKeptBack() ?? gate.whyManyBlocked(draftOfRow(plan.draft, first))?.message ?? null
  }
  const isSending = (blockId: string): boolean => store.get(blockId)?.state === 'sending'
  const pause = (blockId: string, why: string): void => {
    if (isSending(blockId)) store.note(blockId, { kind: 'paused', at: clock.now(), why })
  }

  /** A row that came to nothing: the others go on or wait for the dealer, as the dealer chose. */
  const rowFailed = (blockId: string, customerCode: string, why: string): void => {
    const block = store.get(blockId)
    if (block?.plan.onRefused === 'stop') pause(blockId, `${customerCode}: ${why}`)
  }

  const sendRow = createRowSender({
    ...options,
    pause,
    rowFailed,
    waitForPace: (blockId) => paces.wait(blockId),
  })

  const takeTurn = async (turn: Turn): Promise<void> => {
    const { blockId, index } = turn
    const busy = rowsUnderWay(blockId)
    busy.add(index)
    try {
      await sendRow(turn)
    } catch (error) {
      // A defect must not take the same turn again and again.
      log.error('block row failed', { sentence: String(error) })
      pause(blockId, 'Openpit failed at one of its rows. Look at the rows before you resume it.')
      turn.taken(fail('Openpit failed at this row.'))
    } finally {
      busy.delete(index)
    }
    pump(blockId)
  }

  const pump = (blockId: string): void => {
    for (;;) {
      const block = store.get(blockId)
      if (block?.state !== 'sending' || paces.isWaiting(blockId)) return
      const blocked = whyBlocked(block)
      if (blocked !== null) return pause(blockId, blocked)
      const busy = rowsUnderWay(blockId)
      const index = block.rows.findIndex(({ state }, each) => state === 'waiting' && !busy.has(each))
      if (index < 0) {
        if (busy.size === 0) store.note(blockId, { kind: 'sent', at: clock.now() })
        return
      }
      if (busy.size >= block.plan.inFlight) return
      void takeTurn({ blockId, index, attempt: 1, taken: () => undefined })
    }
  }

  return {
    begin: pump,
    whyBlocked,
    pause,
    async retry({ plan, rows }, index) {
      const { blockId } = plan
      const busy = rowsUnderWay(blockId)
      if (busy.has(index)) return fail('Its last request is still under way.')
      if (busy.size >= plan.inFlight)
        return fail(`${busy.size} requests of the block are under way. Try again in a moment.`)
      const attempt = Math.max(1, rows[index]?.attempts ?? 0) + 1
      return new Promise((taken) => void takeTurn({ blockId, index, attempt, taken }))
    },
    orderChanged(now, before) {
      const { block: tag, phase, customerCode, refusal } = now
      if (!isRestored || !tag || phase === before?.phase) return
      if (phase === 'unknown' && (before?.phase === 'intent' || before?.phase === 'sent'))
        pause(tag.id, `${customerCode}: no answer proves what became of its order. Openpit looks it up.`)
      else if (phase === 'rejected') rowFailed(tag.id, customerCode, refusal?.message ?? 'it was refused.')
      else if (phase === 'not-sent') {
        const block = store.get(tag.id)
        const blocked = block ? whyBlocked(block) : null
        if (blocked === null) rowFailed(tag.id, customerCode, refusal?.message ?? 'it was not sent.')
        else pause(tag.id, blocked)
      }
    },
    lookAgain() {
      if (!isRestored) return
      for (const block of store.all()) {
        if (block.state !== 'sending') continue
        const blocked = whyBlocked(block)
        if (blocked !== null) pause(block.plan.blockId, blocked)
      }
    },
    recover() {
      isRestored = true
      for (const block of store.all()) {
        const event = restartEventOfBlock(block, clock.now())
        if (event) store.note(block.plan.blockId, event)
      }
      store.replace()
    },
    forget() {
      isRestored = false
      paces.stop()
      underWay.clear()
    },
  }
}
