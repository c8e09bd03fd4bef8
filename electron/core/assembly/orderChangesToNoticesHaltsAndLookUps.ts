/** Step 8: passes every change of an order to notices, halts, cancel-all, look-ups, brackets and blocks, in this order. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { cameBack, isAtOdds, isEndDoubted, isUnproven } from '../../../shared/domain/orders/order.ts'
import { orderNews } from '../../../shared/domain/orders/orderNotices.ts'
import { createExternalActivityNotice } from '../orders/noticeOfOrdersNotInJournal.ts'
import type { Dealing } from './newOrdersAmendsAndFlattening.ts'
import type { JournalAndNotices } from './recoveredStateJournalAndNotices.ts'
import type { OrderPath } from './orderIdsGateLookUpsAndCancels.ts'
import type { VenueRecords } from './orderMarketAndAccountStores.ts'
import type { ReconciliationAndRisk } from './reconciliationAndRisk.ts'
import type { SessionAccess } from './sessionStateAndAccess.ts'

export function followOrderChanges(
  { state }: SessionAccess,
  { notices }: JournalAndNotices,
  { orderChanges }: VenueRecords,
  { resolver, cancels, missingInJournal }: OrderPath,
  { killSwitch, cancelAll }: ReconciliationAndRisk,
  { bracketLegs, blocks }: Pick<Dealing, 'bracketLegs' | 'blocks'>,
) {
  const externalActivity = createExternalActivityNotice(notices)
  orderChanges.add((now, before, event) => {
    // In a replay every order was sent elsewhere: by the desk that was recorded.
    if (state.venue?.replay?.plays !== 'session' && !missingInJournal.orderChanged(now) && !before)
      externalActivity.orderAppeared(now)
    if (cameBack(before, now)) {
      const cause = `Order ${now.referenceId} of ${shownCode(now.customerCode)} was taken for done but is live at the venue.`
      killSwitch.haltCustomer(now.customerCode, cause)
    }
    if (isAtOdds(now) || isEndDoubted(now)) resolver.watch(now)
    notices.report(orderNews(before, now, event))
    killSwitch.orderChanged(now, before)
    cancelAll.orderChanged(now, before, event)
    if (before && isUnproven(before) && now.phase === 'working' && now.pending === 'cancel')
      cancels.cancelNowShown(now)
    bracketLegs.orderChanged(now, before, event)
    blocks.orderChanged(now, before)
  })
  return externalActivity
}
