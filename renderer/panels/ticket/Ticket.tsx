/** The order ticket: fields in Tab order, the effects of the order, and the button with the whole sentence. Enter sends only from the button. */

import { Suspense, useEffect, useRef } from 'react'
import { late } from '../../ui/late.tsx'
import { shownCode } from '../../../shared/base/shownCode.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { SecondDealerNote } from '../../dealing/SecondDealerNote.tsx'
import { HaltedNote } from '../../halts/HaltedNote.tsx'
import type { TicketChange } from '../../state/ticket/ticketForm.ts'
import { changeTicketForm } from '../../state/ticket/ticketStore.ts'
import { usePanelId } from '../../state/usePanel.ts'
import { useSession } from '../../state/useSession.ts'
import { BeforeAfter } from './BeforeAfter.tsx'
import { BracketFields, bracketButtonWords } from './BracketFields.tsx'
import { pressFillRest, walkOnEnter } from './fieldWalk.ts'
import { SendButton } from './SendButton.tsx'
import { SizeRows } from './SizeRows.tsx'
import { sendTicket } from './ticketActions.ts'
import {
  AmountRows,
  CustomerRow,
  InstrumentRow,
  LeverageRow,
  PriceRows,
  SideRow,
  TimeInForceRow,
  TypeRows,
} from './TicketFields.tsx'
import { TemplateRow } from './TemplateRow.tsx'
import { useTemplates } from './useTemplates.ts'
import { useTicketOrder, type TicketOrder } from './useTicketOrder.ts'

const ScaleFields = late(async () => (await import('./scale/ScaleFields.tsx')).ScaleFields)
const ScaleFoot = late(async () => (await import('./scale/ScaleFoot.tsx')).ScaleFoot)

export function Ticket() {
  const session = useSession()
  const root = useRef<HTMLDivElement>(null)
  const id = usePanelId('ticket')
  const order = useTicketOrder(id)
  const { reading, bracket } = order
  const { isScale } = order.form
  const fields = {
    order,
    onChange: (change: TicketChange) => changeTicketForm(session.tickets.of(id), change),
  }
  const send = () => {
    const faulty = bracket.profit.problem === null ? 'bracketStop' : 'bracketProfit'
    const field = reading.problems[0]?.field ?? faulty
    if (reading.draft && bracket.problem === null)
      void sendTicket(session, id, reading.draft, { bracket: bracket.prices })
    else root.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus()
  }
  const fieldsList = useFocusInSight()
  const { onKey, ...templates } = useTemplates(id, order.form.symbol)
  return (
    // One handler for all fields: Enter goes to the next field, Alt and a digit put a template on.
    <div
      ref={root}
      role="presentation"
      className="ticket"
      onKeyDown={(event) => {
        if (!onKey(event) && !pressFillRest(event)) walkOnEnter(event)
      }}
    >
      <form onSubmit={(event) => event.preventDefault()} aria-label="Order ticket">
        <div className="ticket-fields" ref={fieldsList}>
          <CustomerRow {...fields} id={id} />
          <InstrumentRow {...fields} />
          <SideRow {...fields} />
          <TypeRows {...fields} />
          {isScale ? (
            <Suspense>
              <ScaleFields {...fields} />
            </Suspense>
          ) : (
            <>
              <AmountRows {...fields} />
              <SizeRows {...fields} />
              <PriceRows {...fields} />
              <BracketFields {...fields} />
              <TimeInForceRow {...fields} />
            </>
          )}
          <LeverageRow {...fields} />
          {order.instrument && <TemplateRow form={order.form} {...templates} />}
          <div className="ticket-row idle">
            <span className="label">Reference</span>
            <span className="number muted">given when it is sent</span>
          </div>
        </div>
        {isScale ? (
          <Suspense>
            <ScaleFoot order={order} id={id} />
          </Suspense>
        ) : (
          <TicketFoot order={order} onSend={send} />
        )}
      </form>
    </div>
  )
}

/** The list of fields. Where the foot grows by a warning, the list gets lower, and the field in focus stays in sight. */
function useFocusInSight() {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const fields = list.current
    if (!fields) return
    const observer = new ResizeObserver(() => {
      const { activeElement } = document
      if (fields.contains(activeElement)) activeElement?.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(fields)
    return () => observer.disconnect()
  }, [])
  return list
}

/** Always visible: the effects of the order, its warnings, and the button that sends it. */
function TicketFoot({ order, onSend }: { readonly order: TicketOrder; readonly onSend: () => void }) {
  const { form, reading, bracket, sending, halted, instrument } = order
  const { button } = reading
  const shownOrder = button && `${shownCode(form.customerCode)} · ${button.order}${bracketButtonWords(order)}`
  const sentence = button && bracket.problem === null ? `${shownOrder} ${button.value}` : null
  return (
    <div className="ticket-foot">
      <p role="status" className="muted ticket-said">
        {order.said}
      </p>
      {instrument && form.side !== '' && order.isSized && (
        <BeforeAfter
          order={order}
          customerCode={form.customerCode as CustomerCode}
          instrument={instrument}
          draft={reading.draft}
        />
      )}
      {reading.warnings.map(({ title, detail }) => (
        <div key={title} className="warning-box" role="note" title={detail}>
          <div className="title">{title}</div>
          <div className="muted detail">{detail}</div>
        </div>
      ))}
      <HaltedNote customerCode={form.customerCode as CustomerCode} symbol={form.symbol as Symbol} />
      <SecondDealerNote
        act={
          reading.draft === null || bracket.problem !== null ? null : { kind: 'order', draft: reading.draft }
        }
      />
      <SendButton
        className={`send ${reading.draft?.side ?? ''}`}
        isDisabled={reading.draft === null || bracket.problem !== null || sending || halted}
        sentence={sentence}
        order={shownOrder}
        onSend={onSend}
      >
        {sending
          ? 'Sending…'
          : (bracket.problem ?? sentence ?? reading.problems[0]?.sentence ?? 'Fill in the ticket')}
      </SendButton>
    </div>
  )
}
