/** The bar below the rows of the risk board: what is chosen, the percent of a reduction, and what is left of one. Sends nothing. */

import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { RiskRow } from '../../../../shared/domain/risk/riskRows.ts'
import { sumFigures } from '../../../../shared/domain/risk/riskRows.ts'
import type { HeldBack, PositionName, ReductionStep } from '../../../../shared/domain/risk/reduction.ts'
import { SumNumber } from '../../../format/figures/SumNumber.tsx'
import { counted, exact, grouped } from '../../../format/numbers.ts'
import { NAMED, readPercent } from './reductionWords.ts'
import type { Reducing } from './useReduction.ts'

const NONE = { value: null, why: null }

interface SelectionBarProps {
  /** Rows that are chosen together; empty: fewer than two. */
  readonly rows: readonly RiskRow[]
  readonly reducing: Reducing
  readonly nameOf: (symbol: string) => string
  /** Back to the rows. */
  readonly onLeave: () => void
}

export function SelectionBar({ rows, reducing, nameOf, onLeave }: SelectionBarProps) {
  const { asked, remaining } = reducing
  if (rows.length === 0 && asked === null && remaining === null) return null
  return (
    <section className="risk-selection" aria-label="Chosen rows">
      {asked !== null ? (
        <PercentField reducing={reducing} rows={asked} nameOf={nameOf} onLeave={onLeave} />
      ) : remaining !== null ? (
        <Remaining reducing={reducing} remaining={remaining} nameOf={nameOf} />
      ) : (
        <Chosen rows={rows} nameOf={nameOf} />
      )}
    </section>
  )
}

function Chosen({ rows, nameOf }: Pick<SelectionBarProps, 'rows' | 'nameOf'>) {
  const customers = new Set(rows.map(({ customerCode }) => customerCode)).size
  return (
    <>
      <span className="strong">
        {counted(rows.length)} rows of {counted(customers)} {customers === 1 ? 'customer' : 'customers'}
      </span>
      {rows.slice(0, NAMED).map(({ key, customerCode, symbol, size }) => (
        <span key={key} className="number">
          {shownCode(customerCode)} {nameOf(symbol)} {size.value === null ? '—' : exact(size.value)}
        </span>
      ))}
      {rows.length > NAMED && <span className="muted">and {counted(rows.length - NAMED)} more</span>}
      <span>
        <span className="muted">notional</span>{' '}
        <SumNumber
          sum={sumFigures(rows.map(({ position }) => position?.notional ?? NONE))}
          places={0}
          isSigned={false}
        />
      </span>
      <span className="risk-selection-keys muted">
        <span className="key-cap">R</span> reduce <span className="key-cap">F</span> flatten{' '}
        <span className="key-cap">H</span> halt <span className="key-cap">L</span> copy as messages{' '}
        <span className="key-cap">Esc</span> clears
      </span>
    </>
  )
}

interface PercentFieldProps extends Omit<SelectionBarProps, 'rows'> {
  readonly rows: readonly PositionName[]
}

function PercentField({ reducing, rows, nameOf, onLeave }: PercentFieldProps) {
  const words = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('50')
  useLayoutEffect(() => field.current?.select(), [])
  const read = readPercent(typed, rows, nameOf)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      reducing.drop()
      return onLeave()
    }
    if (event.key !== 'Enter' || event.repeat || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!read.ok) return
    onLeave()
    reducing.begin(read.value)
  }
  return (
    <>
      <label className="bar-field">
        <span className="strong">
          Reduce {counted(rows.length)} {rows.length === 1 ? 'position' : 'positions'} by
        </span>
        <input
          ref={field}
          className="field short mono"
          aria-label="Percent to reduce by"
          aria-invalid={!read.ok}
          aria-describedby={words}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
        />
        <span>%</span>
      </label>
      <span id={words} className={read.ok ? 'muted' : 'amber'} role="status">
        {read.ok
          ? 'Enter fills in the first market order or block for review. Nothing is sent before the review.'
          : read.failure}
      </span>
    </>
  )
}

const stepWords = (
  { symbol, side, orders, amount, notional }: ReductionStep,
  nameOf: (symbol: string) => string,
): string =>
  `${side.toUpperCase()} ${exact(amount)} ${nameOf(symbol)} · ${counted(orders.length)} ${orders.length === 1 ? 'customer' : 'customers'}${notional === null ? '' : ` ≈ ${grouped(notional, 0)} USDC`}`

const heldBackWords = ({ customerCode, symbol, why }: HeldBack, nameOf: (symbol: string) => string) =>
  `${shownCode(customerCode)} ${nameOf(symbol)}: ${why}`

interface RemainingProps {
  readonly reducing: Reducing
  readonly remaining: NonNullable<Reducing['remaining']>
  readonly nameOf: (symbol: string) => string
}

function Remaining({ reducing, remaining, nameOf }: RemainingProps) {
  const { percent, steps, done, heldBack } = remaining
  const [firstBack] = heldBack
  return (
    <>
      <span className="strong">Reduction by {exact(percent)} %</span>
      {steps.slice(0, NAMED).map((step) => (
        <span key={`${step.symbol} ${step.side}`} className="number">
          {stepWords(step, nameOf)}
        </span>
      ))}
      {steps.length > NAMED && <span className="muted">and {counted(steps.length - NAMED)} more</span>}
      <span className="muted" role="status">
        {steps.length === 0 ? 'nothing is left' : `${counted(steps.length)} left`}, {counted(done)} done
      </span>
      {firstBack && (
        <span className="amber" title={heldBack.map((each) => heldBackWords(each, nameOf)).join('\n')}>
          △ {counted(heldBack.length)} held back: {heldBackWords(firstBack, nameOf)}
        </span>
      )}
      <span className="risk-selection-keys">
        {steps.length > 0 && (
          <button type="button" className="button small" onClick={reducing.next}>
            Fill in the next <span className="key-cap">R</span>
          </button>
        )}
        <button type="button" className="button small" onClick={reducing.drop}>
          {steps.length > 0 ? 'Drop the rest' : 'Close'} <span className="key-cap">Esc</span>
        </button>
      </span>
    </>
  )
}
