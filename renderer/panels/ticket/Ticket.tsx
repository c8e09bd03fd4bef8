/** The order ticket: fields in Tab order, what the order changes, and the button that says the whole sentence. Enter sends from the button only. */

import { useRef, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { decimal } from '../../../shared/base/decimal.ts'
import { shownCode } from '../../../shared/domain/accounts/lookAlike.ts'
import { tradability } from '../../../shared/domain/instrument.ts'
import type { OrderType, TimeInForce } from '../../../shared/domain/orders/order.ts'
import { TYPE_RULES, takesCash } from '../../../shared/domain/orders/orderRules.ts'
import { positionKey } from '../../../shared/domain/accounts/position.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { NotOpenBox } from '../customers/NotOpen.tsx'
import { findInstruments } from '../../commandline/nameWords.ts'
import { customerName } from '../../state/actions/dealing.ts'
import { Choice } from '../../ui/Choice.tsx'
import { HaltedNote, useHalt } from '../../halts/HaltedNote.tsx'
import { bookStateOf } from '../../state/marketOf.ts'
import { useNow } from '../../state/useNow.ts'
import { useOld } from '../../state/useOld.ts'
import { useLoadable, useSession, useWorkspace } from '../../state/useSession.ts'
import { exact } from '../../format/numbers.ts'
import { BeforeAfter } from './BeforeAfter.tsx'
import { effectsOf, standingLeverage } from './effects.ts'
import { SendButton } from './SendButton.tsx'
import { NumberRow, TextRow } from './TicketRow.tsx'
import { sendTicket } from './ticketActions.ts'
import {
  readTicket,
  startOfStep,
  stepOf,
  typeRefusal,
  type NumberField,
  type TicketChange,
} from '../../state/ticket/ticketForm.ts'
import { changeTicketForm } from '../../state/ticket/ticketStore.ts'
import { useCustomerTerms } from './useMarginProfile.ts'

const MAIN_TYPES: readonly { readonly value: OrderType; readonly label: string }[] = [
  { value: 'market', label: 'Market' },
  { value: 'limit', label: 'Limit' },
  { value: 'stop_loss', label: 'Stop' },
  { value: 'take_profit', label: 'TP' },
  { value: 'take_profit_stop_loss', label: 'OCO' },
]

const LIMIT_TWIN: Readonly<Partial<Record<OrderType, OrderType>>> = {
  stop_loss: 'stop_loss_limit',
  take_profit: 'take_profit_limit',
}

const mainType = (type: OrderType): OrderType =>
  type === 'stop_loss_limit' ? 'stop_loss' : type === 'take_profit_limit' ? 'take_profit' : type

export function Ticket() {
  const session = useSession()
  const root = useRef<HTMLDivElement>(null)
  const { form, sending, intentId } = useStore(session.ticket)
  const windowCustomer = useWorkspace((of) => of.customer)
  const { value: instruments } = useLoadable(session.server.instruments)
  const { value: customers } = useLoadable(session.server.customers)
  const { value: limits } = useLoadable(session.server.limits)
  const ticker = useStore(session.server.tickers, (of) => of.value?.get(form.symbol))
  const held = useStore(session.server.positions, (of) =>
    of.rows.get(positionKey(form.customerCode as CustomerCode, form.symbol as Symbol)),
  )
  const positionsKnown = useStore(session.server.positions, (of) => of.known)
  const terms = useCustomerTerms(form.customerCode, intentId)
  // Drawn again when prices grow too old to be compared with.
  const touchOld = useOld(ticker?.receivedAt)
  const markOld = useOld(ticker?.listedAt)
  const book = useStore(session.server.connection, () => bookStateOf(session.server, form.symbol))
  const now = useNow(touchOld || markOld)
  const instrument = instruments?.find((of) => of.symbol === form.symbol)
  const position = held ? (held.complete ? decimal(held.size) : null) : positionsKnown ? decimal('0') : null
  const leverage = standingLeverage(instrument, terms.margin)
  const reading = readTicket(form, {
    instrument,
    ticker,
    position,
    leverage,
    customerKnown: customers?.some((of) => of.code === form.customerCode) ?? false,
    rules: limits?.rules ?? [],
    book,
    now,
  })
  const halted = useHalt(form.customerCode as CustomerCode, form.symbol as Symbol) !== null
  const rule = TYPE_RULES[form.type]
  const change = (of: TicketChange) => changeTicketForm(session.ticket, of)
  const begun = form.amount !== '' || form.cashAmount !== ''
  const problemOf = (field: string, touched: boolean): string | null =>
    touched ? (reading.problems.find((of) => of.field === field)?.sentence ?? null) : null

  const focusables = () =>
    [...(root.current?.querySelectorAll<HTMLElement>('input, button') ?? [])].filter(
      (of) => of.tabIndex >= 0 && !of.hasAttribute('disabled'),
    )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const target = event.target as HTMLElement
    if (event.ctrlKey) {
      event.preventDefault()
      return root.current?.querySelector<HTMLElement>('.send')?.focus()
    }
    if (target.classList.contains('send')) {
      // One press, one order: the repeats of a held key are nobody's wish.
      if (event.repeat) event.preventDefault()
      return
    }
    if (target.tagName !== 'INPUT' && target.getAttribute('role') !== 'radio') return
    event.preventDefault()
    if (event.repeat) return
    const all = focusables()
    // Enter goes on to the next field; a group of choices counts as one.
    const at = all.indexOf(target)
    all[at + 1]?.focus()
  }
  const number = (field: NumberField, label: string, unit: string, more: { grey?: string } = {}) => (
    <NumberRow
      key={field}
      field={field}
      label={label}
      unit={unit}
      value={form[field]}
      placeholder={more.grey ?? ''}
      problem={problemOf(field, form[field] !== '')}
      offer={reading.problems.find((of) => of.field === field)?.offer ?? null}
      onText={(text) => change({ kind: 'typed', field, text })}
      onStep={(steps) =>
        change({
          kind: 'step',
          field,
          steps,
          step: stepOf(field, instrument),
          from: startOfStep(form, field, ticker),
        })
      }
    />
  )
  const resolveInstrument = () => {
    const found = findInstruments(form.symbol, instruments ?? [])
    if (found.length === 1 && found[0]) change({ kind: 'typed', field: 'symbol', text: found[0].symbol })
  }
  const send = () => {
    const field = reading.problems[0]?.field
    if (reading.draft) void sendTicket(session, reading.draft)
    else root.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus()
  }
  const { button } = reading
  const sentence = button && `${shownCode(form.customerCode)} · ${button.order} ${button.value}`
  const pinned = form.customerCode !== '' && form.customerCode !== windowCustomer
  const limitTwin = LIMIT_TWIN[mainType(form.type)]

  return (
    // Enter walks the fields: one place hears it for all of them.
    <div ref={root} role="presentation" className="ticket" onKeyDown={onKeyDown}>
      <form onSubmit={(event) => event.preventDefault()} aria-label="Order ticket">
        <TextRow
          field="customerCode"
          label="Customer"
          value={form.customerCode}
          beside={customerName(session, form.customerCode)}
          placeholder="F2"
          problem={problemOf('customerCode', form.customerCode !== '')}
          onText={(text) => change({ kind: 'typed', field: 'customerCode', text })}
        />
        {pinned && (
          <p className="amber">
            Pinned to {form.customerCode}; the window is on {windowCustomer ?? 'no customer'}.
          </p>
        )}
        <NotOpenBox code={form.customerCode} />
        <TextRow
          field="symbol"
          label="Instrument"
          value={form.symbol}
          beside=""
          placeholder="F3"
          problem={problemOf('symbol', form.symbol !== '')}
          onText={(text) => change({ kind: 'typed', field: 'symbol', text })}
          onLeave={resolveInstrument}
        />
        {instrument && tradability(instrument.status) !== 'open' && (
          <div className="warning-box" role="note">
            <div className="title">{typeRefusal(instrument, 'market')}</div>
          </div>
        )}
        <div className="ticket-row">
          <span className="label">Side</span>
          <Choice
            name="Side"
            options={[
              { value: 'buy', label: 'BUY', tone: 'buy' },
              { value: 'sell', label: 'SELL', tone: 'sell' },
            ]}
            value={form.side}
            onChoose={(side) => change({ kind: 'side', side })}
          />
        </div>
        <div className="ticket-row long">
          <span className="label">Type</span>
          <Choice
            name="Type"
            options={MAIN_TYPES.map((of) => ({ ...of, refused: typeRefusal(instrument, of.value) }))}
            value={mainType(form.type)}
            onChoose={(type) => change({ kind: 'type', type })}
          />
        </div>
        {limitTwin !== undefined && (
          <div className="ticket-row">
            <span className="label">Then</span>
            <Choice
              name="Then"
              options={[
                { value: mainType(form.type), label: 'at market' },
                { value: limitTwin, label: 'at a limit' },
              ]}
              value={form.type}
              onChoose={(type) => change({ kind: 'type', type })}
            />
          </div>
        )}
        {number('amount', 'Amount', instrument?.underlying ?? '', { grey: reading.equivalent.amount })}
        {takesCash(form.type) &&
          number('cashAmount', 'Cash (notional)', 'USDC', { grey: reading.equivalent.cashAmount })}
        {rule.triggerPrice && number('triggerPrice', 'Trigger', 'last trade')}
        {rule.combo && number('takeProfitPrice', 'Take profit', 'mark')}
        {rule.combo && number('stopLossPrice', 'Stop loss', 'mark')}
        {rule.limitPrice && number('limitPrice', 'Limit', '')}
        <div className="ticket-row">
          <span className="label">In force</span>
          <Choice<TimeInForce>
            name="In force"
            options={[
              { value: 'GTC', label: 'GTC' },
              { value: 'IOC', label: 'IOC' },
              { value: 'FOK', label: 'FOK' },
            ]}
            value={reading.timeInForce ?? ''}
            disabled={form.cashAmount !== ''}
            onChoose={(timeInForce) => change({ kind: 'timeInForce', timeInForce })}
          />
        </div>
        <TextRow
          field="leverage"
          label="Leverage"
          value={form.leverage}
          beside={
            form.leverage === ''
              ? `now ${leverage === null ? '—' : `${exact(leverage)}×`} · stays`
              : `${leverage === null ? '' : `${exact(leverage)}× → `}${form.leverage.replace(/[x×]$/i, '')}× stays`
          }
          placeholder=""
          problem={problemOf('leverage', form.leverage !== '')}
          onText={(text) => change({ kind: 'typed', field: 'leverage', text })}
        />
        <div className="ticket-row idle">
          <span className="label">Reference</span>
          <span className="number muted">given when it is sent</span>
        </div>
        {instrument && form.side !== '' && begun && (
          <BeforeAfter
            instrument={instrument}
            effects={effectsOf({
              side: form.side,
              amount: reading.amount,
              notional: reading.notional,
              takes: reading.takes,
              position,
              mark: ticker?.markPrice ? decimal(ticker.markPrice) : null,
              leverage: reading.draft?.leverage ?? null,
              instrument,
              margin: terms.margin,
              fees: terms.fees,
            })}
            takes={reading.takes}
            markOld={markOld}
          />
        )}
        <div className="ticket-foot">
          {reading.warnings.map((of) => (
            <div key={of.title} className="warning-box" role="note" title={of.detail}>
              <div className="title">{of.title}</div>
              <div className="muted detail">{of.detail}</div>
            </div>
          ))}
          <HaltedNote customerCode={form.customerCode as CustomerCode} symbol={form.symbol as Symbol} />
          <SendButton
            className={`send ${reading.draft?.side ?? ''}`}
            isDisabled={reading.draft === null || sending || halted}
            sentence={sentence}
            onSend={send}
          >
            {sending ? 'Sending…' : (sentence ?? reading.problems[0]?.sentence ?? 'Fill in the ticket')}
          </SendButton>
        </div>
      </form>
    </div>
  )
}
