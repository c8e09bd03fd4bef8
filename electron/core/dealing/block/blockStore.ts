/** The blocks of the account in use: folded from their events and from their orders, journaled, and published on the topic `blocks`. Sends nothing. */

import type { Clock } from '../../../../shared/base/clock.ts'
import type { Result } from '../../../../shared/base/result.ts'
import {
  foldBlockEvent,
  foldBlockOrder,
  isRetrying,
  isUnderWay,
  rowsOfBlock,
  type Block,
  type BlockEvent,
} from '../../../../shared/domain/block/blockFold.ts'
import { foldClaims, type ClaimBook } from '../../../../shared/domain/block/shares/claims.ts'
import { blockNews, retryNews } from '../../../../shared/domain/block/blockNotices.ts'
import type { BlockAmend, BlockCancel, BlockRecord } from '../../../../shared/domain/block/blockRecord.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { JournalWriter } from '../../journal/journalWriter.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import { createOncePerTurn } from '../../support/oncePerTurn.ts'
import { publish, type Published } from '../../support/publishTopic.ts'

/** Blocks that are over and have no live order are known until so many newer ones are over. */
const KEPT = 20
/** A record costs in proportion to its rows. While a block of more rows than this is sent, windows get it at most this often, ms. */
const LARGE = 20
const LARGE_EVERY = 100

export interface BlockStoreOptions {
  readonly clock: Clock
  readonly journalWriter: Pick<JournalWriter, 'note' | 'commit'>
  readonly orderStore: Pick<OrderStore, 'live'>
  readonly notices: Pick<Notices, 'report'>
  /** By block id, oldest first; changed in place. */
  readonly blocks: () => Map<string, Block>
  /** What the splits of blocks owe; changed in place. */
  readonly claims: () => ClaimBook
  /** It changed, or is that of another account. */
  readonly claimsChanged: () => void
  /** How far the cancel of a block got; null: it was not canceled in this run. */
  readonly cancelOf: (blockId: string) => BlockCancel | null
  /** The same of its amend. */
  readonly amendOf: (blockId: string) => BlockAmend | null
}

export interface BlockStore {
  readonly topic: Published<'blocks'>
  get(blockId: string): Block | undefined
  all(): readonly Block[]
  /** Folds an event in and journals it without waiting for the disk. */
  note(blockId: string, event: BlockEvent): void
  /** The same; ok once the event is on disk. */
  commit(blockId: string, event: BlockEvent): Promise<Result<null, string>>
  /** Takes a new block in; resolves ok once its plan is on disk. A failure: the block is dropped. */
  plan(plan: Block['plan']): Promise<Result<null, string>>
  /** Whether its plan is on disk: before that nothing of it may leave. */
  isOnDisk(blockId: string): boolean
  /** Folds in a change of an order. */
  orderChanged(now: Order): void
  /** Publishes the block once more: its cancel or amend went on. */
  changed(blockId: string): void
  /** Another account's blocks are in use. */
  replace(): void
}

/** What windows get of a block. */
function recordFor(
  block: Block,
  { cancelOf, amendOf }: Pick<BlockStoreOptions, 'cancelOf' | 'amendOf'>,
): BlockRecord {
  const { intentId: _i, check: _c, warnings: _w, split: _s, rotation: _m, rows: _rows, ...plan } = block.plan
  const { state, why } = block
  const rows = rowsOfBlock(block)
  return {
    ...plan,
    state,
    why,
    // While it sends, it is published for every row, and windows have its orders anyway.
    rows: state === 'sending' ? rows.map(({ end: _end, ...row }) => row) : rows,
    cancel: cancelOf(plan.blockId),
    amend: amendOf(plan.blockId),
  }
}

export function createBlockStore(options: BlockStoreOptions): BlockStore {
  const { clock, journalWriter, orderStore, notices, blocks, cancelOf, amendOf } = options

  const recordOf = (block: Block): BlockRecord => recordFor(block, { cancelOf, amendOf })
  const topic = publish<'blocks'>(() => [...blocks().values()].map(recordOf))
  /** Blocks whose plan is on its way to the disk. */
  const unwritten = new Set<string>()
  const waiting = new Set<string>()
  let publishedAt = Number.NEGATIVE_INFINITY
  let isPlanned = false
  const publishWaiting = (): void => {
    const known = blocks()
    const records = [...waiting].flatMap((id) => known.get(id) ?? []).map(recordOf)
    waiting.clear()
    publishedAt = clock.monotonic()
    if (records.length > 0) topic.delta(records)
  }
  const isLargeAndSending = (id: string): boolean => {
    const known = blocks().get(id)
    return known?.state === 'sending' && known.rows.length > LARGE
  }
  const publishSoon = createOncePerTurn(() => {
    const early = publishedAt + LARGE_EVERY - clock.monotonic()
    if (early <= 0 || ![...waiting].every(isLargeAndSending)) return publishWaiting()
    if (isPlanned) return
    isPlanned = true
    clock.after(early, () => {
      isPlanned = false
      publishWaiting()
    })
  })
  const changed = (blockId: string): void => {
    waiting.add(blockId)
    publishSoon()
  }

  const fold = (blockId: string, event: BlockEvent): void => {
    const before = blocks().get(blockId)
    foldBlockEvent(blocks(), blockId, event)
    const now = blocks().get(blockId)
    if (now === before) return
    foldClaims(options.claims(), before, now)
    if (before && before.counted !== now?.counted) options.claimsChanged()
    changed(blockId)
    if (!now) return
    const news = [
      before ? retryNews(before, now) : null,
      now.state === before?.state ? null : blockNews(now),
    ].filter((each) => each !== null)
    if (news.length > 0) notices.report(news)
  }

  /** A new segment of the journal begins with every known block, and every window gets them. */
  const dropOld = (): void => {
    const live = new Set(orderStore.live().flatMap(({ block: tag }) => tag?.id ?? []))
    const over = [...blocks()].filter(([id, each]) => !isUnderWay(each) && !isRetrying(each) && !live.has(id))
    const old = over.slice(0, Math.max(0, over.length - KEPT))
    for (const [id] of old) blocks().delete(id)
    if (old.length > 0) topic.replace()
  }

  return {
    topic,
    get: (blockId) => blocks().get(blockId),
    all: () => [...blocks().values()],
    note(blockId, event) {
      fold(blockId, event)
      journalWriter.note({ type: 'block', blockId, event })
    },
    commit(blockId, event) {
      fold(blockId, event)
      return journalWriter.commit({ type: 'block', blockId, event })
    },
    async plan(plan) {
      const { blockId, createdAt } = plan
      dropOld()
      const event = { kind: 'planned' as const, at: createdAt, plan }
      unwritten.add(blockId)
      // Another account may be signed in once the plan is written.
      const [known, claims] = [blocks(), options.claims()]
      // The plan counts at once: its own write can begin a new segment, which has both the block and the claims.
      fold(blockId, event)
      const written = await journalWriter.commit({ type: 'block', blockId, event })
      unwritten.delete(blockId)
      if (!written.ok) {
        foldClaims(claims, known.get(blockId), undefined)
        if (known.delete(blockId)) topic.replace()
      }
      options.claimsChanged()
      return written
    },
    isOnDisk: (blockId) => !unwritten.has(blockId),
    orderChanged(now) {
      const id = foldBlockOrder(blocks(), now)
      if (id !== null) changed(id)
    },
    changed,
    replace: () => topic.replace(),
  }
}
