/** Audits the customers one after another, all of them within a minute. The caller defines the audit. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'

/** Ms in which every customer has one turn. */
const AUDIT_EVERY = 60_000
/** Ms between two turns at least: more than 240 customers take longer than `AUDIT_EVERY`. */
const AUDIT_APART = 250

/** `customers` is called before each turn, so that new customers join the next round. */
export function scheduleCustomerAudits(
  clock: Clock,
  customers: () => readonly CustomerCode[],
  audit: (customer: CustomerCode) => void,
): Stop {
  const round: CustomerCode[] = []
  let stop: Stop = () => undefined
  const wait = (known: number): void => {
    stop = clock.after(Math.max(AUDIT_APART, AUDIT_EVERY / Math.max(1, known)), next)
  }
  const next = (): void => {
    const known = customers()
    if (round.length === 0) round.push(...known)
    const customer = round.shift()
    if (customer !== undefined) audit(customer)
    wait(known.length)
  }
  wait(customers().length)
  return () => stop()
}
