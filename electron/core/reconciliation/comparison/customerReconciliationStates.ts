/** Stores how far each customer is read and compared, and publishes that state. Reads and compares nothing itself. */

import type { Clock, Stop } from '../../../../shared/base/clock.ts'
import type { CustomerReconciliation } from '../../../../shared/domain/accounts/reconciliationRules.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { NOTHING_UNCOMPARED } from '../../../../shared/domain/accounts/proof/uncomparedRecords.ts'
import { publish, type Published } from '../../support/publishTopic.ts'

export interface CustomerEntry {
  /** State by the customer's own records, without the hold. */
  status: CustomerReconciliation
  /** Grows with each `abort`: a reading compares it before and after every await. */
  turn: number
  /** The reading and comparing under way; `asked`: the dealer asked for it, and it reads every record of the customer. Null: the last one is over. */
  underWay: 'usual' | 'asked' | null
  /** Readings that failed in a row. */
  failures: number
  /** Text of the newest journal entry about the customer; null after a gap. */
  filed: string | null
  /** Cancels the step that is scheduled next. */
  cancelNext: Stop
}

export interface CustomerStates {
  readonly topic: Published<'reconciliation'>
  /** Why every customer is closed, whatever its records show; null: the own records decide. */
  readonly held: string | null
  hold(why: string | null): void
  entries(): readonly CustomerEntry[]
  get(customer: CustomerCode): CustomerEntry | undefined
  /** The entry of a customer. Creates one in state `reading` where there is none, with the given `open`. */
  ensure(customer: CustomerCode, open: boolean): CustomerEntry
  /** Changes the status and publishes it. */
  put(entry: CustomerEntry, change: Partial<CustomerReconciliation>): void
  /** The status as windows see it: closed while a hold is in force. */
  shown(entry: CustomerEntry): CustomerReconciliation
  /** Runs the next step after `ms` unless the entry is aborted before. Replaces the step scheduled earlier. */
  schedule(entry: CustomerEntry, ms: number, run: () => unknown): void
  /** Voids the reading or comparison under way, and the scheduled step. Returns the new turn. */
  abort(entry: CustomerEntry): number
  clear(): void
}

export const NOT_READ = 'Its orders have not been read back yet.'

export function createCustomerStates(clock: Clock): CustomerStates {
  const entries = new Map<CustomerCode, CustomerEntry>()
  let held: string | null = null
  const shown = ({ status }: CustomerEntry): CustomerReconciliation =>
    held === null ? status : { ...status, open: false, why: held }
  const topic = publish<'reconciliation'>(() => [...entries.values()].map(shown))

  return {
    topic,
    get held() {
      return held
    },
    hold(why) {
      if (why === held) return
      held = why
      if (entries.size > 0) topic.delta([...entries.values()].map(shown))
    },
    entries: () => [...entries.values()],
    get: (customer) => entries.get(customer),
    ensure(customer, open) {
      const known = entries.get(customer)
      if (known) return known
      const entry: CustomerEntry = {
        status: {
          customerCode: customer,
          state: 'reading',
          open,
          why: open ? null : NOT_READ,
          since: clock.now(),
          comparedAt: null,
          compared: { orders: 0, trades: 0, rows: 0 },
          discrepancies: [],
          uncompared: NOTHING_UNCOMPARED,
        },
        turn: 0,
        underWay: null,
        failures: 0,
        filed: null,
        cancelNext: () => undefined,
      }
      entries.set(customer, entry)
      topic.delta([shown(entry)])
      return entry
    },
    put(entry, change) {
      const isSameState = change.state === undefined || change.state === entry.status.state
      const since = isSameState ? entry.status.since : clock.now()
      entry.status = { ...entry.status, since, ...change }
      topic.delta([shown(entry)])
    },
    shown,
    schedule(entry, ms, run) {
      const { turn } = entry
      entry.cancelNext()
      entry.cancelNext = clock.after(ms, () => {
        if (entry.turn === turn) run()
      })
    },
    abort(entry) {
      entry.turn += 1
      entry.underWay = null
      entry.cancelNext()
      return entry.turn
    },
    clear() {
      entries.clear()
      topic.replace()
    },
  }
}
