/** Counts the orders and values that were sent in the limits' time windows, across restarts and journal segments. Checks no limit. */

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

/** Most sends in one journal entry. */
const AT_ONCE = 10_000

type Sends = Extract<JournalBody, { type: 'sends' }>

/** The longest window, ms. */
const LONGEST = SENT_WINDOWS.day

export interface SentOrderTotals {
  /** Counts a send. `id`: the order's intent id, or an id of the amend's own. `value` in USDC. */
  note(id: string, draft: OrderDraft, value: Decimal): LimitSend
  total(scope: LimitScope, window: SentWindow): SentTotal
  alikeCount(draft: OrderDraft): number
  /** Wall clock since when everything sent in the window is known; null: all of the window is known. */
  sinceIn(window: SentWindow): EpochMs | null
  /** The journal entry from which a later start knows `sends`. */
  entryOf(sends: readonly LimitSend[]): Sends
  /** The first entries of a new journal segment: every send that a window still counts. */
  carried(): readonly Sends[]
}

/** A send with its monotonic time. */
interface Counted {
  readonly send: LimitSend
  readonly at: number
}

/** The sends of earlier runs, each once. `since`: wall clock since when all sends are known; null: all are known. */
function foldEarlier(entries: readonly JournalEntry[]): {
  sends: readonly LimitSend[]
  since: EpochMs | null
} {
  const sends: LimitSend[] = []
  /** Sends that were carried into a segment before their own entry was written to it. */
  const ahead = new Set<string>()
  let since: EpochMs | null = null
  for (const { at, body } of entries) {
    // A segment without sends of earlier segments was written by a version that did not count them.
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

/** `lostAt`: when the journal of earlier runs was found gone, wall clock; null where it was not. */
export function createSentOrderTotals(
  clock: Clock,
  earlierEntries: readonly JournalEntry[],
  lostAt: EpochMs | null,
): SentOrderTotals {
  const orders = new SentOrders()
  let counted: Counted[] = []
  /** Monotonic time of a wall time. A wall clock that was set back makes nothing older. */
  const monotonicOf = (at: EpochMs) => clock.monotonic() - Math.max(0, clock.now() - at)
  const wallOf = (at: number): EpochMs => Math.ceil(clock.now() - (clock.monotonic() - at))

  const before = foldEarlier(earlierEntries)
  const since = lostAt ?? before.since
  const sinceAt = since === null ? null : monotonicOf(since)
  for (const send of before.sends) {
    const at = monotonicOf(send.at)
    if (clock.monotonic() - at >= LONGEST) continue
    orders.noteIn(send, decimal(send.value), at, send.same)
    counted.push({ send, at })
  }

  const isMissing = (ms: number) => sinceAt !== null && clock.monotonic() - sinceAt < ms
  const entryOf = (sends: readonly LimitSend[]): Sends => ({
    type: 'sends',
    since: sinceAt !== null && isMissing(LONGEST) ? wallOf(sinceAt) : null,
    sends: [...sends],
  })

  return {
    note(id, draft, value) {
      const at = clock.monotonic()
      const same = sameness(draft)
      const { customerCode, symbol } = draft
      const send = { id, at: wallOf(at), customerCode, symbol, value: toText(value), same }
      orders.note(draft, value, at)
      counted.push({ send, at })
      return send
    },
    total: (scope, window) => orders.total(scope, window, clock.monotonic()),
    alikeCount: (draft) => orders.alikeCount(draft, clock.monotonic()),
    sinceIn: (window) => (sinceAt !== null && isMissing(SENT_WINDOWS[window]) ? wallOf(sinceAt) : null),
    entryOf,
    carried() {
      const now = clock.monotonic()
      counted = counted.filter(({ at }) => now - at < LONGEST)
      const sends = counted.map(({ send: { same, ...send }, at }): LimitSend => {
        const moved = { ...send, at: wallOf(at) }
        return same === undefined || now - at >= DUPLICATE_WINDOW ? moved : { ...moved, same }
      })
      const chunks = Array.from({ length: Math.max(1, Math.ceil(sends.length / AT_ONCE)) }, (_, n) =>
        sends.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
      )
      return chunks.map(entryOf)
    },
  }
}
