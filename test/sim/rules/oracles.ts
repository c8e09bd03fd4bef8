/** Holds a simulated desk against the truth: at every step, and at the end. The truth is the venue's own record; nothing here may excuse a difference. */

import { createHash } from 'node:crypto'
import { compare, decimal, subtract, type DecimalText } from '../../../shared/base/decimal.ts'
import { covers, scopeWords, type HaltMode, type HaltScope } from '../../../shared/domain/orders/halt.ts'
import { isLive, isUnproven, type Order } from '../../../shared/domain/orders/order.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { HttpRequest } from '../../../electron/broker/rest/http.ts'
import { isLive as isLiveAtVenue, type OrderRecord } from '../../../electron/paper/bookkeeping/records.ts'
import { markOf, type Intent } from '../plan/dealer.ts'
import type { BracketRules } from './bracketRules.ts'
import type { SimTerminal } from '../world/terminal.ts'
import type { RequestKind } from '../plan/faults.ts'
import { isElsewhere } from '../plan/listHabits.ts'
import type { Machine } from '../world/machine.ts'
import { keyOf, type SimVenue } from '../world/venue.ts'

/** The replies that a window received for one intent. */
export interface IntentReplies {
  readonly intent: Intent
  /** Reference ids of replies that took it. */
  readonly taken: Set<string>
  /** Every reply so far said no. */
  refused: boolean
  /** Replies still out when the process ended: nobody knows. */
  open: number
}

/** A sentence for each case, by kind. */
export interface Findings {
  readonly lost: string[]
  readonly duplicated: string[]
  readonly wronglyDead: string[]
  /** Fate open although it could be known. */
  readonly unknown: string[]
  /** Shown to the dealer as for him to decide. */
  readonly unresolved: string[]
  /** A rule that must hold at every step did not. */
  readonly broken: string[]
}

export const noFindings = (): Findings => ({
  lost: [],
  duplicated: [],
  wronglyDead: [],
  unknown: [],
  unresolved: [],
  broken: [],
})

const more = (a: DecimalText, b: DecimalText): boolean => compare(decimal(a), decimal(b)) > 0

/** Rules of every step. Findings go into `broken`, each once. */
export interface Watch {
  readonly broken: readonly string[]
  report(sentence: string): void
  /** The first byte of a request leaves, `at` ms after the world began. */
  onWire(machine: Machine, request: HttpRequest, kind: RequestKind, at: number): void
  /** An entry of the journal is on disk for good. */
  onDurable(entry: JournalEntry): void
  onDiskFailure(kind: 'read' | 'write', at: number): void
  /** The process ended without a word: what it was about to keep may be gone. */
  onEnd(at: number): void
  /** A new process of the desk begins. */
  onStart(): void
  /** The desk answered that a halt is in force. */
  onHalt(id: string, halt: { readonly scope: HaltScope; readonly mode: HaltMode }, at: number): void
  onLift(id: string): void
  onNonce(nonce: string): void
  onOrder(machine: Machine, order: Order): void
  /** After every event that changed desk or venue. */
  step(desk: SimTerminal, venue: SimVenue): void
}

/** A disk that failed stops new orders within this (docs/reliability.md#the-simulator), ms. */
const HALT_WITHIN = 100
/** A halt is in the journal within this and then outlives the process, ms. */
const KEPT_AFTER = 50

const customerOf = (path: string): CustomerCode =>
  decodeURIComponent(path.split('/').at(-2) ?? '') as CustomerCode

const sendingOf = (method: string, path: string, hash: string | null, nonce: string | null): string =>
  `${method} ${path} ${hash ?? ''} ${nonce ?? ''}`

/** `isLegBody`: whether the body of a new order is a leg of a bracket. */
export function openWatch(isLegBody: (body: string | null) => boolean = () => false): Watch {
  const broken: string[] = []
  const said = new Set<string>()
  const nonces = new Set<string>()
  const posted = new Map<string, string>()
  const filled = new Map<string, DecimalText>()
  /** Entries on disk that allow one request each. */
  const allowed = new Map<string, number>()
  let failedAt: number | null = null
  /** The journal is read at the start alone: a process whose disk cannot even be read knows nothing of earlier ones. */
  let isBlind = false
  const halts = new Map<
    string,
    { readonly scope: HaltScope; readonly mode: HaltMode; readonly since: number }
  >()
  const report = (sentence: string) => {
    if (said.has(sentence)) return
    said.add(sentence)
    broken.push(sentence)
  }

  return {
    broken,
    report,
    onWire(_machine, { method, path, headers, body }, kind, at) {
      const nonce = headers['x-nonce']
      if (nonce !== undefined) this.onNonce(nonce)
      if (kind !== 'order' && kind !== 'cancel') return
      const hash = body === null ? null : createHash('sha256').update(body).digest('hex')
      const what = sendingOf(method, path, hash, nonce ?? null)
      const left = allowed.get(what) ?? 0
      // A cancel goes out also when nothing can be recorded any more (docs/order-lifecycle.md#failed-disk).
      const mayGo = left > 0 || (kind === 'cancel' && failedAt !== null)
      if (!mayGo) report(`${method} ${path} left before its entry was on disk, or more than once`)
      allowed.set(what, Math.max(0, left - 1))
      if (method !== 'POST' || !path.endsWith('/orders')) return
      if (failedAt !== null && at > failedAt + HALT_WITHIN)
        report(`${path} was sent ${at - failedAt} ms after the disk had failed`)
      const {
        reference_id: id,
        amount,
        cash_amount: cash,
        symbol,
      } = JSON.parse(body ?? '{}') as Record<string, string | number | undefined>
      const mark = cash === undefined ? `amount ${String(amount)}` : `cash ${String(cash)}`
      const isLeg = isLegBody(body)
      // A reduce-only halt lets legs out: they close what their entry filled.
      for (const { scope, mode } of halts.values())
        if (
          !(isLeg && mode === 'reducing') &&
          covers({ scope }, { customerCode: customerOf(path), symbol: symbol as Symbol }, () => '')
        )
          report(`${path} was sent under a halt of ${scopeWords(scope)}`)
      // A leg may have the size of its entry; bracketRules.ts counts legs.
      if (isLeg) return
      if (posted.has(mark))
        report(`one intent was sent twice: ${mark} as ${posted.get(mark)} and ${String(id)}`)
      posted.set(mark, String(id))
    },
    onDurable({ body }) {
      if (body.type !== 'order' || body.event.kind !== 'sending') return
      const { method, path, bodyHash, nonce } = body.event
      const what = sendingOf(method, path, bodyHash, nonce)
      allowed.set(what, (allowed.get(what) ?? 0) + 1)
    },
    onDiskFailure(kind, at) {
      failedAt ??= at
      isBlind ||= kind === 'read'
    },
    onEnd(at) {
      for (const [id, { since }] of halts) if (failedAt !== null || at - since < KEPT_AFTER) halts.delete(id)
    },
    onHalt(id, { scope, mode }, at) {
      halts.set(id, { scope, mode, since: at })
    },
    onLift(id) {
      halts.delete(id)
    },
    onStart() {
      failedAt = null
      isBlind = false
    },
    onNonce(nonce) {
      if (nonces.has(nonce)) report(`nonce ${nonce} was used twice`)
      nonces.add(nonce)
    },
    onOrder(machine, order) {
      const key = `${machine.name} ${keyOf(order.customerCode, order.referenceId)}`
      const before = filled.get(key)
      if (before !== undefined && more(before, order.filledAmount))
        report(`the fill of ${order.referenceId} shrank from ${before} to ${order.filledAmount}`)
      filled.set(key, order.filledAmount)
    },
    step(desk, venue) {
      const phase = desk.session()?.phase
      if (isBlind || phase === undefined || phase === 'signed-out' || phase === 'signing-in') return
      for (const [key, truth] of venue.orders) {
        if (!isLiveAtVenue(truth)) continue
        const shown = desk.orders.get(key)
        if (!shown && isElsewhere(truth.referenceId)) continue
        if (!shown || !isLive(shown)) {
          report(
            `exposure of ${truth.referenceId} is not reserved: live at the venue, ${shown?.phase ?? 'missing'} at the desk`,
          )
          continue
        }
        if (shown.amount === null) continue
        const reserved = subtract(decimal(shown.amount), decimal(shown.filledAmount))
        if (compare(reserved, subtract(decimal(truth.amount), decimal(truth.filledAmount))) < 0)
          report(`exposure of ${truth.referenceId} is reserved too small`)
      }
    },
  }
}

/** What a window that opens now is shown, held against the one that has been open all along (contract C2). */
function mirrorDiffers({ core, orders }: SimTerminal): string | null {
  let shown: readonly Order[] = []
  const sink = {
    snapshot: (all: readonly Order[]) => {
      shown = all
    },
    delta: () => undefined,
    end: () => undefined,
  }
  core.sources.orders(null, sink, { windowId: 'new', allows: () => true }).close()
  const text = (all: Iterable<Order>) =>
    JSON.stringify([...all].toSorted((a, b) => (a.referenceId < b.referenceId ? -1 : 1)))
  return text(shown) === text(orders.values()) ? null : 'an open window shows other orders than a new one'
}

const OVER_BY_US: ReadonlySet<Order['phase']> = new Set(['rejected', 'not-sent', 'dead'])

/** How an order of the venue and what the desk shows of it differ; null when they agree. */
function difference(truth: OrderRecord, shown: Order): string | null {
  const live = isLiveAtVenue(truth)
  if (live !== isLive(shown)) return `the venue says ${truth.status}, the desk ${shown.phase}`
  if (compare(decimal(truth.filledAmount), decimal(shown.filledAmount)) !== 0)
    return `the venue filled ${truth.filledAmount}, the desk shows ${shown.filledAmount}`
  if (live && truth.limitPrice !== null && shown.limitPrice !== null)
    if (compare(decimal(truth.limitPrice), decimal(shown.limitPrice)) !== 0)
      return `the venue has it at ${truth.limitPrice}, the desk at ${shown.limitPrice}`
  return null
}

/** Holds everything together that a dealer would see now against what the venue has. */
export function judge(
  replies: Iterable<IntentReplies>,
  desk: SimTerminal,
  venue: SimVenue,
  signed: boolean,
  brackets: BracketRules,
): Omit<Findings, 'broken'> {
  const found = noFindings()
  found.lost.push(...brackets.judge(desk, venue))
  const byMark = Map.groupBy(
    [...venue.orders.values()].filter((order) => !brackets.isLeg(order)),
    (order) =>
      markOf({ amount: order.cashAmount === null ? order.amount : null, cashAmount: order.cashAmount }),
  )
  for (const { intent, taken, refused, open } of replies) {
    const name = `${intent.id} (${[...taken].join(', ') || 'no reference'})`
    const truths = byMark.get(markOf(intent.draft)) ?? []
    const [truth] = truths
    if (truths.length > 1 || taken.size > 1)
      found.duplicated.push(`${name}: ${truths.map((orderRecord) => orderRecord.referenceId).join(' and ')}`)
    if (truth && refused && taken.size === 0 && open === 0)
      found.wronglyDead.push(`${name}: the window was refused, the venue has ${truth.referenceId}`)
    const reference = truth?.referenceId ?? [...taken][0]
    if (reference === undefined) continue
    if (truth && taken.size > 0 && !taken.has(reference))
      found.lost.push(`${name}: the venue has it as ${reference}`)
    const shown = [...desk.orders.values()].find((order) => order.referenceId === reference)
    if (!shown) {
      if (truth || taken.size > 0) found.lost.push(`${name}: the desk shows no such order`)
    } else if (shown.origin !== 'desk') found.lost.push(`${name}: the desk takes it for somebody else's`)
    else if (truth && OVER_BY_US.has(shown.phase) && shown.status === null)
      found.wronglyDead.push(`${name}: ${shown.phase} at the desk, ${truth.status} at the venue`)
    else if (truth && isUnproven(shown))
      found.unknown.push(`${name}: ${shown.phase}, the venue says ${truth.status}`)
    else if (truth) {
      const differs = difference(truth, shown)
      if (differs !== null) found.lost.push(`${name}: ${differs}`)
    } else if (!signed && shown.phase === 'dead' && shown.status === null)
      found.wronglyDead.push(`${name}: declared dead without a proof, which a bearer token never gives`)
    else if (shown.phase === 'unresolved')
      found[signed ? 'unknown' : 'unresolved'].push(`${name}: unresolved`)
    else if (isUnproven(shown) || shown.phase === 'intent') found.unknown.push(`${name}: ${shown.phase}`)
    else if (!OVER_BY_US.has(shown.phase))
      found.lost.push(`${name}: ${shown.phase} at the desk, unknown at the venue`)
  }
  for (const [key, order] of desk.orders) {
    if (order.origin !== 'external') continue
    const truth = venue.orders.get(key)
    // The venue may tell of one that never was: all is well once the desk has found that out.
    if (!truth && order.phase !== 'dead')
      found.lost.push(`${order.referenceId}: the desk shows an order that is none`)
    if (truth && order.phase === 'dead' && isLiveAtVenue(truth))
      found.wronglyDead.push(`${order.referenceId}: dead at the desk, ${truth.status} at the venue`)
  }
  // A venue without lists shows nobody what rested there before.
  for (const [key, truth] of venue.profile.capabilities.openOrders ? venue.orders : []) {
    const shown = desk.orders.get(key)
    if (isElsewhere(truth.referenceId) && isLiveAtVenue(truth) && !(shown && isLive(shown)))
      found.lost.push(`${truth.referenceId}: live at the venue, ${shown?.phase ?? 'missing'} at the desk`)
  }
  const mirror = mirrorDiffers(desk)
  if (mirror !== null) found.lost.push(mirror)
  for (const customer of venue.customers)
    for (const { symbol, size } of venue.positions(customer)) {
      const shown = desk.positions.get(`${customer} ${symbol}`)?.size ?? '0'
      if (compare(decimal(size), decimal(shown)) !== 0)
        found.lost.push(`position of ${customer} in ${symbol}: ${size} at the venue, ${shown} at the desk`)
    }
  return found
}
