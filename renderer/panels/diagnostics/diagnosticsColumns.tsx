/** The columns of the diagnostics, with the histogram of a duration as small bars. */

import { BUCKETS } from '../../../shared/domain/health/histogram.ts'
import { counted } from '../../format/numbers.ts'
import { span } from '../../format/times.ts'
import { useNow } from '../../state/useNow.ts'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'
import { stateOf, type HealthRow } from './healthRows.ts'

const HEIGHT = 14

/** A bar for each bucket, 1 µs to 16 s from left to right. A bar grows with the logarithm, so that one late order among thousands shows. */
function Bars({ row }: { readonly row: HealthRow }) {
  if (row.counts.length === 0) return null
  const tallest = Math.log2(1 + Math.max(...row.counts))
  return (
    <svg className="health-bars" viewBox={`0 0 ${BUCKETS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      {row.counts.map((count, bucket) => {
        const height = count === 0 ? 0 : Math.max(2, (Math.log2(1 + count) / tallest) * HEIGHT)
        // oxlint-disable-next-line react/no-array-index-key -- a bucket is its place
        return <rect key={bucket} x={bucket + 0.1} y={HEIGHT - height} width={0.8} height={height} />
      })}
    </svg>
  )
}

function State({ row }: { readonly row: HealthRow }) {
  const now = useNow(true)
  const state = stateOf(row, now)
  const age = row.at === null ? '' : `${span(now - row.at)} ago`
  if (state === 'not measured')
    return (
      <span className="muted" title={`Not measured: ${row.why ?? ''}.`}>
        not measured: {row.why}
      </span>
    )
  return <span className={state === 'old' ? 'amber' : ''}>{state === 'old' ? `old: read ${age}` : age}</span>
}

const figures = (row: HealthRow, text: string) => (
  <span className={row.number === null ? 'number muted' : 'number'}>{text}</span>
)

export const DIAGNOSTICS_COLUMNS: readonly TableColumn<HealthRow>[] = [
  {
    id: 'what',
    title: 'What',
    kind: 'text',
    value: ({ title }) => title,
    width: 'minmax(120px, 1fr)',
    cell: ({ title, meaning }) => <span title={meaning}>{title}</span>,
  },
  {
    id: 'value',
    title: 'Now, or 99 %',
    kind: 'count',
    value: ({ number }) => number,
    copied: ({ value }) => value,
    width: '104px',
    align: 'right',
    cell: (row) => figures(row, row.value),
  },
  {
    id: 'median',
    title: 'Median',
    kind: 'text',
    value: ({ median }) => median,
    width: '76px',
    align: 'right',
    cell: (row) => figures(row, row.median),
  },
  {
    id: 'most',
    title: 'Longest',
    kind: 'text',
    value: ({ most }) => most,
    width: '76px',
    align: 'right',
    cell: (row) => figures(row, row.most),
  },
  {
    id: 'count',
    title: 'Count',
    kind: 'count',
    value: ({ count }) => count,
    width: '60px',
    align: 'right',
    cell: (row) => figures(row, row.count === null ? '' : counted(row.count)),
  },
  {
    id: 'bars',
    title: '1 µs to 16 s',
    kind: 'text',
    value: () => '',
    width: '132px',
    cell: (row) => <Bars row={row} />,
  },
  {
    id: 'measured',
    title: 'Measured',
    kind: 'text',
    value: ({ why }) => (why === null ? 'read' : `not measured: ${why}`),
    width: 'minmax(140px, 1.2fr)',
    cell: (row) => <State row={row} />,
  },
  {
    id: 'meaning',
    title: 'Meaning',
    kind: 'text',
    value: ({ meaning }) => meaning,
    width: 'minmax(180px, 2.4fr)',
    cell: ({ meaning }) => (
      <span className="muted" title={meaning}>
        {meaning}
      </span>
    ),
  },
]
