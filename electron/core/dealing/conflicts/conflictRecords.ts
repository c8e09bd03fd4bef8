/** Folds the journal's entries about orders and warnings of conflicts, of one account, in the order in which they were written. Pure apart from its own maps. */

import { compare, decimal } from '../../../../shared/base/decimal.ts'
import {
  MOST_CONFLICTS,
  MOST_ORDERS,
  type ConflictWarning,
  type WarnedOf,
} from '../../../../shared/domain/conflicts/conflictReport.ts'
import type { PricedAt } from '../../../../shared/domain/conflicts/tradedAhead.ts'
import type { JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import type { LimitFinding } from '../../../../shared/domain/orders/limitDecision.ts'
import { orderKey, type Order } from '../../../../shared/domain/orders/order.ts'
import { applyOrderEvent } from '../../../../shared/domain/orders/orderLife.ts'
import { createTimeLine, type TimeLine } from './timeLine.ts'
import { draftWords } from '../../risk/limits/journalLimitFindings.ts'

/** What every entry that counts contains one of. */
const TEXTS = [
  '"type":"order"',
  '"type":"block"',
  '"type":"carried"',
  '"type":"limit"',
  '"type":"started"',
] as const

export interface ConflictRecords {
  readonly texts: readonly string[]
  take(entry: JournalEntry): void
  /** The newest, in the order in which they were made. Their times are on a line that never goes back: `wallOf` gives the clock's. */
  orders(): readonly Order[]
  /** Whether every row of the block had its turn and each of its orders is among `orders()`, where no entry of the journal is missing. */
  isWholeBlock(blockId: string): boolean
  /** When an amend gave the order the limit price that it has, on that line; null: it had it from its start. */
  readonly pricedAt: PricedAt
  readonly wallOf: TimeLine['wallOf']
  /** The newest, oldest first. */
  warned(): readonly ConflictWarning[]
  /** Older ones, which were let go. */
  leftOut(): { readonly orders: number; readonly warned: number }
  /** When the oldest entry was written; null before the first. */
  from(): number | null
}

const KINDS: ReadonlyMap<string, WarnedOf> = new Map([
  ['crosses', 'crossed'],
  ['ahead', 'ahead'],
  ['preference', 'preference'],
  ['oneSided', 'one-sided'],
])
const warningsOf = (findings: readonly LimitFinding[]): Pick<ConflictWarning, 'kind' | 'sentence'>[] =>
  findings.flatMap(({ limit, sentence }) => {
    const kind = KINDS.get(limit)
    return kind === undefined ? [] : [{ kind, sentence }]
  })

/** The act of which an order is a row, as `intentOfBlockRow` and `intentOfRow` name it; its own act for every other order. */
const actOf = (intentId: string): string => intentId.replace(/ row \d+(?: attempt \d+)?$/, '')

const isSamePrice = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : compare(decimal(a), decimal(b)) === 0

/** Lets the oldest go where there are more than `most`. Returns the one that went; null: none did. */
function keepNewest<T>(map: Map<string, T>, most: number): T | null {
  const [oldest] = map
  if (map.size <= most || oldest === undefined) return null
  const [key, value] = oldest
  map.delete(key)
  return value
}

/** Which blocks are in the journal from their plan to the turn of their last row. An order that was let go takes its block with it. */
function createWholeBlocks() {
  const planned = new Set<string>()
  const whole = new Set<string>()
  return {
    take({ blockId, event: { kind } }: Extract<JournalEntry['body'], { type: 'block' }>): void {
      if (kind === 'planned') planned.add(blockId)
      else if ((kind === 'sent' || kind === 'stopped' || kind === 'closed') && planned.delete(blockId))
        whole.add(blockId)
    },
    letGo(blockId: string): void {
      planned.delete(blockId)
      whole.delete(blockId)
    },
    has: (blockId: string) => whole.has(blockId),
  }
}

export function createConflictRecords(accountKey: string): ConflictRecords {
  const orders = new Map<string, Order>()
  /** By kind and the act that was warned of. */
  const warned = new Map<string, ConflictWarning>()
  /** Goes with its order. */
  const pricedAt = new WeakMap<Order, number>()
  const leftOut = { orders: 0, warned: 0 }
  const blocks = createWholeBlocks()
  const line = createTimeLine()
  let from: number | null = null

  const put = (order: Order): void => {
    orders.set(orderKey(order), order)
    const gone = keepNewest(orders, MOST_ORDERS)
    if (!gone) return
    leftOut.orders++
    if (gone.block) blocks.letGo(gone.block.id)
  }
  const keyOf = (kind: WarnedOf, act: string): string => `${kind} ${act}`
  const warn = (act: string, warning: ConflictWarning): void => {
    const key = keyOf(warning.kind, act)
    // The newest of an act last, and never a warning in the place of the order that was sent after it.
    const sent = warned.get(key)?.referenceId ?? null
    warned.delete(key)
    warned.set(key, { ...warning, referenceId: warning.referenceId ?? sent })
    if (keepNewest(warned, MOST_CONFLICTS)) leftOut.warned++
  }

  /** A scale is warned of once, as a whole: its orders are one row, with the first of them that was sent. */
  const takeScale = (act: string, order: ConflictWarning): void => {
    const known = warned.get(keyOf(order.kind, act))
    if (known && known.referenceId !== null) return
    warn(act, { ...order, what: known?.what ?? order.what })
  }

  const takeOrder = (at: number, body: Extract<JournalEntry['body'], { type: 'order' }>): void => {
    const { customerCode, referenceId, event } = body
    const known = orders.get(orderKey(body))
    // The events of an order from before this journal say nothing of its intent.
    if (!known && event.kind !== 'intent') return
    const inLine = { ...event, at: event.at + line.ahead }
    const now = applyOrderEvent(known, customerCode, referenceId, inLine)
    if (now) put(now)
    if (known && now) {
      const since = isSamePrice(known.limitPrice, now.limitPrice) ? pricedAt.get(known) : at + line.ahead
      if (since !== undefined) pricedAt.set(now, since)
    }
    if (event.kind !== 'intent') return
    const act = actOf(event.intentId)
    for (const { kind, sentence } of warningsOf(event.check?.findings ?? [])) {
      const warning = { kind, at, customerCode, what: draftWords(event.draft), referenceId, sentence }
      if (event.scale) {
        takeScale(act, warning)
        continue
      }
      // The whole was warned of under its own act. Its orders that were sent say more.
      const key = keyOf(kind, act)
      if (act !== event.intentId && warned.get(key)?.referenceId === null) warned.delete(key)
      warn(event.intentId, warning)
    }
  }

  return {
    texts: TEXTS,
    take({ at, whose: writtenFor, body }) {
      from ??= at
      line.take(at)
      if (body.type === 'carried' && body.whose === accountKey) {
        for (const order of body.orders) if (!orders.has(orderKey(order))) put(order)
      }
      if (writtenFor !== accountKey) return
      if (body.type === 'order') takeOrder(at, body)
      else if (body.type === 'block') blocks.take(body)
      else if (body.type === 'limit') {
        const { intentId, customerCode, what } = body
        for (const warning of warningsOf(body.findings))
          warn(intentId, { ...warning, at, customerCode, what, referenceId: null })
      }
    },
    orders: () => [...orders.values()],
    isWholeBlock: (blockId) => blocks.has(blockId),
    pricedAt: (order) => pricedAt.get(order) ?? null,
    wallOf: (moment) => line.wallOf(moment),
    warned: () => [...warned.values()],
    leftOut: () => leftOut,
    from: () => from,
  }
}
