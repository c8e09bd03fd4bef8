/** Takes a block: one order for many customers. The whole passes the checks together, and its plan is on disk before its first row leaves, or nothing is sent (ADR 27). */

import { momentOf, type Clock } from '../../../../shared/base/clock.ts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import {
  areSameOrders,
  blockDraftOf,
  draftOfRow,
  whyNoBlock,
  wholeOfBlock,
} from '../../../../shared/domain/block/blockAct.ts'
import { intentOfBlockRow } from '../../../../shared/domain/block/blockFold.ts'
import { claimKey, type ClaimBook } from '../../../../shared/domain/block/shares/claims.ts'
import { whyNoSplit } from '../../../../shared/domain/block/shares/whyNoSplit.ts'
import { withDefaults } from '../../../../shared/domain/orders/orderLife.ts'
import type { ReferenceId, Symbol } from '../../../../shared/domain/scalars.ts'
import { pressedTooLongAgo, SESSION_ENDED } from '../../orders/lastCheckAndJournalBeforeSend.ts'
import type { LimitEngine } from '../../risk/limits/checkAndCountOrders.ts'
import type { Access } from '../../support/brokerAccess.ts'
import type { BlockStore } from './blockStore.ts'
import { problemOfBlock, type BlockCheckRules } from './checkBlock.ts'
import type { BlockRows } from './sendBlockRows.ts'
import type { MoveRotation } from './storedRotation.ts'

export interface BlockSubmissionOptions extends BlockCheckRules {
  readonly clock: Clock
  readonly access: Access
  readonly store: BlockStore
  readonly rows: Pick<BlockRows, 'begin' | 'stop'>
  readonly limits: Pick<LimitEngine, 'walk' | 'checkBlock'>
  readonly moveRotation: MoveRotation
  /** What the splits of blocks owe. */
  readonly claims: () => ClaimBook
  /** Contracts of a lot; null: not known. */
  readonly lotOf: (symbol: Symbol) => DecimalText | null
  /** Who deals, in the dealer's own words; null: nobody is named. */
  readonly dealer: () => string | null
  /** The order that each intent of this user became, in earlier runs too. */
  readonly intents: () => Map<string, ReferenceId>
}

type BlockRequest = Request<'order.submitBlock'>
type Submitted = Result<Reply<'order.submitBlock'>, Failure>
export type SubmitBlock = (request: BlockRequest) => Promise<Submitted>

const refused = (sentence: string): Submitted => fail(failureOf('refused', sentence))

export function createBlockSubmission(options: BlockSubmissionOptions): SubmitBlock {
  const { clock, access, store, rows, limits, intents } = options
  /** Blocks whose first attempt has no reply yet. */
  const underWay = new Map<string, Promise<Submitted>>()
  let lastId = 0

  /** `B` and the time in base 36, in seconds: seven characters. No two blocks of a journal share one. */
  const mintId = (): string => {
    lastId = Math.max(Math.floor(clock.now() / 1_000), lastId + 1)
    while (store.get(`B${lastId.toString(36)}`)) lastId++
    return `B${lastId.toString(36)}`
  }

  /** What an earlier request with this id became; null: there was none. */
  const earlier = ({ intentId, draft, rows: asked }: BlockRequest): Submitted | null => {
    const known = store.all().find(({ plan }) => plan.intentId === intentId)
    if (known) {
      return areSameOrders(known.plan, { draft: blockDraftOf(withDefaults(draft)), rows: asked })
        ? ok({ outcome: 'taken', blockId: known.plan.blockId })
        : refused(
            'Nothing more was sent: a block with this id was sent before, with other orders. Look at its orders, then send the block again.',
          )
    }
    return asked.some((_, index) => intents().has(intentOfBlockRow(intentId, index + 1, 1)))
      ? refused('Nothing was sent: a block with this id was sent before. Look at its orders.')
      : null
  }

  const submitOnce = async (request: BlockRequest): Promise<Submitted> => {
    const {
      intentId,
      draft,
      rows: asked,
      typed,
      group,
      method,
      onRefused,
      inFlight,
      split,
      rotation,
    } = request
    const pressedAt = momentOf(clock)
    const broker = access.broker()
    const noBlock = whyNoBlock(draft, asked)
    if (noBlock !== null) return refused(`Nothing was sent. ${noBlock}`)
    const owed = options.claims().get(claimKey(draft.symbol, draft.side)) ?? null
    const noSplit = whyNoSplit(request, options.lotOf(draft.symbol), owed)
    if (noSplit !== null) return refused(`Nothing was sent. ${noSplit}`)
    const blockDraft = blockDraftOf(withDefaults(draft))
    const orders = asked.map((row) => draftOfRow(blockDraft, row))
    const whole = wholeOfBlock(withDefaults(draft), asked)
    const whyNot = (): Failure | null => {
      const late = pressedTooLongAgo(clock, pressedAt)
      if (late !== null) return failureOf('refused', `Nothing was sent: ${late}`)
      const problem = problemOfBlock(options, request)
      if (problem === null) return null
      const { failure, isOfRow } = problem
      return isOfRow ? { ...failure, message: `Nothing of the block was sent. ${failure.message}` } : failure
    }
    const problem = whyNot()
    if (problem) return fail(problem)
    const walk = await limits.walk(whole)
    const problemNow = whyNot()
    if (problemNow) return fail(problemNow)
    if (!broker || access.broker() !== broker) return refused(`Nothing was sent. ${SESSION_ENDED}`)
    const verdict = limits.checkBlock({ intentId, whole, orders, walk, typed })
    if (verdict.kind === 'block')
      return refused(verdict.findings[0]?.sentence ?? 'A limit forbids this block.')
    if (verdict.kind === 'held') return refused(verdict.sentence)
    if (verdict.kind === 'warn') {
      const { findings, type, means, notional } = verdict
      return ok({ outcome: 'warned', warnings: [...findings], type, means, notional })
    }
    const blockId = mintId()
    const written = await store.plan({
      blockId,
      intentId,
      createdAt: clock.now(),
      group,
      method,
      draft: blockDraft,
      rows: [...asked],
      onRefused,
      inFlight,
      ...(split === undefined ? {} : { split }),
      ...(rotation === undefined ? {} : { rotation }),
      dealer: options.dealer(),
      check: verdict.decision,
      warnings: [...verdict.warnings],
    })
    if (!written.ok) return refused(`Nothing was sent. ${written.failure}`)
    const late = pressedTooLongAgo(clock, pressedAt)
    if (late !== null || access.broker() !== broker) {
      const why = late === null ? SESSION_ENDED : `Nothing was sent: ${late}`
      rows.stop(blockId, why)
      return refused(why)
    }
    // Before a row leaves: a crash in between would give the next block the same customers first.
    if (rotation) options.moveRotation(blockId, group, rotation)
    rows.begin(blockId)
    return ok({ outcome: 'taken', blockId })
  }

  return (request) => {
    const running = underWay.get(request.intentId)
    if (running) return running
    const known = earlier(request)
    if (known) return Promise.resolve(known)
    const attempt = submitOnce(request).finally(() => underWay.delete(request.intentId))
    underWay.set(request.intentId, attempt)
    return attempt
  }
}
