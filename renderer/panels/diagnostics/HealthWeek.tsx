/** The stored week of one row of the diagnostics, hour by hour, as bars and as a table. An hour that is not stored, or has no reading, says so. */

import { useEffect, useMemo, useRef } from 'react'
import { plural } from '../../../shared/base/plural.ts'
import { HOUR, type HealthHour } from '../../../shared/domain/health/week.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { UNKNOWN } from '../../format/numbers.ts'
import { dayAndTime, dayAndTimeWithZone, zoneName } from '../../format/times.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import { ListGrid, ReadAgain } from '../PanelControls.tsx'
import { useRead } from '../useRead.ts'
import { rowWords, type RowWords } from './healthRows.ts'
import { useEscapeLeaves } from '../useEscapeLeaves.ts'

const HEIGHT = 40

interface Hour {
  readonly at: number
  /** Null: no minute of the hour is stored. */
  readonly stored: HealthHour | null
}

/** Hours of a gap that are shown: a day of last year, or of a clock that was wrong, would give a row for each hour since. */
const MOST_MISSING = 200

/** Every hour from the oldest that is stored to the newest, so that a gap is seen. */
const withGaps = (hours: readonly HealthHour[]): readonly Hour[] =>
  hours.flatMap((stored, place) => {
    const before = hours[place - 1]
    const missing = before === undefined ? 0 : Math.min((stored.at - before.at) / HOUR - 1, MOST_MISSING)
    const gap = Array.from({ length: missing }, (_, n): Hour => ({
      at: stored.at - (missing - n) * HOUR,
      stored: null,
    }))
    return [...gap, { at: stored.at, stored }]
  })

const readOf = ({ stored }: Hour): HealthHour | null => (stored !== null && stored.read > 0 ? stored : null)

function Bars({ hours, words }: { readonly hours: readonly Hour[]; readonly words: RowWords }) {
  const highest = Math.max(...hours.map((hour) => readOf(hour)?.high ?? 0), 0)
  const [first] = hours
  const last = hours.at(-1)
  if (highest <= 0 || first === undefined || last === undefined) return null
  return (
    <>
      <svg
        className="health-week-bars"
        viewBox={`0 0 ${hours.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {hours.map((hour, place) => {
          const read = readOf(hour)
          if (read === null)
            return <rect key={hour.at} className="gap" x={place} y={HEIGHT - 2} width={1} height={2} />
          const height = Math.max(1, (HEIGHT * Math.max(0, read.high)) / highest)
          return <rect key={hour.at} x={place + 0.1} y={HEIGHT - height} width={0.8} height={height} />
        })}
      </svg>
      <p className="panel-line muted">
        A bar for each hour from {dayAndTime(first.at)} to {dayAndTimeWithZone(last.at)}. The highest is{' '}
        {words.text(highest)}.
      </p>
    </>
  )
}

function columnsOf({ isDuration, text }: RowWords): readonly Column<Hour>[] {
  const number = (id: 'low' | 'middle' | 'high', title: string): Column<Hour> => ({
    id,
    title,
    width: '120px',
    align: 'right',
    cell: (hour) => {
      const read = readOf(hour)
      return <span className="number">{read === null ? UNKNOWN : text(read[id])}</span>
    },
  })
  return [
    {
      id: 'at',
      title: `Hour from, ${zoneName()}`,
      width: '150px',
      cell: ({ at }) => <span className="number">{dayAndTime(at)}</span>,
    },
    {
      id: 'stored',
      title: 'Stored',
      width: '270px',
      cell: ({ stored }) => (
        <span className="muted">
          {stored === null
            ? 'nothing: Openpit was closed, or could not store'
            : `${plural(stored.minutes, 'minute')}, ${stored.read} with a reading`}
        </span>
      ),
    },
    number('low', isDuration ? 'Lowest median' : 'Lowest'),
    number('middle', isDuration ? 'Median of the medians' : 'Median'),
    number('high', isDuration ? 'Longest' : 'Highest'),
  ]
}

const keyOf = ({ at }: Hour): string => String(at)

export function HealthWeek({ name, onLeave }: { readonly name: string; readonly onLeave: () => void }) {
  const root = useRef<HTMLElement>(null)
  const read = useRead('health.week', { name }, 'always')
  const words = rowWords(name)
  const columns = useMemo(() => columnsOf(rowWords(name)), [name])
  const hours = useMemo(() => withGaps(read.value?.hours ?? []), [read.value])
  const newest = useMemo(() => hours.toReversed(), [hours])
  useEscapeLeaves(root, onLeave)
  useEffect(() => root.current?.focus(), [])
  return (
    <section ref={root} className="health-week" aria-label={`Week of ${words.title}`} tabIndex={-1}>
      <div className="panel-bar">
        <span className="strong">{words.title}</span>
        <span className="muted">{words.meaning}</span>
        <span className="spring" />
        <ReadAgain read={read} />
        <button type="button" className="button small" onClick={onLeave}>
          Leave <span className="key-cap">Esc</span>
        </button>
      </div>
      {read.failure && <FailureLine failure={read.failure} />}
      {read.value?.problem && <p className="amber panel-line">{read.value.problem}</p>}
      <Bars hours={hours} words={words} />
      <ListGrid<Hour>
        name={`Week of ${words.title}`}
        columns={columns}
        rows={newest}
        keyOf={keyOf}
        unread={
          read.value !== null ? null : read.failure === null ? 'Reading the week…' : 'The week was not read.'
        }
        empty="No minute is stored yet. The first one is stored a minute after the start."
        stale={false}
      />
    </section>
  )
}
