/** The fields of the ticket in Tab order. Each draws and reports typed values; none sends. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { tradability } from '../../../shared/domain/instrument.ts'
import type { OrderType, TimeInForce } from '../../../shared/domain/orders/order.ts'
import { TYPE_RULES, takesCash } from '../../../shared/domain/orders/orderFieldRules.ts'
import { findInstruments } from '../../commandline/grammar/nameWords.ts'
import { exact } from '../../format/numbers.ts'
import { customerName } from '../../state/actions/dealing.ts'
import {
  startOfStep,
  stepOf,
  typeRefusal,
  type NumberField,
  type TextField,
  type TicketChange,
} from '../../state/ticket/ticketForm.ts'
import { roundingOf } from '../../state/ticket/roundTicket.ts'
import type { InstanceId } from '../../state/stores/panelInstances.ts'
import { useLinkedCustomer, usePanelState } from '../../state/usePanel.ts'
import { useSession } from '../../state/useSession.ts'
import { Choice } from '../../ui/Choice.tsx'
import { NotOpenBox } from '../customers/NotOpen.tsx'
import { NumberRow, TextRow } from './TicketRow.tsx'
import type { TicketOrder } from './useTicketOrder.ts'
import { capOf } from '../../keys/caps.ts'

export interface TicketFieldsProps {
  readonly order: TicketOrder
  readonly onChange: (change: TicketChange) => void
}

/** The fault of a field; null while the field is empty. */
const problemOf = ({ form, reading }: TicketOrder, field: TextField): string | null =>
  form[field] === '' ? null : (reading.problems.find((problem) => problem.field === field)?.sentence ?? null)

export function CustomerRow({ order, onChange, id }: TicketFieldsProps & { readonly id: InstanceId }) {
  const session = useSession()
  const followed = useLinkedCustomer(id)
  const { customerLink: link } = usePanelState(id)
  const { customerCode } = order.form
  return (
    <>
      <TextRow
        field="customerCode"
        label="Customer"
        value={customerCode}
        beside={customerName(session, customerCode)}
        placeholder={capOf('F2')}
        problem={problemOf(order, 'customerCode')}
        onText={(text) => onChange({ kind: 'typed', field: 'customerCode', text })}
      />
      {customerCode !== '' && customerCode !== followed && (
        <p className="amber">
          Pinned to {shownCode(customerCode)}; {link === null ? 'the window' : `link ${link}`} is on{' '}
          {followed ?? 'no customer'}.
        </p>
      )}
      <NotOpenBox code={customerCode} />
    </>
  )
}

export function InstrumentRow({ order, onChange }: TicketFieldsProps) {
  const { form, instrument, instruments } = order
  /** A short name becomes the whole symbol where it fits one instrument. */
  const resolve = () => {
    const found = findInstruments(form.symbol, instruments)
    if (found.length === 1 && found[0]) onChange({ kind: 'typed', field: 'symbol', text: found[0].symbol })
  }
  return (
    <>
      <TextRow
        field="symbol"
        label="Instrument"
        value={form.symbol}
        beside=""
        placeholder={capOf('F3')}
        problem={problemOf(order, 'symbol')}
        onText={(text) => onChange({ kind: 'typed', field: 'symbol', text })}
        onLeave={resolve}
      />
      {instrument && tradability(instrument.status) !== 'open' && (
        <div className="warning-box" role="note">
          <div className="title">{typeRefusal(instrument, 'market')}</div>
        </div>
      )}
    </>
  )
}

export const SideRow = ({ order, onChange }: TicketFieldsProps) => (
  <div className="ticket-row">
    <span className="label">Side</span>
    <Choice
      name="Side"
      options={[
        { value: 'buy', label: 'BUY', tone: 'buy' },
        { value: 'sell', label: 'SELL', tone: 'sell' },
      ]}
      value={order.form.side}
      onChoose={(side) => onChange({ kind: 'side', side })}
    />
  </div>
)

/** The chosen type as the ticket names it: a scale is made of limit orders. */
type ShownType = OrderType | 'scale'

const MAIN_TYPES: readonly { readonly value: ShownType; readonly label: string }[] = [
  { value: 'market', label: 'Market' },
  { value: 'limit', label: 'Limit' },
  { value: 'stop_loss', label: 'Stop' },
  { value: 'take_profit', label: 'TP' },
  { value: 'take_profit_stop_loss', label: 'OCO' },
  { value: 'scale', label: 'Scale' },
]

const LIMIT_TWIN: Readonly<Partial<Record<OrderType, OrderType>>> = {
  stop_loss: 'stop_loss_limit',
  take_profit: 'take_profit_limit',
}

const mainType = (type: OrderType): OrderType =>
  type === 'stop_loss_limit' ? 'stop_loss' : type === 'take_profit_limit' ? 'take_profit' : type

/** The type of the order. For a triggered order also: at market or at a limit. */
export function TypeRows({ order, onChange }: TicketFieldsProps) {
  const { type } = order.form
  const main = mainType(type)
  const shown: ShownType = order.form.isScale ? 'scale' : main
  const limitTwin = LIMIT_TWIN[main]
  return (
    <>
      <div className="ticket-row long">
        <span className="label">Type</span>
        <Choice<ShownType>
          name="Type"
          options={MAIN_TYPES.map((option) => ({
            ...option,
            refused: typeRefusal(order.instrument, option.value === 'scale' ? 'limit' : option.value),
          }))}
          value={shown}
          onChoose={(chosen) =>
            onChange(chosen === 'scale' ? { kind: 'scale' } : { kind: 'type', type: chosen })
          }
        />
      </div>
      {limitTwin !== undefined && (
        <div className="ticket-row">
          <span className="label">Then</span>
          <Choice
            name="Then"
            options={[
              { value: main, label: 'at market' },
              { value: limitTwin, label: 'at a limit' },
            ]}
            value={type}
            onChoose={(chosen) => onChange({ kind: 'type', type: chosen })}
          />
        </div>
      )}
    </>
  )
}

interface FieldRowProps extends TicketFieldsProps {
  readonly field: NumberField
  readonly label: string
  readonly unit: string
  readonly placeholder?: string
}

/** A number of the order. `=` takes every value of the ticket that fits better than the typed one. */
export function FieldRow({ order, onChange, field, label, unit, placeholder = '' }: FieldRowProps) {
  const { form, reading, instrument, ticker } = order
  const rounding = roundingOf(form, reading.problems, instrument)
  return (
    <NumberRow
      field={field}
      label={label}
      unit={unit}
      value={form[field]}
      placeholder={placeholder}
      problem={problemOf(order, field)}
      offer={reading.problems.find((problem) => problem.field === field)?.offer ?? null}
      onTake={rounding && (() => onChange({ kind: 'take', ...rounding }))}
      onText={(text) => onChange({ kind: 'typed', field, text })}
      onStep={(steps) =>
        onChange({
          kind: 'step',
          field,
          steps,
          step: stepOf(field, instrument),
          from: startOfStep(form, field, ticker),
        })
      }
    />
  )
}

/** The two sizes, of which one is given. */
export function AmountRows(fields: TicketFieldsProps) {
  const { form, reading, instrument } = fields.order
  const { amount, cashAmount } = reading.equivalent
  return (
    <>
      <FieldRow
        {...fields}
        field="amount"
        label="Amount"
        unit={instrument?.underlying ?? ''}
        placeholder={amount}
      />
      {takesCash(form.type) && (
        <FieldRow
          {...fields}
          field="cashAmount"
          label="Cash (notional)"
          unit="USDC"
          placeholder={cashAmount}
        />
      )}
    </>
  )
}

/** The prices that the type of the order has. */
export function PriceRows(fields: TicketFieldsProps) {
  const rule = TYPE_RULES[fields.order.form.type]
  return (
    <>
      {rule.triggerPrice && <FieldRow {...fields} field="triggerPrice" label="Trigger" unit="last trade" />}
      {rule.combo && <FieldRow {...fields} field="takeProfitPrice" label="Take profit" unit="mark" />}
      {rule.combo && <FieldRow {...fields} field="stopLossPrice" label="Stop loss" unit="mark" />}
      {rule.limitPrice && <FieldRow {...fields} field="limitPrice" label="Limit" unit="" />}
    </>
  )
}

export const TimeInForceRow = ({ order, onChange }: TicketFieldsProps) => (
  <div className="ticket-row">
    <span className="label">In force</span>
    <Choice<TimeInForce>
      name="In force"
      options={[
        { value: 'GTC', label: 'GTC' },
        { value: 'IOC', label: 'IOC' },
        { value: 'FOK', label: 'FOK' },
      ]}
      value={order.reading.timeInForce ?? ''}
      disabled={order.form.cashAmount !== ''}
      onChoose={(timeInForce) => onChange({ kind: 'timeInForce', timeInForce })}
    />
  </div>
)

/** The leverage sent with the order. It stays for later orders. */
export function LeverageRow({ order, onChange }: TicketFieldsProps) {
  const { leverage: typed } = order.form
  const now =
    order.leverage === null ? null : `${order.whyMarginOld === null ? '' : '~'}${exact(order.leverage)}×`
  return (
    <TextRow
      field="leverage"
      label="Leverage"
      value={typed}
      beside={
        typed === ''
          ? `now ${now ?? '—'} · stays`
          : `${now === null ? '' : `${now} `}→ ${typed.replace(/[x×]$/i, '')}×`
      }
      placeholder=""
      problem={problemOf(order, 'leverage')}
      onText={(text) => onChange({ kind: 'typed', field: 'leverage', text })}
    />
  )
}
