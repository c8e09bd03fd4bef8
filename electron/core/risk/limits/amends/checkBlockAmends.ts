/** Checks the amend of a block against the limits: the whole before the first change leaves, and each order again at its turn, when its change counts. Sends nothing. */

import type { Clock } from '../../../../../shared/base/clock.ts'
import {
  ZERO,
  compare,
  decimal,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../../../shared/base/decimal.ts'
import { checkAmendedBasket } from '../../../../../shared/domain/limits/amendedBasket.ts'
import { isAmong, namesOfWarnings } from '../../../../../shared/domain/limits/basketWarnings.ts'
import { limitBlockNews, UNCONFIRMED } from '../../../../../shared/domain/limits/limitNotices.ts'
import { amendedDraft } from '../../../../../shared/domain/orders/amendedDraft.ts'
import type { BlockWarning, LimitFinding } from '../../../../../shared/domain/orders/limitDecision.ts'
import {
  NO_CHANGES,
  isLive,
  orderKey,
  type Order,
  type OrderChanges,
  type OrderDraft,
} from '../../../../../shared/domain/orders/order.ts'
import type { ActKey } from '../../../approvals/actKey.ts'
import type { JournalWriter } from '../../../journal/journalWriter.ts'
import { askForNumber } from '../askForNumber.ts'
import type { LimitRevisions } from '../changeLimitsInForce.ts'
import { checkAtTurn } from '../checkAtTurn.ts'
import type { ScaleCheckOptions } from '../checkScales.ts'
import type { ExceededLimitsOptions } from '../exceededLimits.ts'
import type { LimitVerdict } from '../limitVerdict.ts'
import { openPairs } from '../openExposures.ts'
import {
  amendKey,
  amendToHold,
  blockAmendKey,
  blockAmendToHold,
  isOnlySmaller,
  type BlockAmended,
} from '../ordersToHold.ts'
import type { SentOrderTotals } from '../sentOrderTotals.ts'
import type { GatherForAmends } from './gatherForAmends.ts'

export interface BlockAmendCheckOptions extends Omit<ScaleCheckOptions, 'sent'> {
  readonly clock: Clock
  readonly context: ExceededLimitsOptions
  readonly revisions: Pick<LimitRevisions, 'inForce'>
  readonly sent: Pick<SentOrderTotals, 'note' | 'entryOf' | 'total' | 'sinceIn'>
  readonly journalWriter: Pick<JournalWriter, 'note'>
  readonly gatherForAmends: GatherForAmends
  /** Whether the act of this key is being done now because a second dealer approved it. */
  readonly isApproved: (key: ActKey) => boolean
}

export interface BlockAmendToCheck extends BlockAmended {
  /** Contracts of the whole block after the change, with what has filled. */
  readonly contracts: Decimal
}

/** What of a change was decided for the whole. */
export interface DecidedForWhole {
  /** A second dealer approved it. Where nobody had to, each order is judged by the four-eyes rules at its turn, because a position may end meanwhile. */
  readonly isApproved: boolean
  /** Warnings that the dealer answered. */
  readonly warnings: readonly BlockWarning[]
}

export type BlockAmendVerdict =
  | ({ readonly kind: 'pass' } & DecidedForWhole)
  | Exclude<LimitVerdict, { readonly kind: 'pass' }>

/** `wait`: the limits of a second allow the change soon. `stop`: not now; `isForAll`: any other order of the block would meet the same limit. */
export type AmendVerdict =
  | { readonly kind: 'pass' | 'wait' }
  | { readonly kind: 'stop'; readonly sentence: string; readonly isForAll: boolean }

export interface BlockAmendChecks {
  /** The limits that the block would exceed after the change, refusals first, and its notional in USDC; null where no price is known. Counts nothing and journals nothing. */
  previewBlockAmend(amend: BlockAmendToCheck): {
    readonly findings: readonly LimitFinding[]
    readonly notional: Decimal | null
  }
  /** Judges the whole. Nothing counts yet: each change counts at its turn. `typed`: the number that the dealer typed at a warning of this change, else null. */
  checkBlockAmend(amend: BlockAmendToCheck, typed: string | null): BlockAmendVerdict
  /** Judges the change of one order at its turn. One that passes counts as sent: note it in the order store in the same turn. */
  checkAmendOfBlock(order: Order, changes: OrderChanges, whole: DecidedForWhole): AmendVerdict
}

const highest = (prices: readonly (DecimalText | null)[]): DecimalText | null =>
  prices.reduce((most, price) =>
    price === null || (most !== null && compare(decimal(most), decimal(price)) >= 0) ? most : price,
  )

/** Names the change, so that a number that was typed for one change answers no other. */
const idOf = ({ blockId, total, prices: { limitPrice, triggerPrice } }: BlockAmended): string =>
  `${blockId} amended to ${total ?? `${limitPrice ?? ''}/${triggerPrice ?? ''}`}`

/** All contracts of the block after the change as one order, at the highest price of its orders. */
function wholeOf(known: readonly Order[], { blockId, orders, contracts }: BlockAmendToCheck): OrderDraft {
  const changes = new Map(orders.map(([order, change]) => [orderKey(order), change]))
  const drafts = known
    .filter((order) => order.block?.id === blockId && isLive(order))
    .map((order) => amendedDraft(order, changes.get(orderKey(order)) ?? NO_CHANGES))
  const [first] = drafts
  if (!first) throw new Error('an amend of a block without a live order')
  return {
    ...first,
    amount: toText(contracts),
    cashAmount: null,
    limitPrice: highest(drafts.map(({ limitPrice }) => limitPrice)),
    triggerPrice: highest(drafts.map(({ triggerPrice }) => triggerPrice)),
  }
}

export function createBlockAmendChecks(options: BlockAmendCheckOptions): BlockAmendChecks {
  const { clock, context, revisions, exceeded, answers, journalFindings, report, hold, version } = options
  const { sent, journalWriter } = options

  const judge = (amend: BlockAmendToCheck) => {
    const { rules, unconfirmed } = revisions.inForce()
    const whole = wholeOf(context.orderStore.recent(), amend)
    const gathered = options.gatherForAmends()
    const each = amend.orders.map(([before, changes]) => {
      const draft = amendedDraft(before, changes)
      return {
        customerCode: draft.customerCode,
        before,
        draft,
        isOnlySmaller: isOnlySmaller(before, draft),
        ...exceeded(draft, { confirmed: false, walk: null, amends: before, isFirstOfSecond: true, gathered }),
      }
    })
    const amounts = new Map(amend.orders.map(([order, { amount }]) => [orderKey(order), amount]))
    const amountAfter = (order: Order): Decimal | null => {
      const amount = amounts.get(orderKey(order)) ?? null
      return amount === null ? null : decimal(amount)
    }
    const drafts = each.map(({ draft }) => draft)
    const basket = checkAmendedBasket(whole, each, rules, {
      now: context.clock.now(),
      prices: context.instruments.prices(whole.symbol),
      pairs: openPairs(context, drafts, null, amountAfter),
      sent: (scope, window) => sent.total(scope, window),
      sentSince: (window) => sent.sinceIn(window),
      unread: context.unread,
    })
    const blocks = [
      ...(unconfirmed === null || basket.tradeOut
        ? []
        : [{ level: 'block' as const, limit: UNCONFIRMED, sentence: unconfirmed }]),
      ...basket.findings.filter(({ level }) => level === 'block'),
    ]
    return { ...basket, whole, each, blocks }
  }

  return {
    previewBlockAmend(amend) {
      const { blocks, findings, notional } = judge(amend)
      return { findings: [...blocks, ...findings.filter(({ level }) => level !== 'block')], notional }
    },
    checkBlockAmend(amend, typed) {
      const id = idOf(amend)
      const { whole, each, findings, warnings, blocks, notional } = judge(amend)
      if (blocks.length > 0) {
        journalFindings(id, whole, blocks)
        report([limitBlockNews(id, whole, blocks)])
        return { kind: 'block', findings: blocks, version: version() }
      }
      const names = namesOfWarnings(warnings)
      if (findings.length > 0 && !answers.isAnswered(id, names, typed))
        return askForNumber(
          { answers, journalFindings, version: version() },
          id,
          whole,
          findings,
          notional,
          names,
        )
      const act = blockAmendToHold(amend, each)
      const held = act === null ? null : hold(blockAmendKey(amend), act)
      if (held !== null) return { kind: 'held', sentence: held }
      answers.forget(id)
      return { kind: 'pass', warnings, isApproved: options.isApproved(blockAmendKey(amend)) }
    },
    checkAmendOfBlock(order, changes, { isApproved, warnings }) {
      const draft = amendedDraft(order, changes)
      const { found, open, stop } = checkAtTurn(
        exceeded,
        draft,
        { confirmed: false, walk: null, amends: order },
        (each) => isAmong(warnings, each, draft.customerCode),
      )
      if (stop) {
        journalFindings(order.referenceId, draft, open)
        const more =
          stop.finding.level === 'warn'
            ? ' The limits did not warn of this when you sent the change. Send the change once more to answer the warning.'
            : ''
        return { kind: 'stop', sentence: `${stop.finding.sentence}${more}`, isForAll: stop.isForAll }
      }
      if (open.length > 0) return { kind: 'wait' }
      const { notional, tradeOut } = found
      const act = isApproved ? null : amendToHold(order, { draft, notional, tradeOut })
      const held = act === null ? null : hold(amendKey(order), act)
      if (held !== null) return { kind: 'stop', sentence: held, isForAll: false }
      const send = sent.note(`${order.referenceId} amended ${clock.now()}`, draft, notional ?? ZERO)
      // A later start reads from the journaled intent what an order counted. For an amend it has only this entry.
      journalWriter.note(sent.entryOf([send]))
      return { kind: 'pass' }
    },
  }
}
