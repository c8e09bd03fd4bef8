/** Rules of every step about claims: nothing says "none" or "all" of a scope while an order of it is live at the venue and unseen. Excuses nothing but a list of a venue that hides the order itself. */

import { covers, isCleared, scopeWords } from '../../../shared/domain/orders/halt.ts'
import { isLive } from '../../../shared/domain/orders/order.ts'
import { isLive as isLiveAtVenue, type OrderRecord } from '../../../electron/paper/bookkeeping/records.ts'
import type { SimTerminal } from '../world/terminal.ts'
import { keyOf, type SimVenue } from '../world/venue.ts'

export interface ClaimRules {
  /** The venue's record of an order changed. */
  onTruth(order: OrderRecord, at: number): void
  /** The venue's own reads do not show this order until then: a list says nothing of it that was asked for earlier. */
  onHide(id: string, until: number): void
  /** After every event that changed desk or venue. */
  step(desk: SimTerminal, venue: SimVenue): void
}

export function openClaimRules(report: (sentence: string) => void): ClaimRules {
  /** Ms after the world began, by order. */
  const bornAt = new Map<string, number>()
  const hiddenUntil = new Map<string, number>()
  return {
    onTruth(order, at) {
      const key = keyOf(order.customerCode, order.referenceId)
      if (!bornAt.has(key)) bornAt.set(key, at)
    },
    onHide(id, until) {
      hiddenUntil.set(id, until)
    },
    step(desk, venue) {
      for (const [key, truth] of venue.orders) {
        if (!isLiveAtVenue(truth)) continue
        const shown = desk.orders.get(key)
        if (shown && isLive(shown)) continue
        const born = Math.max(bornAt.get(key) ?? 0, hiddenUntil.get(truth.referenceId) ?? 0)
        /** A list that was asked for after the order rested must have shown it. */
        const isClaimed = (askedAt: number | null) => askedAt !== null && askedAt >= born
        const reading = desk.readings.get(truth.customerCode)
        if (reading?.state === 'whole' && isClaimed(desk.askedAt(reading.readAt)))
          report(`the list of ${truth.customerCode} counts as whole and ${truth.referenceId} is unseen`)
        for (const { scope, cancels, lists } of desk.halts())
          if (
            cancels &&
            covers({ scope }, truth, () => '') &&
            scope.kind !== 'order' &&
            isCleared(lists) &&
            isClaimed(desk.askedAt(lists.readAt))
          )
            report(`the halt of ${scopeWords(scope)} is cleared and ${truth.referenceId} is unseen`)
      }
    },
  }
}
