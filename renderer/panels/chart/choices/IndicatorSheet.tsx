/** The sheet of a chart's indicators: words add one, the list below changes and removes them. */

import { useId, useState, type KeyboardEvent } from 'react'
import { MOST_INDICATORS, type IndicatorChoice } from '../../../state/stores/chartChoices.ts'
import { Sheet } from '../../../ui/Sheet.tsx'
import { INDICATOR_KINDS, indicatorOf, indicatorText, readIndicator } from '../indicators/indicators.ts'

export interface IndicatorSheetProps {
  readonly chart: string
  readonly indicators: readonly IndicatorChoice[]
  /** Open time of the newest candle, ms; a time without a date is of its day. */
  readonly newest: () => number
  readonly onChange: (indicators: readonly IndicatorChoice[]) => void
  readonly onClose: () => void
}

const nameOf = ({ kind }: IndicatorChoice): string =>
  INDICATOR_KINDS.find(({ word }) => word === kind)?.name ?? 'Unknown to this release, not drawn'

export default function IndicatorSheet({
  chart,
  indicators,
  newest,
  onChange,
  onClose,
}: IndicatorSheetProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  /** The row that the arrow keys went to; null while the field adds. */
  const [marked, setMarked] = useState<number | null>(null)

  const enter = () => {
    const chosen = marked === null ? undefined : indicators[marked]
    if (chosen && typed === '') return setTyped(indicatorText(chosen))
    const read = readIndicator(typed, newest())
    if (!read.ok) return setProblem(read.problem)
    if (!chosen && indicators.length >= MOST_INDICATORS)
      return setProblem(`A chart has ${MOST_INDICATORS} indicators at most. Remove one first.`)
    onChange(
      chosen
        ? indicators.map((indicator, n) => (n === marked ? read.choice : indicator))
        : [...indicators, read.choice],
    )
    setTyped('')
    setMarked(null)
    setProblem(null)
  }
  const remove = (place: number) => {
    onChange(indicators.filter((_, n) => n !== place))
    setMarked(null)
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    const last = indicators.length - 1
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        event.preventDefault()
        setTyped('')
        return setMarked(
          event.key === 'ArrowDown'
            ? Math.min((marked ?? -1) + 1, last)
            : marked === null || marked === 0
              ? null
              : marked - 1,
        )
      case 'Delete':
        if (marked === null || typed !== '') return
        event.preventDefault()
        return event.repeat ? undefined : remove(marked)
      case 'Enter':
        event.preventDefault()
        if (!event.repeat) enter()
    }
  }
  return (
    <Sheet title={`Indicators of ${chart}`} onClose={onClose}>
      <input
        type="text"
        className="field"
        aria-label="Indicator"
        aria-controls={id}
        aria-activedescendant={marked === null ? undefined : `${id}-${marked}`}
        aria-invalid={problem !== null}
        placeholder={marked === null ? 'ema 21, boll 20 2, rsi 14 …' : 'Enter changes it, Delete removes it'}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setProblem(null)
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className={problem === null ? 'picker-note' : 'picker-note problem'}>
        {problem ??
          (indicators.length === 0
            ? 'No indicator yet.'
            : '↑ ↓ choose one, Enter changes it, Delete removes it.')}
      </p>
      <div id={id} role="listbox" aria-label="Indicators of the chart" className="picker-list chart-chosen">
        {indicators.map((choice, n) => (
          // The keys are heard in the field, which keeps the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={`${n} ${indicatorText(choice)}`}
            id={`${id}-${n}`}
            role="option"
            tabIndex={-1}
            aria-selected={n === marked}
            className="picker-item"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => setMarked(n)}
          >
            <span className="strong">{indicatorOf(choice)?.title ?? choice.kind}</span>{' '}
            <span className="muted">{nameOf(choice)}</span>
          </div>
        ))}
      </div>
      <table className="chart-words" aria-label="Words of indicators">
        <tbody>
          {INDICATOR_KINDS.map(({ word, name, numbers }) => (
            <tr key={word}>
              <td>
                {word === 'avwap' ? 'avwap 09:30' : [word, ...numbers.map(({ usual }) => usual)].join(' ')}
              </td>
              <td>{name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  )
}
