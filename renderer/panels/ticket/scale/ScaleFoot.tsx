/** Always visible below the fields of a scale: its rows before it is sent, what became of the rows after, and the button that sends all of them. */

import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import { scaleSentence } from '../../../format/scale/scaleSentence.ts'
import { SecondDealerNote } from '../../../dealing/SecondDealerNote.tsx'
import { HaltedNote } from '../../../halts/HaltedNote.tsx'
import type { InstanceId } from '../../../state/stores/panelInstances.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import { rateWarning } from '../../../state/ticket/scaleRate.ts'
import { readTicketScale } from '../../../state/ticket/ticketScale.ts'
import { changeTicketForm } from '../../../state/ticket/ticketStore.ts'
import { useLoadable, useSession } from '../../../state/useSession.ts'
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
  const { value: limits } = useLoadable(session.server.limits)
  const rate =
    draft !== null && rows !== null
      ? rateWarning(draft, rows.length, { rules: limits?.rules ?? [], position: order.position })
      : null
  const warnings = rate === null ? reading.warnings : [rate, ...reading.warnings.slice(0, 2)]
  const onFill = (unsent: readonly Order[], button: HTMLElement) => {
    const ticket = button.closest('.ticket')
    const isFocused = button === document.activeElement
    const words = `Filled in what was not sent of the last scale: ${unsent.length === 1 ? 'one order' : `${unsent.length} orders`}. Nothing is sent yet.`
    // At once: the button goes away, and the focus must stay in the ticket.
    flushSync(() => changeTicketForm(session.tickets.of(id), { kind: 'rest', unsent, said: words }))
    if (isFocused) ticket?.querySelector<HTMLElement>('[data-field="amount"]')?.focus()
  }
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
        <LastScale
          customerCode={form.customerCode as CustomerCode}
          symbol={form.symbol as Symbol}
          onFill={onFill}
        />
      )}
      {rows !== null && instrument && <ScaleRows rows={rows} instrument={instrument} />}
      {warnings.map(({ title, detail }) => (
        <div key={title} className="warning-box" role="note" title={detail}>
          <div className="title">{title}</div>
          <div className="muted detail">{detail}</div>
        </div>
      ))}
      <HaltedNote customerCode={form.customerCode as CustomerCode} symbol={form.symbol as Symbol} />
      <SecondDealerNote act={isReady ? { kind: 'scale', draft, rows: [...rows] } : null} />
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
