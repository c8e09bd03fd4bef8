/** Moves the live orders of a block to other limit or trigger prices, or to the amounts of a new total, so many at once as the block sends, until the venue shows each change or its end. Never amends an order that the dealer did not read. */

import { withCode } from '../../../../shared/base/shownCode.ts'
import { compare, decimal, type DecimalText } from '../../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import { hasWaiting, isRetrying, isUnderWay, type Block } from '../../../../shared/domain/block/blockFold.ts'
import type { BlockAmend } from '../../../../shared/domain/block/blockRecord.ts'
import {
  NO_CHANGES,
  isLive,
  orderKey,
  type Order,
  type OrderChanges,
} from '../../../../shared/domain/orders/order.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import type { LimitEngine } from '../../risk/limits/checkAndCountOrders.ts'
import { createOncePerTurn } from '../../support/oncePerTurn.ts'
import { blockAmendKey } from '../../risk/limits/ordersToHold.ts'
import type { OrderAmends } from '../amendOrder.ts'
import { ROWS_LEAVE } from './splitAnew.ts'

export interface BlockAmendsOptions {
  readonly orderStore: Pick<OrderStore, 'get'>
  readonly amends: OrderAmends
  readonly limits: Pick<LimitEngine, 'holdsBlockAmend'>
  readonly notices: Pick<Notices, 'say'>
  /** Why the whole desk is kept back now: a sentence. Null: it is not. */
  readonly whyKeptBack: () => string | null
  /** The progress of the amend of a block changed. */
  readonly progressed: (blockId: string) => void
}

export interface BlockAmends {
  /** Returns how many orders are being amended. A failure: none is. `began`: called before the first of them leaves, and only then. */
  start(
    block: Block,
    request: Request<'block.amend'>,
    began?: () => void,
  ): Result<Reply<'block.amend'>, Failure>
  /** Null: the block was not amended in this run. */
  progressOf(blockId: string): BlockAmend | null
  /** Amends that have not left never leave. `why`: a sentence. */
  stop(blockId: string, why: string): void
  /** Call with every change of an order. */
  orderChanged(now: Order): void
  forget(): void
}

type NamedOrder = Pick<Order, 'customerCode' | 'referenceId'>

/** The new prices; null: that price stays. */
type BlockPrices = Pick<OrderChanges, 'limitPrice' | 'triggerPrice'>

/** One amend of a block. */
interface Run {
  readonly prices: BlockPrices
  /** The new amount of each order by its key; an order that is not here keeps its amount. */
  readonly amounts: ReadonlyMap<string, DecimalText>
  /** What the notice at the end names. */
  readonly words: string
  readonly inFlight: number
  readonly waiting: NamedOrder[]
  readonly underWay: Set<string>
  progress: BlockAmend
}

const refused = (sentence: string) => fail(failureOf('refused', `Nothing was amended. ${sentence}`))
const NOT_SHOWN = 'the venue has not shown the change. Look at the order before you change it again.'

const leftOf = ({ orders, moved, over, failed }: BlockAmend): number => orders - moved - over - failed.length

const isSame = (shown: DecimalText | null, price: DecimalText | null): boolean =>
  price === null || (shown !== null && compare(decimal(shown), decimal(price)) === 0)

const changesOf = (
  { prices, amounts }: Pick<Run, 'prices' | 'amounts'>,
  order: NamedOrder,
): OrderChanges => ({
  ...NO_CHANGES,
  ...prices,
  amount: amounts.get(orderKey(order)) ?? null,
})

function isAt(order: Order, run: Run): boolean {
  const { limitPrice, triggerPrice, amount } = changesOf(run, order)
  return (
    isSame(order.limitPrice, limitPrice) &&
    isSame(order.triggerPrice, triggerPrice) &&
    isSame(order.amount, amount)
  )
}

/** `61000`, `trigger 60000`, `61000, trigger 60000`. */
const priceWords = ({ limitPrice, triggerPrice }: BlockPrices): string =>
  [limitPrice, triggerPrice === null ? null : `trigger ${triggerPrice}`]
    .filter((price) => price !== null)
    .join(', ')

/** Why the orders of the block cannot be amended so, one sentence; null: they may. */
function whyNoChange(
  { plan: { draft } }: Block,
  { limitPrice, triggerPrice }: BlockPrices,
  total: DecimalText | null,
): string | null {
  if (total !== null)
    return limitPrice === null && triggerPrice === null
      ? null
      : 'Change the amount or the prices, one after the other.'
  if (limitPrice === null && triggerPrice === null) return 'No new price was named.'
  if (limitPrice !== null && draft.limitPrice === null) return 'The orders of this block have no limit price.'
  return triggerPrice !== null && draft.triggerPrice === null
    ? 'The orders of this block have no trigger price.'
    : null
}

const amountsOf = ({ orders, total }: Request<'block.amend'>): Run['amounts'] =>
  new Map(
    orders.flatMap((order) =>
      total === undefined || order.amount === undefined ? [] : [[orderKey(order), order.amount] as const],
    ),
  )

function newRun(
  { orders, limitPrice, triggerPrice, total }: Request<'block.amend'>,
  given: Pick<Run, 'prices' | 'amounts' | 'inFlight'>,
): Run {
  return {
    ...given,
    words: total === undefined ? priceWords(given.prices) : `their new amounts, ${total} in all`,
    waiting: orders.map(({ customerCode, referenceId }) => ({ customerCode, referenceId })),
    underWay: new Set(),
    progress: {
      limitPrice,
      ...(triggerPrice === undefined ? {} : { triggerPrice }),
      ...(total === undefined ? {} : { total }),
      orders: orders.length,
      moved: 0,
      over: 0,
      failed: [],
    },
  }
}

export function createBlockAmends(options: BlockAmendsOptions): BlockAmends {
  const { orderStore, amends, limits, notices, whyKeptBack, progressed } = options
  /** The last amend of each block. */
  const runs = new Map<string, Run>()

  const count = (blockId: string, run: Run, change: Partial<BlockAmend>): void => {
    run.progress = { ...run.progress, ...change }
    progressed(blockId)
    if (leftOf(run.progress) > 0) return
    const { orders, moved, over, failed } = run.progress
    const parts = [
      `the venue shows ${moved} of ${orders} orders at ${run.words}`,
      ...(over > 0 ? [`${over} ended before the change`] : []),
      ...(failed.length > 0 ? [`${failed.length} ${failed.length === 1 ? 'is' : 'are'} not amended`] : []),
    ]
    notices.say(
      failed.length > 0 ? 'warning' : 'info',
      `Block ${blockId}: ${parts.join(', ')}.`,
      failed.map(({ customerCode, why }) => withCode(customerCode, why)).join(' ') || null,
      { kind: 'amend' },
    )
  }
  const failedNow = (run: Run, { customerCode }: NamedOrder, why: string) => ({
    failed: [...run.progress.failed, { customerCode, why }],
  })

  const amendNext = (blockId: string, run: Run, named: NamedOrder): void => {
    const { progress } = run
    const order = orderStore.get(named.customerCode, named.referenceId)
    if (!order || !isLive(order)) return count(blockId, run, { over: progress.over + 1 })
    if (isAt(order, run) && order.pending === null) return count(blockId, run, { moved: progress.moved + 1 })
    const kept = whyKeptBack()
    if (kept !== null) return count(blockId, run, failedNow(run, named, `Not amended. ${kept}`))
    const asked = amends.amend({ ...named, changes: changesOf(run, named) }, { isOfBlock: true })
    if (!asked.ok) return count(blockId, run, failedNow(run, named, asked.failure.message))
    run.underWay.add(orderKey(named))
  }
  /** Amends begin after the present event is journaled, so that the journal has the events in the order in which they became known. */
  const pump = createOncePerTurn(() => {
    for (const [blockId, run] of runs)
      while (run.underWay.size < run.inFlight) {
        const next = run.waiting.shift()
        if (!next) break
        amendNext(blockId, run, next)
      }
  })

  return {
    start(block, request, began) {
      const { blockId, orders: named, limitPrice, triggerPrice = null, total = null } = request
      const { plan } = block
      const prices = { limitPrice, triggerPrice }
      const last = runs.get(blockId)
      if (last && leftOf(last.progress) > 0) return refused('The block is still being amended.')
      if ((isUnderWay(block) && hasWaiting(block)) || isRetrying(block)) return refused(ROWS_LEAVE)
      const noChange = whyNoChange(block, prices, total)
      if (noChange !== null) return refused(noChange)
      const amounts = amountsOf(request)
      const orders = named.flatMap(({ customerCode, referenceId }) => {
        const order = orderStore.get(customerCode, referenceId)
        return order?.block?.id === blockId ? [order] : []
      })
      if (orders.length < named.length)
        return refused('Some of these orders are not of this block, or are not known here any more.')
      if (!orders.some(isLive)) return refused('No order of this block is live any more.')
      const held = limits.holdsBlockAmend(blockAmendKey({ blockId }), {
        blockId,
        prices,
        total,
        orders: orders.filter(isLive).map((order) => [order, changesOf({ prices, amounts }, order)]),
      })
      if (held !== null) return fail(failureOf('refused', held))
      began?.()
      runs.set(blockId, newRun(request, { prices, amounts, inFlight: plan.inFlight }))
      progressed(blockId)
      pump()
      return ok({ orders: orders.length })
    },
    progressOf: (blockId) => runs.get(blockId)?.progress ?? null,
    stop(blockId, why) {
      const run = runs.get(blockId)
      if (!run || run.waiting.length === 0) return
      const kept = run.waiting.splice(0)
      count(blockId, run, {
        failed: [...run.progress.failed, ...kept.map(({ customerCode }) => ({ customerCode, why }))],
      })
    },
    orderChanged(now) {
      const blockId = now.block?.id
      const run = blockId === undefined ? undefined : runs.get(blockId)
      if (blockId === undefined || !run) return
      const { progress } = run
      // A cancel may overtake the change: until one of them is over, either may hold.
      if (isLive(now) && now.pending !== null && !isAt(now, run)) return
      if (!run.underWay.delete(orderKey(now))) return
      if (!isLive(now)) count(blockId, run, { over: progress.over + 1 })
      else if (isAt(now, run)) count(blockId, run, { moved: progress.moved + 1 })
      else count(blockId, run, failedNow(run, now, now.refusal?.message ?? NOT_SHOWN))
      pump()
    },
    forget: () => runs.clear(),
  }
}
