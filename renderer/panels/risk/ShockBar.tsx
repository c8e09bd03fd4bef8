/** The slider that moves the marks, and what the move would do to whom. Changes no mark and sends nothing. */

import { ZERO, decimal, toText } from '../../../shared/base/decimal.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { NO_SHOCK, type Shock } from '../../../shared/domain/risk/shock.ts'
import { symbol as symbolSchema } from '../../../shared/domain/scalars.ts'
import { moveText, type ShockWords } from './shockWords.ts'

interface ShockBarProps {
  readonly shock: Shock
  readonly instruments: readonly Instrument[]
  readonly words: ShockWords
  readonly onShock: (shock: Shock) => void
}

export function ShockBar({ shock, instruments, words, onShock }: ShockBarProps) {
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
        <span className="number strong">{moveText(shock.percent)}</span>
        <input
          type="range"
          aria-label="Shock in percent"
          aria-valuetext={moveText(shock.percent)}
          min="-20"
          max="20"
          step="0.5"
          value={toText(shock.percent)}
          onChange={({ target }) => onShock({ ...shock, percent: decimal(target.value) })}
        />
        <button
          type="button"
          className="button small"
          disabled={shock.percent === ZERO && shock.symbol === null}
          onClick={() => onShock(NO_SHOCK)}
        >
          No shock
        </button>
      </div>
      <div className="shock-words" role="status">
        <p className="strong">{words.headline}</p>
        {words.liquidated !== null && <p className="loss">✕ Liquidated: {words.liquidated}</p>}
        {words.called !== null && <p className="amber">△ Called: {words.called}</p>}
        {words.unknown !== null && <p className="amber">? {words.unknown}</p>}
      </div>
    </section>
  )
}
