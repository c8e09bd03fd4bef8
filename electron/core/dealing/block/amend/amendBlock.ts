/** Moves the live orders of a block to other limit or trigger prices, or to the amounts of a new total, so many at once as the block sends, until the venue shows each change or its end. Never amends an order that the dealer did not read. */

import type { Clock } from '../../../../../shared/base/clock.ts'
import { decimal, toText, type Decimal } from '../../../../../shared/base/decimal.ts'
import { withCode } from '../../../../../shared/base/shownCode.ts'
import { fail, ok, type Result } from '../../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../../shared/contract/failure.ts'
import {
  hasWaiting,
  isRetrying,
  isUnderWay,
  type Block,
  type BlockEvent,
} from '../../../../../shared/domain/block/blockFold.ts'
import type { BlockAmend } from '../../../../../shared/domain/block/blockRecord.ts'
import { isLive, orderKey, type Order } from '../../../../../shared/domain/orders/order.ts'
import type { Notices } from '../../../notices/raiseAndAcknowledgeNotices.ts'
import type { OrderStore } from '../../../orders/journaledOrderStore.ts'
import type { LimitEngine } from '../../../risk/limits/checkAndCountOrders.ts'
import { createOncePerTurn } from '../../../support/oncePerTurn.ts'
import type { BlockAmendToCheck, BlockAmendVerdict } from '../../../risk/limits/amends/checkBlockAmends.ts'
import type { OrderAmends } from '../../amendOrder.ts'
import { PACE, createPaces } from '../paceBlocks.ts'
import { ROWS_LEAVE } from '../splitAnew.ts'
import {
  amountsOf,
  changesOf,
  countShown,
  endWords,
  isAt,
  leftOf,
  newRun,
  whyNoChange,
  whyNotAsSent,
  type BlockAmendRequest,
  type BlockAmendRun,
  type NamedOrder,
} from './blockAmendRun.ts'

export interface BlockAmendsOptions {
  readonly clock: Clock
  readonly orderStore: Pick<OrderStore, 'get'>
  readonly amends: OrderAmends
  readonly limits: Pick<LimitEngine, 'checkBlockAmend' | 'previewBlockAmend'>
  /** Contracts of the whole block now, with what has filled. */
  readonly contractsOf: (block: Block) => Decimal
  readonly notices: Pick<Notices, 'say'>
  /** Journals that an amend of the block began or is over. */
  readonly note: (
    blockId: string,
    event: Extract<BlockEvent, { readonly kind: 'amend-begun' | 'amend-over' }>,
  ) => void
  /** Why the whole desk is kept back now: a sentence. Null: it is not. */
  readonly whyKeptBack: () => string | null
  /** Whether the block is known. One that is not is over and has no live order. */
  readonly isKnown: (blockId: string) => boolean
  /** The progress of the amend of a block changed. */
  readonly progressed: (blockId: string) => void
}

export interface BlockAmends {
  /** What the limits and the state of the block say to the change now. Changes nothing. */
  check(block: Block, request: BlockAmendRequest): Reply<'block.checkAmend'>
  /** Returns how many orders are being amended, or what the limits warn of: then none is, as after a failure. `began`: called before the first of them leaves, and only then. */
  start(
    block: Block,
    request: Request<'block.amend'>,
    began?: () => void,
  ): Result<Reply<'block.amend'>, Failure>
  /** Null: the block was not amended in this run. */
  progressOf(blockId: string): BlockAmend | null
  /** Amends that have not left never leave. `why`: a sentence. Says whether any might not have. */
  stop(blockId: string, why: string): boolean
  /** Call with every change of an order. */
  orderChanged(now: Order): void
  forget(): void
}

const refused = (sentence: string) => fail(failureOf('refused', `Nothing was amended. ${sentence}`))
const NOT_SHOWN = 'the venue has not shown the change. Look at the order before you change it again.'

/** The live orders of the request with their changes; a sentence: why none may change now. */
function amendToCheck(
  { orderStore, contractsOf }: Pick<BlockAmendsOptions, 'orderStore' | 'contractsOf'>,
  block: Block,
  request: BlockAmendRequest,
): BlockAmendToCheck | string {
  const { blockId, orders: named, limitPrice, triggerPrice = null, total = null } = request
  const prices = { limitPrice, triggerPrice }
  if ((isUnderWay(block) && hasWaiting(block)) || isRetrying(block)) return ROWS_LEAVE
  const noChange = whyNoChange(block, prices, total)
  if (noChange !== null) return noChange
  const amounts = amountsOf(request)
  const orders = named.flatMap(({ customerCode, referenceId }) => {
    const order = orderStore.get(customerCode, referenceId)
    return order?.block?.id === blockId ? [order] : []
  })
  if (orders.length < named.length)
    return 'Some of these orders are not of this block, or are not known here any more.'
  if (!orders.some(isLive)) return 'No order of this block is live any more.'
  return {
    blockId,
    prices,
    total,
    contracts: total === null ? contractsOf(block) : decimal(total),
    orders: orders.filter(isLive).map((order) => [order, changesOf({ prices, amounts }, order)]),
  }
}

/** What the window gets where the limits or the four-eyes rules let nothing of the change leave. */
function notPassed(
  verdict: Exclude<BlockAmendVerdict, { readonly kind: 'pass' }>,
): Result<Reply<'block.amend'>, Failure> {
  switch (verdict.kind) {
    case 'block':
      return refused(verdict.findings[0]?.sentence ?? 'A limit forbids this change.')
    case 'held':
      return fail(failureOf('refused', verdict.sentence))
    case 'warn': {
      const { findings, type, means, notional } = verdict
      return ok({ outcome: 'warned', warnings: [...findings], type, means, notional })
    }
  }
}

/** Journals the end, and says what became of every order, once the venue has shown it. */
function end(
  { clock, note, notices }: Pick<BlockAmendsOptions, 'clock' | 'note' | 'notices'>,
  blockId: string,
  run: BlockAmendRun,
): void {
  const { failed } = run.progress
  note(blockId, { kind: 'amend-over', at: clock.now() })
  notices.say(
    failed.length > 0 ? 'warning' : 'info',
    `Block ${blockId}: ${endWords(run)}.`,
    failed.map(({ customerCode, why }) => withCode(customerCode, why)).join(' ') || null,
    { kind: 'amend' },
  )
}

export function createBlockAmends(options: BlockAmendsOptions): BlockAmends {
  const { clock, orderStore, amends, limits, whyKeptBack, progressed } = options
  /** The last amend of each block that is known. */
  const runs = new Map<string, BlockAmendRun>()

  const count = (blockId: string, run: BlockAmendRun, change: Partial<BlockAmendRun['progress']>): void => {
    run.progress = { ...run.progress, ...change }
    progressed(blockId)
    if (leftOf(run.progress) === 0) end(options, blockId, run)
  }
  const failNow = (blockId: string, run: BlockAmendRun, named: readonly NamedOrder[], why: string): void =>
    count(blockId, run, {
      failed: [...run.progress.failed, ...named.map(({ customerCode }) => ({ customerCode, why }))],
    })

  /** False: the limits of a second keep the change back for a moment. */
  const amendNext = (blockId: string, run: BlockAmendRun, named: NamedOrder): boolean => {
    const order = orderStore.get(named.customerCode, named.referenceId)
    const isPending = order !== undefined && isLive(order) && order.pending !== null
    const shown = isPending ? null : countShown(order, run)
    if (shown !== null) count(blockId, run, shown)
    else {
      const kept = whyKeptBack()
      const why = kept === null ? whyNotAsSent(order, run) : `Not amended. ${kept}`
      if (why !== null) {
        failNow(blockId, run, [named], why)
        return true
      }
      const asked = amends.amendOfBlock(
        { ...named, changes: changesOf(run, named) },
        run.whole,
        () => run.stopped,
      )
      if (asked.kind === 'wait') return false
      if (asked.kind === 'stop')
        // What keeps back every order is said once for all of them.
        failNow(blockId, run, asked.isForAll ? [named, ...run.waiting.splice(0)] : [named], asked.why)
      else {
        run.underWay.add(orderKey(named))
        progressed(blockId)
      }
    }
    return true
  }
  /** Amends begin after the present event is journaled, so that the journal has the events in the order in which they became known. */
  const pump = createOncePerTurn(() => {
    for (const [blockId, run] of runs)
      while (run.underWay.size < run.inFlight && !paces.isWaiting(blockId)) {
        const next = run.waiting.shift()
        if (!next) break
        if (amendNext(blockId, run, next)) continue
        run.waiting.unshift(next)
        paces.wait(blockId, PACE)
      }
  })
  const paces = createPaces(clock, pump)

  const read = (block: Block, request: BlockAmendRequest): BlockAmendToCheck | string => {
    const last = runs.get(request.blockId)
    return last && leftOf(last.progress) > 0
      ? 'The block is still being amended.'
      : amendToCheck(options, block, request)
  }

  return {
    check(block, request) {
      const amend = read(block, request)
      if (typeof amend === 'string') return { refusal: amend, findings: [], notional: null }
      const { findings, notional } = limits.previewBlockAmend(amend)
      return {
        refusal: findings.find(({ level }) => level === 'block')?.sentence ?? null,
        findings: [...findings],
        notional: notional === null ? null : toText(notional),
      }
    },
    start(block, request, began) {
      const { blockId, typed = null, ...change } = request
      const amend = read(block, request)
      if (typeof amend === 'string') return refused(amend)
      const verdict = limits.checkBlockAmend(amend, typed)
      if (verdict.kind !== 'pass') return notPassed(verdict)
      began?.()
      options.note(blockId, { kind: 'amend-begun', at: clock.now(), orders: change.orders.length })
      for (const id of runs.keys()) if (!options.isKnown(id)) runs.delete(id)
      runs.set(blockId, newRun({ blockId, ...change }, amend, block.plan.inFlight, verdict))
      progressed(blockId)
      pump()
      return ok({ outcome: 'taken', orders: change.orders.length })
    },
    progressOf(blockId) {
      const run = runs.get(blockId)
      return run ? { ...run.progress, waiting: run.waiting.length } : null
    },
    stop(blockId, why) {
      const run = runs.get(blockId)
      if (!run || leftOf(run.progress) === 0) return false
      run.stopped ??= why
      if (run.waiting.length > 0) failNow(blockId, run, run.waiting.splice(0), why)
      return true
    },
    orderChanged(now) {
      const blockId = now.block?.id
      const run = blockId === undefined ? undefined : runs.get(blockId)
      if (blockId === undefined || !run) return
      // A cancel may overtake the change: until one of them is over, either may hold.
      if (isLive(now) && now.pending !== null && !isAt(now, run)) return
      if (!run.underWay.delete(orderKey(now))) return
      const shown = countShown(now, run)
      if (shown === null) failNow(blockId, run, [now], now.refusal?.message ?? NOT_SHOWN)
      else count(blockId, run, shown)
      pump()
    },
    forget() {
      paces.stop()
      runs.clear()
    },
  }
}
