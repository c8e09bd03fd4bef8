/** Checks a block against the limits: all its orders before the first is sent, and each again at its turn, when it counts. Sends nothing. */

import { toText, ZERO, type Decimal } from '../../../../shared/base/decimal.ts'
import { once } from '../../../../shared/domain/limits/once.ts'
import type { BookWalk } from '../../../../shared/domain/book/bookWalk.ts'
import { favoredAgain, leftBeside } from '../../../../shared/domain/conflicts/favoredAgain.ts'
import { aheadOf, crossedBy, standingOrders } from '../../../../shared/domain/limits/crossing.ts'
import { checkBasket } from '../../../../shared/domain/limits/basketCheck.ts'
import { limitBlockNews, UNCONFIRMED } from '../../../../shared/domain/limits/limitNotices.ts'
import { isAmong, namesOfWarnings } from '../../../../shared/domain/limits/basketWarnings.ts'
import type {
  BlockWarning,
  LimitDecision,
  LimitFinding,
} from '../../../../shared/domain/orders/limitDecision.ts'
import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import { oppositeSide, type CustomerCode } from '../../../../shared/domain/scalars.ts'
import { actKey } from '../../approvals/actKey.ts'
import type { HeldAct } from '../../approvals/approvals.ts'
import { askForNumber } from './askForNumber.ts'
import { checkAtTurn } from './checkAtTurn.ts'
import type { LimitRevisions } from './changeLimitsInForce.ts'
import type { ScaleCheckOptions } from './checkScales.ts'
import { readNumber, type ExceededLimitsOptions } from './exceededLimits.ts'
import { blockToHold } from './ordersToHold.ts'
import type { LimitVerdict } from './limitVerdict.ts'
import { openPairs } from './openExposures.ts'
import type { SentOrderTotals } from './sentOrderTotals.ts'

export interface BlockCheckOptions extends ScaleCheckOptions {
  readonly context: ExceededLimitsOptions
  readonly revisions: Pick<LimitRevisions, 'inForce'>
  readonly sent: Pick<SentOrderTotals, 'note' | 'total' | 'sinceIn' | 'alikeCount'>
}

export interface BlockToCheck {
  readonly intentId: string
  /** All contracts as one order. */
  readonly whole: OrderDraft
  /** One a customer. */
  readonly orders: readonly OrderDraft[]
  /** The levels that a market order of the whole would fill against; null for other orders, and without a live book. */
  readonly walk: BookWalk | null
  /** The number that the dealer typed at a warning of this block, else null. */
  readonly typed: string | null
}

/** `warnings`: those that the dealer answered. */
export type BlockVerdict =
  | { readonly kind: 'pass'; readonly decision: LimitDecision; readonly warnings: readonly BlockWarning[] }
  | Exclude<LimitVerdict, { readonly kind: 'pass' }>

/** `wait`: the limits of a second allow the order once less was sent in it. `stop`: not now; `isForAll`: any other row would meet the same limit. */
export type RowVerdict =
  | { readonly kind: 'pass'; readonly decision: LimitDecision }
  | { readonly kind: 'wait' }
  | { readonly kind: 'stop'; readonly sentence: string; readonly isForAll: boolean }

export interface BlockChecks {
  /** What the four-eyes rules judge of a block; null: nothing that a rule could name. Counts nothing. */
  actOfBlock(block: Pick<BlockToCheck, 'whole' | 'orders' | 'walk'>): HeldAct | null
  /** The limits that the block would exceed now, refusals first, and its notional in USDC; null where no price is known. Counts nothing and journals nothing. */
  previewBlock(block: Pick<BlockToCheck, 'whole' | 'orders' | 'walk'>): {
    readonly findings: readonly LimitFinding[]
    readonly notional: Decimal | null
  }
  /** Judges the whole. Nothing counts yet: each order counts at its turn. */
  checkBlock(block: BlockToCheck): BlockVerdict
  /** Judges one order at its turn. `warnings`: those that the dealer answered for the whole. `isRetry`: an order of this row is proven dead, so that this one repeats none. One that passes counts as sent: store it in the same turn. */
  checkRow(
    intentId: string,
    draft: OrderDraft,
    given: {
      readonly walk: BookWalk | null
      /** The block, whose other rows are no orders of others. */
      readonly blockId: string
      /** All customers of the block. */
      readonly together: ReadonlySet<CustomerCode>
      readonly warnings: readonly BlockWarning[]
      readonly isRetry: boolean
      readonly typed: string | null
    },
  ): RowVerdict
}

export function createBlockChecks(options: BlockCheckOptions): BlockChecks {
  const { exceeded, context, revisions, sent, answers, journalFindings, report, hold, version } = options

  const judge = ({ whole, orders, walk }: Pick<BlockToCheck, 'whole' | 'orders' | 'walk'>) => {
    const { rules, unconfirmed } = revisions.inForce()
    const { symbol, side } = whole
    const known = context.orderStore.recent()
    const opposite = standingOrders(known, { symbol, side: oppositeSide(side) })
    const alongside = standingOrders(known, { symbol, side })
    const together = new Set(orders.map(({ customerCode }) => customerCode))
    const left = once(() => leftBeside(context.orderStore.newest(), whole, context.clock.now()))
    const basket = checkBasket(whole, orders, rules, {
      now: context.clock.now(),
      prices: context.instruments.prices(whole.symbol),
      pairs: openPairs(context, orders, null),
      sent: (scope, window) => sent.total(scope, window),
      sentSince: (window) => sent.sinceIn(window),
      alike: (draft) => sent.alikeCount(draft),
      crossed: (draft) => crossedBy(draft, walk, opposite),
      passed: (draft) => aheadOf(draft, alongside),
      favored: (draft) =>
        favoredAgain(left()(draft.customerCode, together), draft, context.unread(draft.customerCode)),
      unread: context.unread,
      leverage: (draft) => readNumber(context.leverage(draft.customerCode, draft.symbol)),
      walk,
    })
    const blocks = [
      ...(unconfirmed === null
        ? []
        : [{ level: 'block' as const, limit: UNCONFIRMED, sentence: unconfirmed }]),
      ...basket.findings.filter(({ level }) => level === 'block'),
    ]
    return { ...basket, blocks }
  }

  return {
    actOfBlock: (block) => blockToHold({ draft: block.whole, ...judge(block) }, block.orders),
    previewBlock(block) {
      const { blocks, findings, notional } = judge(block)
      return { findings: [...blocks, ...findings.filter(({ level }) => level !== 'block')], notional }
    },
    checkBlock(block) {
      const { intentId, whole, typed } = block
      const { findings, warnings, blocks, notional, tradeOut } = judge(block)
      const names = namesOfWarnings(warnings)
      if (blocks.length > 0) {
        journalFindings(intentId, whole, blocks)
        report([limitBlockNews(intentId, whole, blocks)])
        return { kind: 'block', findings: blocks, version: version() }
      }
      const isAnswered = answers.isAnswered(intentId, names, typed)
      const shownNotional = notional === null ? null : toText(notional)
      if (findings.length > 0 && !isAnswered) {
        return askForNumber(
          { answers, journalFindings, version: version() },
          intentId,
          whole,
          findings,
          notional,
          names,
        )
      }
      const act = blockToHold({ draft: whole, notional, tradeOut }, block.orders)
      const held = act === null ? null : hold(actKey('block', intentId), act)
      if (held !== null) return { kind: 'held', sentence: held }
      answers.forget(intentId)
      return {
        kind: 'pass',
        warnings,
        decision: {
          version: version(),
          findings: [...findings],
          typed: isAnswered ? typed : null,
          ...(shownNotional === null ? {} : { notional: shownNotional }),
        },
      }
    },

    checkRow(intentId, draft, { walk, blockId, together, warnings, isRetry, typed }) {
      const { found, open, stop } = checkAtTurn(
        exceeded,
        draft,
        { confirmed: false, walk, amends: null, blockId, together },
        (each) => (isRetry && each.limit === 'duplicates') || isAmong(warnings, each, draft.customerCode),
      )
      if (stop) {
        journalFindings(intentId, draft, open)
        return { kind: 'stop', sentence: stop.finding.sentence, isForAll: stop.isForAll }
      }
      if (open.length > 0) return { kind: 'wait' }
      const { findings, notional } = found
      sent.note(intentId, draft, notional ?? ZERO)
      return {
        kind: 'pass',
        decision: {
          version: version(),
          findings: [...findings],
          typed: findings.length > 0 ? typed : null,
          ...(notional === null ? {} : { notional: toText(notional) }),
        },
      }
    },
  }
}
