/** Sends the ticket, once per press of its button. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { BracketPrices } from '../../../shared/domain/orders/bracketPrices.ts'
import type { ScaleRow } from '../../../shared/domain/orders/rows/scaleTag.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import { followTarget } from '../../state/actions/followTargets.ts'
import { isSettled, mintIntentId, refusalOf, sendIntent } from '../../state/actions/dealing.ts'
import { targetIn, type InstanceId } from '../../state/stores/panelInstances.ts'
import { tell } from '../../state/stores/noticeStore.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import { changeTicketForm } from '../../state/ticket/ticketStore.ts'

/** What the order on the button is sent with. */
export interface SentWith {
  readonly bracket?: BracketPrices | null
  /** The rows of a scale. */
  readonly scale?: readonly ScaleRow[] | null
}

/**
 * Sends the order on the button. Ignores a second press while a send is under way. After a refusal the form stays and the next send has a new id.
 * After an unknown outcome the unchanged form keeps its id, because the core sends an id at most once.
 */
export async function sendTicket(
  session: WindowSession,
  id: InstanceId,
  draft: OrderDraft,
  { bracket = null, scale = null }: SentWith = {},
): Promise<void> {
  const ticket = session.tickets.of(id)
  const { form, intentId: lastId, sending, unsettled } = ticket.getState()
  if (sending) return
  const intent = {
    kind: 'order',
    draft,
    ...(bracket === null ? {} : { bracket }),
    ...(scale === null ? {} : { scale }),
  } as const
  const refusal =
    draft.customerCode === form.customerCode
      ? refusalOf(session, intent)
      : `Nothing was sent: the ticket names ${form.customerCode || 'no customer'} now, and the button named ${shownCode(draft.customerCode)}.`
  if (refusal !== null) return tell(session.notices, session.clock, 'warning', refusal)
  const mint = () => mintIntentId(session.clock, session.random)
  const intentId = unsettled === null || unsettled === form ? lastId : mint()
  ticket.setState({ sending: true, intentId })
  const targetAtSend = targetIn(session.workspace.getState(), id)
  const failure = await sendIntent(session, intentId, intent)
  const settled = failure === null || isSettled(failure)
  if (failure === null) {
    changeTicketForm(ticket, { kind: 'sent' })
    // The pin ends with the order; the next order is for the customer of the link or window. A link may have moved while the core answered.
    const { customer, symbol } = targetIn(session.workspace.getState(), id)
    const isMoved = customer !== targetAtSend.customer || symbol !== targetAtSend.symbol
    if (isMoved) followTarget(ticket, { customer, symbol })
    else if (customer !== null)
      changeTicketForm(ticket, { kind: 'follow', customerCode: customer, symbol: form.symbol })
  }
  ticket.setState(
    settled ? { sending: false, intentId: mint(), unsettled: null } : { sending: false, unsettled: form },
  )
}
