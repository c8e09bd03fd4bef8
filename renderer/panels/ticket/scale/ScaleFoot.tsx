/** Always visible below the fields of a scale: its rows before it is sent, what became of the rows after, and the button that sends all of them. */

import { useStore } from 'zustand'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import { shownCode } from '../../../../shared/domain/accounts/lookAlike.ts'
import { scaleSentence } from '../../../format/scale/scaleSentence.ts'
import { HaltedNote } from '../../../halts/HaltedNote.tsx'
import type { InstanceId } from '../../../state/stores/panelInstances.ts'
import { readTicketScale } from '../../../state/ticket/ticketScale.ts'
import { useSession } from '../../../state/useSession.ts'
import { SendButton } from '../SendButton.tsx'
import { sendTicket } from '../ticketActions.ts'
import type { TicketOrder } from '../useTicketOrder.ts'
import { LastScale } from './LastScale.tsx'
import { ScaleRows } from './ScaleRows.tsx'

interface ScaleFootProps {
  readonly order: TicketOrder
  readonly id: InstanceId
}

export function ScaleFoot({ order, id }: ScaleFootProps) {
  const session = useSession()
  const { form, reading, instrument, sending, halted, said } = order
  const { draft } = reading
  const { rows, fault } = readTicketScale(form, instrument)
  // The answer of the last scale was lost: its orders may be live while the form still holds it.
  const isUnsettled = useStore(session.tickets.of(id), ({ unsettled }) => unsettled !== null)
  const isReady = draft !== null && rows !== null && instrument !== undefined
  const sentence = isReady
    ? `${shownCode(form.customerCode)} · ${scaleSentence(draft, rows, instrument)}`
    : null
  const onSend = () => {
    if (isReady) return void sendTicket(session, id, draft, { scale: rows })
    const field = fault?.field ?? reading.problems[0]?.field
    document.querySelector<HTMLElement>(`.ticket [data-field="${field}"]`)?.focus()
  }
  return (
    <div className="ticket-foot">
      <p role="status" className="muted ticket-said">
        {said}
      </p>
      {(rows === null || isUnsettled) && (
        <LastScale customerCode={form.customerCode as CustomerCode} symbol={form.symbol as Symbol} />
      )}
      {rows !== null && instrument && <ScaleRows rows={rows} instrument={instrument} />}
      {reading.warnings.map(({ title, detail }) => (
        <div key={title} className="warning-box" role="note" title={detail}>
          <div className="title">{title}</div>
          <div className="muted detail">{detail}</div>
        </div>
      ))}
      <HaltedNote customerCode={form.customerCode as CustomerCode} symbol={form.symbol as Symbol} />
      <SendButton
        className={`send ${draft?.side ?? ''}`}
        isDisabled={!isReady || sending || halted}
        sentence={sentence}
        order={sentence}
        onSend={onSend}
      >
        {sending
          ? 'Sending…'
          : (sentence ?? fault?.sentence ?? reading.problems[0]?.sentence ?? 'Fill in the ticket')}
      </SendButton>
    </div>
  )
}
