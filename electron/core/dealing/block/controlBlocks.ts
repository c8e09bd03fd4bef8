/** The dealer's commands about a block that was taken: pause, resume, stop, amend, cancel, retry rows, put away. */

import { toText } from '../../../../shared/base/decimal.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { Clock, EpochMs } from '../../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import {
  hasWaiting,
  isRetrying,
  isUnderWay,
  type Block,
  type BlockEvent,
} from '../../../../shared/domain/block/blockFold.ts'
import { areSameTerms, termsOfRetry, type RowTerms } from '../../../../shared/domain/block/rows/rowTerms.ts'
import type { AmountChange } from '../../../../shared/domain/block/blockRecord.ts'
import type { ResplitRow } from '../../../../shared/domain/block/shares/resplit.ts'
import { notSignedIn, type Access } from '../../support/brokerAccess.ts'
import type { BlockAmends } from './amend/amendBlock.ts'
import type { BlockStore } from './blockStore.ts'
import type { BlockCancels } from './cancelBlock.ts'
import { termsUnknown, type RowsAtVenue, type WhyMayLive, type WhyUnjudged } from './retryRule.ts'
import type { BlockRows } from './sendBlockRows.ts'
import type { SplitAnew } from './splitAnew.ts'

export interface BlockControlOptions {
  readonly clock: Clock
  readonly access: Pick<Access, 'broker'>
  readonly store: BlockStore
  readonly rows: BlockRows
  readonly cancels: BlockCancels
  readonly amends: Pick<BlockAmends, 'check' | 'start' | 'stop'>
  readonly whyMayLive: WhyMayLive
  readonly whyUnjudged: WhyUnjudged
  readonly rowsAtVenue: RowsAtVenue
  readonly splitAnew: SplitAnew
  /** The signed-in dealer. */
  readonly who: () => string
  /** Who deals, in the dealer's own words; null: nobody is named. */
  readonly dealer: () => string | null
}

type Done = Result<Record<string, never>, Failure>
type BlockName = Request<'block.pause'>

export interface BlockControl {
  pause(request: BlockName): Done
  resume(request: BlockName): Done
  stop(request: BlockName): Done
  /** Answers once the cancel is on disk, so that a restart goes on with it. A journal that fails holds no cancel back. */
  cancel(request: BlockName): Promise<Result<Reply<'block.cancel'>, Failure>>
  amend(request: Request<'block.amend'>): Result<Reply<'block.amend'>, Failure>
  /** What the amend would be answered now. Changes nothing. */
  checkAmend(request: Request<'block.checkAmend'>): Reply<'block.checkAmend'>
  splitAnew(request: Request<'block.splitAnew'>): Result<Reply<'block.splitAnew'>, Failure>
  retryRows(request: Request<'block.retryRows'>): Result<Reply<'block.retryRows'>, Failure>
  close(request: BlockName): Done
}

const refused = (sentence: string) => fail(failureOf('refused', sentence))
const UNKNOWN = 'This block is not known to this terminal any more. Nothing was done.'

const SPLIT_CHANGED =
  'The split is another one now: an order of this block changed, or another block of the instrument was sent. Read the new amounts, then send the change.'

/** Whether the dealer read the orders that change, and the amount that each gets now. */
function isAsRead(
  { rows: known }: Block,
  rows: readonly ResplitRow[],
  { orders }: Request<'block.checkAmend'>,
): boolean {
  const lines = (each: readonly { customerCode: string; referenceId: string | null; amount: string }[]) =>
    each.map(({ customerCode, referenceId, amount }) => `${customerCode} ${referenceId} ${amount}`).toSorted()
  const wanted = rows.flatMap(({ customerCode, why, from, to }, at) =>
    why !== null || from === to
      ? []
      : [{ customerCode, referenceId: known[at]?.referenceId ?? null, amount: toText(to) }],
  )
  const read = orders.map((order) => ({ ...order, amount: order.amount ?? '' }))
  return lines(wanted).join('\n') === lines(read).join('\n')
}

/** Why the row must not be sent once more, one sentence; null: it may. `read`: what the dealer read of it; undefined: a caller that reads nothing. `besides`: rows that the same act sends once more. */
function whyNoRetry(
  block: Block,
  index: number,
  {
    rows,
    whyMayLive,
    whyUnjudged,
    rowsAtVenue,
    read,
    besides,
  }: Pick<BlockControlOptions, 'rows' | 'whyMayLive' | 'whyUnjudged' | 'rowsAtVenue'> & {
    readonly read: RowTerms | undefined
    readonly besides: readonly number[]
  },
): string | null {
  const { plan, rows: states, state: phase } = block
  const row = states[index]
  const planned = plan.rows[index]
  if (!row || !planned) return 'The block has no row of this customer.'
  const { customerCode } = planned
  if (phase === 'closed') return 'The block was hidden. Send a single order.'
  if (row.state === 'waiting') return `The turn of ${shownCode(customerCode)} comes when the block goes on.`
  if (row.isRetried) return `${shownCode(customerCode)} waits to be sent once more already.`
  if (rows.isBusy(plan.blockId, index))
    return `The last request of ${shownCode(customerCode)} is still under way.`
  const mayLive = whyMayLive(customerCode, row) ?? rowsAtVenue.whyTaken(block, index)
  if (mayLive !== null) return mayLive
  const terms = termsOfRetry(plan.draft, planned, row)
  if (terms === null) return termsUnknown(customerCode)
  return read && !areSameTerms(read, terms)
    ? `The amount or the price of ${shownCode(customerCode)} is no longer what you read. Read the row again, then send it.`
    : whyUnjudged(block, index, besides)
}

/** A row whose order is over takes the new prices where it is sent once more. */
const pricesChanged = (
  { rows }: Block,
  { limitPrice, triggerPrice }: Request<'block.amend'>,
  act: { readonly at: EpochMs; readonly by: string | null },
): BlockEvent => ({
  kind: 'prices-changed',
  ...act,
  limitPrice,
  triggerPrice: triggerPrice ?? null,
  rows: rows.flatMap(({ state, end, attempts }, index) =>
    state === 'not-sent' || end ? [{ row: index + 1, attempts }] : [],
  ),
})

/** The block, and how its amounts change; null: they stay. Or why nothing of it may be amended now. */
function amendable(
  { store, rows, splitAnew }: Pick<BlockControlOptions, 'store' | 'rows' | 'splitAnew'>,
  request: Request<'block.checkAmend'>,
):
  | { readonly block: Block; readonly change: AmountChange | null }
  | { readonly why: string; readonly isUnknown: boolean } {
  const { blockId, total } = request
  const block = store.get(blockId)
  if (!block) return { why: UNKNOWN, isUnknown: true }
  const why = rows.whyBlocked(block)
  if (why !== null) return { why, isUnknown: false }
  if (total === undefined) return { block, change: null }
  const made = splitAnew.split(block, total)
  if (!made.ok) return { why: made.sentence, isUnknown: false }
  return isAsRead(block, made.rows, request)
    ? { block, change: made.change }
    : { why: SPLIT_CHANGED, isUnknown: false }
}

export function createBlockControl(options: BlockControlOptions): BlockControl {
  const { clock, access, store, rows, cancels, amends, rowsAtVenue, who, dealer } = options

  return {
    pause({ blockId }) {
      const block = store.get(blockId)
      if (!block) return refused(UNKNOWN)
      if (isRetrying(block)) {
        rows.pause(blockId, `Paused by ${who()}.`)
        return ok({})
      }
      if (block.state === 'paused') return ok({})
      if (block.state === 'stopped') return refused('This block was stopped: nothing of it leaves any more.')
      if (block.state !== 'sending' || !hasWaiting(block))
        return refused('Every row of this block had its turn.')
      rows.pause(blockId, `Paused by ${who()}.`)
      return ok({})
    },
    resume({ blockId }) {
      const block = store.get(blockId)
      if (!block) return refused(UNKNOWN)
      if (block.state === 'sending') return ok({})
      if (block.state !== 'paused') return refused('This block is over: there is nothing to resume.')
      const why = rows.whyBlocked(block) ?? rowsAtVenue.whyNoResume(block)
      if (why !== null) return refused(why)
      store.note(blockId, { kind: 'resumed', at: clock.now(), by: dealer() })
      rows.begin(blockId)
      return ok({})
    },
    stop({ blockId }) {
      const block = store.get(blockId)
      if (!block) return refused(UNKNOWN)
      const hadChanges = amends.stop(blockId, `The block was stopped by ${who()} before its change left.`)
      // Also of a block that is over: a retry may be on its way to the venue.
      const hadOpen = rows.stop(blockId, `Stopped by ${who()}.`)
      return hadOpen || hadChanges || block.state === 'stopped'
        ? ok({})
        : refused('Every row of this block had its turn: there is nothing to stop.')
    },
    async cancel({ blockId }) {
      const block = store.get(blockId)
      if (!block) return refused(UNKNOWN)
      if (!access.broker()) return fail(notSignedIn())
      rows.stop(blockId, `Canceled by ${who()}.`)
      const covered = block.rows.map(({ attempts }) => attempts)
      // In the journal ahead of the entries of the cancels.
      const written = store.commit(blockId, { kind: 'cancel-asked', at: clock.now(), by: dealer(), covered })
      amends.stop(blockId, `The block was canceled by ${who()} before its change left.`)
      const orders = cancels.start(block)
      await written
      return ok({ orders })
    },
    amend(request) {
      const found = amendable(options, request)
      if ('why' in found) return refused(found.isUnknown ? found.why : `Nothing was amended. ${found.why}`)
      const { block, change } = found
      const by = dealer()
      return amends.start(block, request, () => {
        const act = { at: clock.now(), by }
        store.note(
          block.plan.blockId,
          change === null
            ? pricesChanged(block, request, act)
            : { kind: 'amount-changed', ...act, change: (block.changes ?? 0) + 1, ...change },
        )
      })
    },
    checkAmend(request) {
      const found = amendable(options, request)
      return 'why' in found
        ? { refusal: found.why, findings: [], notional: null }
        : amends.check(found.block, request)
    },
    splitAnew(request) {
      const block = store.get(request.blockId)
      return block ? options.splitAnew.answer(block, request) : refused(UNKNOWN)
    },
    retryRows({ blockId, customerCodes, read: asRead = [] }) {
      const block = store.get(blockId)
      if (!block) return refused(UNKNOWN)
      const blocked = rows.whyBlocked(block)
      if (blocked !== null) return refused(`Nothing was sent. ${blocked}`)
      const indexOf = new Map(block.plan.rows.map(({ customerCode }, index) => [customerCode, index]))
      const taken: number[] = []
      const asked = customerCodes.map((customerCode) => {
        const index = indexOf.get(customerCode) ?? -1
        const read = asRead.find((each) => each.customerCode === customerCode)
        const why = whyNoRetry(block, index, { ...options, read, besides: taken })
        if (why === null) taken.push(index)
        return { customerCode, why }
      })
      rows.retry(blockId, taken, dealer())
      return ok({
        taken: taken.length,
        refused: asked.flatMap(({ customerCode, why }) => (why === null ? [] : [{ customerCode, why }])),
      })
    },
    close({ blockId }) {
      const block = store.get(blockId)
      if (!block) return refused(UNKNOWN)
      if (isUnderWay(block) || isRetrying(block))
        return refused('Some orders of this block have not been sent. Stop the block first.')
      if (block.state !== 'closed') store.note(blockId, { kind: 'closed', at: clock.now(), by: dealer() })
      return ok({})
    },
  }
}
