/** The field for a typed interval: `15` is minutes; s, m, h, d and w are units. Enter takes it, Esc leaves. */

import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { INTERVALS, type Interval } from '../../../../shared/domain/candles/candle.ts'

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** The interval of a typed length; null where no candles have it. */
export function readInterval(text: string): Interval | null {
  const [, count = '', unit = ''] = /^(\d{1,5})\s*([smhdw]?)$/i.exec(text.trim()) ?? []
  const length = Number(count) * (UNITS[unit === '' ? 'm' : unit.toLowerCase()] ?? NaN)
  const names = Object.keys(INTERVALS) as readonly Interval[]
  return names.find((name) => INTERVALS[name] === length) ?? null
}

interface IntervalFieldProps {
  readonly onInterval: (interval: Interval) => void
  /** The focus is elsewhere already, and stays there. */
  readonly onClose: () => void
  /** The focus goes back to the candles. */
  readonly onLeave: () => void
}

export function IntervalField({ onInterval, onClose, onLeave }: IntervalFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  useEffect(() => field.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    const interval = readInterval(typed)
    if (event.key === 'Enter' && interval === null) return setRefused(true)
    onLeave()
    if (event.key === 'Enter' && interval !== null) onInterval(interval)
  }
  return (
    <div className="chart-typed">
      <label>
        <span className="muted">Interval</span>
        <input
          ref={field}
          className="field short"
          placeholder="15, 4h, 1s"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          aria-invalid={isRefused}
          onChange={({ target }) => {
            setTyped(target.value)
            setRefused(false)
          }}
          onKeyDown={onKeyDown}
          onBlur={onClose}
        />
      </label>
      {isRefused && (
        <span className="problem" role="alert">
          No candles of this length. There are {Object.keys(INTERVALS).join(' ')}.
        </span>
      )}
    </div>
  )
}
