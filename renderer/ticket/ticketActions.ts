/** Sends the ticket, once per press of its button. */

import type { OrderDraft } from '../../shared/domain/order.ts'
import { mintIntentId, refusalOf, sendIntent } from '../state/dealing.ts'
import { tell } from '../state/noticeStore.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { changeTicketForm } from './ticketStore.ts'

/**
 * Sends what the button says. While one send is under way a second is ignored; a refusal keeps the form, and the next send carries a new id,
 * because the core may have journalled the old one.
 */
export async function sendTicket(session: WindowSession, draft: OrderDraft): Promise<void> {
  const { intentId, sending } = session.ticket.getState()
  if (sending) return
  const intent = { kind: 'order', draft } as const
  const refusal = refusalOf(session, intent)
  if (refusal !== null) return tell(session.notices, session.clock, 'warning', refusal)
  session.ticket.setState({ sending: true })
  const accepted = await sendIntent(session, intentId, intent)
  if (accepted) changeTicketForm(session.ticket, { kind: 'sent' })
  session.ticket.setState({ sending: false, intentId: mintIntentId(session.clock, session.random) })
}
