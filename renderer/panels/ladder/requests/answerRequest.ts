/** Turns a request of a ladder or chart into what waits for Enter, into an order under express, or into a cancel. The one way from a gesture to an intent. */

import { decimal } from '../../../../shared/base/decimal.ts'
import { triggerPricesOf } from '../../../../shared/domain/orders/triggerFit.ts'
import type { Instrument } from '../../../../shared/domain/instrument.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { dropProposal, mintIntentId, propose, sendIntent } from '../../../state/actions/dealing.ts'
import { sendsAtOnce } from '../../../state/actions/express.ts'
import { tickerOf } from '../../../state/actions/intentSentence.ts'
import { positionOf } from '../../../state/accounts/knownPositions.ts'
import { targetIn, type InstanceId } from '../../../state/stores/panelInstances.ts'
import { tell } from '../../../state/stores/noticeStore.ts'
import type { WindowSession } from '../../../state/windowSession.ts'
import { capOf } from '../../../keys/caps.ts'
import { intentOfRequest } from '../ladderIntent.ts'
import type { LadderRequest } from '../ladderProps.ts'

/** A hand can be faster than the next drawing of the panel. */
const OTHER_TARGET =
  'Nothing was done: the panel has another customer or instrument since just before your press. Look at it, then press again.'

/** Makes the intent of a request of a ladder or chart. A cancel leaves at once; everything else waits for Enter, but for express. */
export function answerRequest(
  session: WindowSession,
  id: InstanceId,
  { customer, instrument }: { readonly customer: CustomerCode | null; readonly instrument: Instrument },
  request: LadderRequest,
): void {
  if (customer === null)
    return tell(session.notices, session.clock, 'warning', `Choose a customer first (${capOf('F2')}).`)
  const target = targetIn(session.workspace.getState(), id)
  if (target.customer !== customer || target.symbol !== instrument.symbol)
    return tell(session.notices, session.clock, 'warning', OTHER_TARGET)
  const ticker = tickerOf(session, instrument.symbol)
  const made = intentOfRequest(request, {
    customerCode: customer,
    instrument,
    position: positionOf(session, customer, instrument.symbol),
    mark: triggerPricesOf(ticker, session.clock.now()).mark_price,
    offset: decimal(session.settings.getState().settings.values['ladder.ocoPercent']),
    waiting: session.proposals.getState()[id]?.intent ?? null,
  })
  if (!made.ok) {
    dropProposal(session, id)
    return tell(session.notices, session.clock, 'warning', made.failure)
  }
  const intent = made.value
  // Cancels reduce risk, so they need no confirmation (docs/keyboard.md#cancels).
  if (intent.kind === 'cancel' || intent.kind === 'cancelAll') {
    const refusal = session.unasked.refusal(id)
    if (refusal !== null) return tell(session.notices, session.clock, 'warning', refusal)
    return void sendIntent(session, mintIntentId(session.clock, session.random), intent)
  }
  if (!sendsAtOnce(session, id, intent)) propose(session, id, intent)
}
