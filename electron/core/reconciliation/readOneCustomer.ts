/** Reads customers one after another and hands each to the comparison. A reading that the dealer asked for covers every record, and further requests join it. */

import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { CustomerComparison, CustomerReads } from './comparison/compareCustomerTwice.ts'
import type { CustomerStates } from './comparison/customerReconciliationStates.ts'
import { createCustomerQueue } from './customerReadQueue.ts'

/** Customers read at the same time. */
const AT_ONCE = 4
/** Ms until a customer that could not be read is tried again: the first times, and every time after those. */
const RETRY = [1_000, 2_000, 4_000, 8_000]
const LAST_RETRY = 15_000
const retryAfter = (failures: number): number => RETRY[failures] ?? LAST_RETRY
/** The same of a customer whose list turned out not to be whole. */
export const FIRST_RETRY = retryAfter(0)

export interface CustomerReadingOptions {
  readonly states: CustomerStates
  /** Null: nothing may be read now. A customer that is put in line then is left out. */
  readonly reads: () => CustomerReads | null
  readonly look: CustomerComparison['look']
}

export interface CustomerReading {
  /** Puts a customer in line to be read and compared. */
  queue(customer: CustomerCode): void
  /** The same with every trade and ledger row, also those that are known. Joins such a reading while it runs. */
  ask(customer: CustomerCode): void
  /** As `queue`, for a customer that the dealer asks for among all. Joins a reading that runs. */
  askAmongAll(customer: CustomerCode): void
  /** Empties the line. Reads under way continue. */
  clear(): void
}

export function createCustomerReading({ states, reads, look }: CustomerReadingOptions): CustomerReading {
  /** Customers whose every record the dealer asked to read, and whose reading has not begun. */
  const asked = new Set<CustomerCode>()

  const read = async (customer: CustomerCode, isAsked: boolean, isOver: () => boolean) => {
    const from = reads()
    const records = isAsked ? await from?.records(customer, isOver) : null
    return records?.ok === false || isOver() ? records : from?.orders(customer)
  }
  const readOne = async (customer: CustomerCode): Promise<void> => {
    const entry = states.ensure(customer, false)
    // What the dealer asked for is not replaced by less.
    const isAsked = asked.delete(customer) || entry.underWay === 'asked'
    const turn = states.abort(entry)
    entry.underWay = isAsked ? 'asked' : 'usual'
    const isOver = () => entry.turn !== turn
    const done = await read(customer, isAsked, isOver)
    if (!done || isOver()) return
    if (done.ok) {
      entry.failures = 0
      const { state, discrepancies } = entry.status
      // A customer that differs was looked at twice already: one more look shows its present state.
      return look(entry, state === 'differs' ? discrepancies : [])
    }
    entry.underWay = null
    if (isAsked) asked.add(customer)
    states.put(entry, { state: 'reading', open: false, why: `${done.failure.message} Trying again.` })
    states.schedule(entry, retryAfter(entry.failures++), () => queue(customer))
  }
  const waiting = createCustomerQueue(AT_ONCE, readOne)
  const queue = (customer: CustomerCode): void => {
    if (reads() !== null) waiting.push(customer)
  }
  // Begun anew with each request, a reading would never end.
  const underWay = (customer: CustomerCode) => states.get(customer)?.underWay ?? null

  return {
    queue,
    ask(customer) {
      if (underWay(customer) === 'asked') return
      asked.add(customer)
      queue(customer)
    },
    askAmongAll(customer) {
      if (underWay(customer) === null) queue(customer)
    },
    clear() {
      waiting.clear()
      asked.clear()
    },
  }
}
