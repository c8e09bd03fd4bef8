/** The fields of a block order in Tab order, with the way to split it and what is wrong. */

import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { BLOCK_METHODS, METHOD_WORDS, type BlockMethod } from '../../../shared/domain/block/blockMethods.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import type { TimeInForce } from '../../../shared/domain/orders/order.ts'
import type { Side, Symbol } from '../../../shared/domain/scalars.ts'
import type { BlockField, BlockForm, BlockType } from '../../state/blockForm/blockFields.ts'
import {
  amountLabel,
  showsNumbers,
  takesAmount,
  takesCash,
  type BlockFault,
} from '../../state/blockForm/readBlockForm.ts'
import { changeBlock } from '../../state/blockForm/blockStore.ts'
import { useSession } from '../../state/useSession.ts'
import { Choice, type ChoiceProps } from '../../ui/Choice.tsx'
import { Field } from '../../ui/Field.tsx'

interface BlockFieldsProps {
  readonly form: BlockForm
  readonly fault: BlockFault | null
}

const TYPES: readonly { readonly value: BlockType; readonly label: string }[] = [
  { value: 'market', label: 'Market' },
  { value: 'limit', label: 'Limit' },
  { value: 'stop_loss', label: 'Stop' },
  { value: 'take_profit', label: 'TP' },
]

const TIMES: readonly { readonly value: TimeInForce; readonly label: string }[] = [
  { value: 'GTC', label: 'GTC' },
  { value: 'IOC', label: 'IOC' },
  { value: 'FOK', label: 'FOK' },
]

/** A field that is only empty is no mistake yet: the button that reviews says what is missing. */
const isTyped = (form: BlockForm, field: BlockField): boolean => form[field] !== ''

export function BlockFields({ form, fault }: BlockFieldsProps) {
  const { block, server } = useSession()
  const customers = useStore(server.customers, ({ value }) => value) ?? []
  const instruments = useStore(server.instruments, ({ value }) => value) ?? []
  const change = (values: Partial<BlockForm>) => changeBlock(block, values)
  const groups = [...new Set(customers.map(({ group }) => group).filter((group) => group !== ''))].toSorted()
  const text = (field: BlockField, label: string) => (
    <Field
      id={`block-${field}`}
      label={label}
      value={form[field]}
      inputMode="decimal"
      problem={fault?.field === field && isTyped(form, field) ? fault.sentence : null}
      onText={(typed) => change({ [field]: typed })}
    />
  )
  const { method, type } = form
  return (
    <div className="block-fields">
      <div className="labelled">
        <label htmlFor="block-group">Group</label>
        <select
          id="block-group"
          className="field"
          value={form.group}
          onChange={(event) => change({ group: event.target.value, without: [] })}
        >
          <option value="">none: type customers below</option>
          {groups.map((group) => (
            <option key={group} value={group}>
              @{group} · {customers.filter((customer) => customer.group === group).length} customers
            </option>
          ))}
        </select>
      </div>
      <ChoiceRow<Side>
        name="Side"
        value={form.side}
        options={[
          { value: 'buy', label: 'Buy', tone: 'buy' },
          { value: 'sell', label: 'Sell', tone: 'sell' },
        ]}
        onChoose={(side) => change({ side })}
      />
      <div className="labelled">
        <label htmlFor="block-symbol">Instrument</label>
        <select
          id="block-symbol"
          className="field"
          value={form.symbol}
          onChange={(event) => change({ symbol: event.target.value as Symbol })}
        >
          <option value="">choose one</option>
          {instruments.map(({ symbol }) => (
            <option key={symbol} value={symbol}>
              {shownCode(symbol)}
            </option>
          ))}
        </select>
      </div>
      <ChoiceRow<BlockType>
        name="Type"
        value={type}
        options={TYPES}
        onChoose={(chosen) => change({ type: chosen, timeInForce: '' })}
      />
      {takesAmount(method) && text('amount', amountLabel(method))}
      {takesCash(method) && text('cash', 'Cash, USDC')}
      {type === 'limit' && text('limitPrice', 'Limit')}
      {(type === 'stop_loss' || type === 'take_profit') && text('triggerPrice', 'Trigger')}
      {type === 'limit' && (
        <ChoiceRow<TimeInForce>
          name="In force"
          value={form.timeInForce === '' ? 'GTC' : form.timeInForce}
          options={TIMES}
          onChoose={(timeInForce) => change({ timeInForce })}
        />
      )}
      {text('leverage', 'Leverage')}
      <SplitBy form={form} change={change} />
      {showsNumbers(form) && <Numbers form={form} fault={fault} change={change} />}
      <Handling form={form} change={change} />
      {text('inFlight', 'In flight')}
    </div>
  )
}

interface PartProps {
  readonly form: BlockForm
  readonly change: (values: Partial<BlockForm>) => void
}

/** The ways to split, walked by arrows and chosen by digit. */
function SplitBy({ form: { method }, change }: PartProps) {
  const methods = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A way that takes no amount removes the field that has the focus. The sheet's keys need the focus inside it.
    if (document.activeElement === document.body)
      methods.current?.querySelector<HTMLElement>(`[data-method=${method}]`)?.focus()
  }, [method])
  const walk = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const count = BLOCK_METHODS.length
    const next = BLOCK_METHODS[(BLOCK_METHODS.indexOf(method) + by + count) % count]
    if (by === 0 || next === undefined) return
    event.preventDefault()
    change({ method: next })
    methods.current?.querySelector<HTMLElement>(`[data-method=${next}]`)?.focus()
  }
  return (
    <div ref={methods} role="radiogroup" aria-label="Split by" className="block-methods">
      <span className="label">
        Split by <span className="key-cap">Alt 1…9, 0</span>
      </span>
      {BLOCK_METHODS.map((each, at) => (
        <button
          key={each}
          type="button"
          role="radio"
          aria-checked={each === method}
          tabIndex={each === method ? 0 : -1}
          className="block-method"
          data-method={each}
          onKeyDown={walk}
          onClick={() => change({ method: each })}
        >
          <span className="key-cap">{(at + 1) % 10}</span> <b>{METHOD_WORDS[each].name}</b>
          <span className="muted">{METHOD_WORDS[each].means}</span>
        </button>
      ))}
    </div>
  )
}

const NUMBER_MEANS: Partial<Record<BlockMethod, string>> = { list: 'contracts', cash: 'USDC' }

/** A customer and a number a line. */
const Numbers = ({ form, fault, change }: PartProps & Pick<BlockFieldsProps, 'fault'>) => (
  <div className="block-numbers">
    <label htmlFor="block-numbers">Customer and {NUMBER_MEANS[form.method] ?? 'number'}</label>
    <textarea
      id="block-numbers"
      className="field mono"
      rows={4}
      spellCheck={false}
      placeholder={form.method === 'cash' ? 'C1042 25k\nC2007 10k' : 'C1042 4\nC2007 2'}
      value={form.numbers}
      aria-invalid={fault?.field === 'numbers'}
      onChange={(event) => change({ numbers: event.target.value })}
    />
    {fault?.field === 'numbers' && <span className="problem">{fault.sentence}</span>}
  </div>
)

/** A choice with its name before it. */
const ChoiceRow = <T extends string>(props: ChoiceProps<T>) => (
  <div className="labelled">
    <span className="label">{props.name}</span>
    <Choice {...props} />
  </div>
)

/** What becomes of rows that would fail, and of the others once one is refused. */
const Handling = ({ form, change }: PartProps) => (
  <>
    <ChoiceRow
      name="Failing row"
      value={form.onFailing}
      options={[
        { value: 'resum', label: 'Re-sum' },
        { value: 'stop', label: 'Stop' },
      ]}
      onChoose={(onFailing) => change({ onFailing })}
    />
    <ChoiceRow
      name="If refused"
      value={form.onRefused}
      options={[
        { value: 'stop', label: 'Stop' },
        { value: 'continue', label: 'Continue' },
      ]}
      onChoose={(onRefused) => change({ onRefused })}
    />
  </>
)
