/** Sends the ticket, once per press of its button. */

import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import { isSettled, mintIntentId, refusalOf, sendIntent } from '../../state/actions/dealing.ts'
import { tell } from '../../state/stores/noticeStore.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import { changeTicketForm } from '../../state/ticket/ticketStore.ts'

/**
 * Sends the order on the button. Ignores a second press while a send is under way. After a refusal the form stays and the next send has a new id.
 * After an unknown outcome the unchanged form keeps its id, because the core sends an id at most once.
 */
export async function sendTicket(session: WindowSession, draft: OrderDraft): Promise<void> {
  const { form, intentId: lastId, sending, unsettled } = session.ticket.getState()
  if (sending) return
  const intent = { kind: 'order', draft } as const
  const refusal =
    draft.customerCode === form.customerCode
      ? refusalOf(session, intent)
      : `Nothing was sent: the ticket names ${form.customerCode || 'no customer'} now, and the button named ${draft.customerCode}.`
  if (refusal !== null) return tell(session.notices, session.clock, 'warning', refusal)
  const mint = () => mintIntentId(session.clock, session.random)
  const intentId = unsettled === null || unsettled === form ? lastId : mint()
  session.ticket.setState({ sending: true, intentId })
  const failure = await sendIntent(session, intentId, intent)
  const settled = failure === null || isSettled(failure)
  if (failure === null) {
    changeTicketForm(session.ticket, { kind: 'sent' })
    // The pin ends with the order; the next ticket is for the customer of the window.
    const { customer } = session.workspace.getState()
    if (customer !== null)
      changeTicketForm(session.ticket, { kind: 'follow', customerCode: customer, symbol: form.symbol })
  }
  session.ticket.setState(
    settled ? { sending: false, intentId: mint(), unsettled: null } : { sending: false, unsettled: form },
  )
}
