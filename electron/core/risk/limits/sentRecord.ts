/** What the windows of the limits count, over restarts and new segments of the journal: folds what earlier runs left, and hands on what still counts. Knows no limit. */

import type { Clock, EpochMs } from '../../../../shared/base/clock.ts'
import { ZERO, decimal, toText, type Decimal } from '../../../../shared/base/decimal.ts'
import type { JournalBody, JournalEntry, LimitSend } from '../../../../shared/domain/journalEntry.ts'
import type { LimitScope } from '../../../../shared/domain/limits/limits.ts'
import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import {
  DUPLICATE_WINDOW,
  SENT_WINDOWS,
  SentOrders,
  sameness,
  type SentTotal,
  type SentWindow,
} from '../../../../shared/domain/limits/sentOrders.ts'

/** Sends in one entry of the journal. */
const AT_ONCE = 10_000

type Sends = Extract<JournalBody, { type: 'sends' }>

/** The windows need it no longer than this, ms. */
const LONGEST = SENT_WINDOWS.day

export interface SentRecord {
  /** `id`: the intent of an order; an amend has one of its own. `value` in USDC. */
  note(id: string, draft: OrderDraft, value: Decimal): LimitSend
  total(scope: LimitScope, window: SentWindow): SentTotal
  alikeCount(draft: OrderDraft): number
  /** Since when everything sent in the window is known; null: all of it is. */
  sinceIn(window: SentWindow): EpochMs | null
  /** The entry that makes `sends` known to a later start. */
  entryOf(sends: readonly LimitSend[]): Sends
  /** What a new segment of the journal must begin with: all that a window still counts. */
  carried(): readonly Sends[]
}

/** A send by the clock that never goes back. */
interface Counted {
  readonly send: LimitSend
  readonly at: number
}

/** What earlier runs sent, each once, and since when that is all. */
function foldKept(kept: readonly JournalEntry[]): { sends: readonly LimitSend[]; since: EpochMs | null } {
  const sends: LimitSend[] = []
  /** Sends that were carried into a segment before their own entry was written to it. */
  const ahead = new Set<string>()
  let since: EpochMs | null = null
  for (const { at, body } of kept) {
    // A segment that does not say what was sent before it was written by a version that did not count that.
    if (body.type === 'carried') since = at
    else if (body.type === 'sends') {
      since = body.since
      for (const send of body.sends) {
        sends.push(send)
        ahead.add(send.id)
      }
    } else if (body.type === 'order' && body.event.kind === 'intent') {
      const { draft, check, intentId } = body.event
      if (ahead.delete(intentId)) continue
      const { customerCode, symbol } = draft
      const value = check.notional ?? toText(ZERO)
      sends.push({ id: intentId, at, customerCode, symbol, value, same: sameness(draft) })
    }
  }
  return { sends, since }
}

/** `lostAt`: the journal of earlier runs was found gone then; null where it was not. */
export function createSentRecord(
  clock: Clock,
  kept: readonly JournalEntry[],
  lostAt: EpochMs | null,
): SentRecord {
  const orders = new SentOrders()
  let counted: Counted[] = []
  /** A wall clock that was set back makes nothing older. */
  const steady = (at: EpochMs) => clock.monotonic() - Math.max(0, clock.now() - at)
  const wall = (at: number): EpochMs => Math.ceil(clock.now() - (clock.monotonic() - at))

  const before = foldKept(kept)
  const since = lostAt ?? before.since
  const sinceAt = since === null ? null : steady(since)
  for (const send of before.sends) {
    const at = steady(send.at)
    if (clock.monotonic() - at >= LONGEST) continue
    orders.noteIn(send, decimal(send.value), at, send.same)
    counted.push({ send, at })
  }

  const isMissing = (ms: number) => sinceAt !== null && clock.monotonic() - sinceAt < ms
  const entryOf = (sends: readonly LimitSend[]): Sends => ({
    type: 'sends',
    since: sinceAt !== null && isMissing(LONGEST) ? wall(sinceAt) : null,
    sends: [...sends],
  })

  return {
    note(id, draft, value) {
      const at = clock.monotonic()
      const same = sameness(draft)
      const { customerCode, symbol } = draft
      const send = { id, at: wall(at), customerCode, symbol, value: toText(value), same }
      orders.note(draft, value, at)
      counted.push({ send, at })
      return send
    },
    total: (scope, window) => orders.total(scope, window, clock.monotonic()),
    alikeCount: (draft) => orders.alikeCount(draft, clock.monotonic()),
    sinceIn: (window) => (sinceAt !== null && isMissing(SENT_WINDOWS[window]) ? wall(sinceAt) : null),
    entryOf,
    carried() {
      const now = clock.monotonic()
      counted = counted.filter(({ at }) => now - at < LONGEST)
      const sends = counted.map(({ send: { same, ...send }, at }): LimitSend => {
        const moved = { ...send, at: wall(at) }
        return same === undefined || now - at >= DUPLICATE_WINDOW ? moved : { ...moved, same }
      })
      const parts = Array.from({ length: Math.max(1, Math.ceil(sends.length / AT_ONCE)) }, (_, n) =>
        sends.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
      )
      return parts.map(entryOf)
    },
  }
}
