/** The slider that moves the marks, and what the move would do to whom. Changes no mark and sends nothing. */

import type { RefObject } from 'react'
import { ZERO, decimal, toText, type Decimal } from '../../../shared/base/decimal.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { symbol as symbolSchema, type Symbol } from '../../../shared/domain/scalars.ts'
import type { ShockWords } from './shockWords.ts'

/** What the dealer chose. */
export interface ShockChoice {
  /** Null: every mark. */
  readonly symbol: Symbol | null
  readonly unit: 'percent' | 'volatility'
  /** Percent, or multiples of each instrument's volatility of a day. */
  readonly size: Decimal
}

export const NO_CHOICE: ShockChoice = { symbol: null, unit: 'percent', size: ZERO }

/** The ends and the step of the slider. */
const RANGES = {
  percent: { end: '20', step: '0.5' },
  volatility: { end: '6', step: '0.1' },
} as const

const VOLATILITY_WORDS =
  'Volatility: each mark moves by a multiple of its own standard deviation of a day, from the closes of its hours of the last 30 days, or of its minutes while too few hours are stored.'

interface ShockBarProps {
  readonly shock: ShockChoice
  /** The move in words, such as `−7.5 %`. */
  readonly move: string
  readonly instruments: readonly Instrument[]
  readonly words: ShockWords
  readonly onShock: (shock: ShockChoice) => void
  readonly slider: RefObject<HTMLInputElement | null>
  /** Esc on the slider. */
  readonly onLeave: () => void
}

export function ShockBar({ shock, move, instruments, words, onShock, slider, onLeave }: ShockBarProps) {
  const { end, step } = RANGES[shock.unit]
  return (
    <section className="shock-bar" aria-label="Shock">
      <div className="shock-slider">
        <label className="bar-field">
          <span className="muted">Move</span>
          <select
            className="field"
            aria-label="Marks that move"
            value={shock.symbol ?? ''}
            onChange={({ target }) => {
              const chosen = symbolSchema.safeParse(target.value)
              onShock({ ...shock, symbol: chosen.success ? chosen.data : null })
            }}
          >
            <option value="">all marks</option>
            {instruments.map(({ symbol, underlying }) => (
              <option key={symbol} value={symbol}>
                {underlying}
              </option>
            ))}
          </select>
        </label>
        <label className="bar-field">
          <span className="muted">by</span>
          <select
            className="field"
            aria-label="Unit of the move"
            title={VOLATILITY_WORDS}
            value={shock.unit}
            onChange={({ target }) =>
              onShock({
                ...shock,
                size: ZERO,
                unit: target.value === 'volatility' ? 'volatility' : 'percent',
              })
            }
          >
            <option value="percent">percent</option>
            <option value="volatility">volatility</option>
          </select>
        </label>
        <span className="number strong">{move}</span>
        <input
          type="range"
          ref={slider}
          aria-label={`Shock in ${shock.unit}`}
          aria-valuetext={move}
          min={`-${end}`}
          max={end}
          step={step}
          value={toText(shock.size)}
          onChange={({ target }) => onShock({ ...shock, size: decimal(target.value) })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            onLeave()
          }}
        />
        <button
          type="button"
          className="button small"
          disabled={shock.size === ZERO && shock.symbol === null}
          onClick={() => onShock({ ...NO_CHOICE, unit: shock.unit })}
        >
          No shock
        </button>
      </div>
      <div className="shock-words" role="status">
        <p className="strong">{words.headline}</p>
        {words.liquidated !== null && <p className="loss">✕ Liquidated: {words.liquidated}</p>}
        {words.called !== null && <p className="amber">△ Called: {words.called}</p>}
        {words.unknown !== null && <p className="amber">? {words.unknown}</p>}
        {words.unread !== null && <p className="amber">? {words.unread}</p>}
      </div>
    </section>
  )
}
