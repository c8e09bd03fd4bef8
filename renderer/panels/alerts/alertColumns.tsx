/** The columns of the alerts: what each watches, its last reading with its age, and when it last fired. */

import { decimal } from '../../../shared/base/decimal.ts'
import { capital } from '../../../shared/domain/orders/openOrderReading.ts'
import type { WatchedAlert } from '../../../shared/domain/alerts/alertRule.ts'
import { KIND_WORDS, unitOf, watchWords } from '../../../shared/domain/alerts/alertWords.ts'
import { isAhead } from '../../../shared/domain/priceAge.ts'
import { UNKNOWN, counted, exact } from '../../format/numbers.ts'
import { dayAndTime, span, zoneName } from '../../format/times.ts'
import { useNow } from '../../state/useNow.ts'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'

const classWords = ({ mustAcknowledge, isOnce }: WatchedAlert): string =>
  [mustAcknowledge ? '! must acknowledge' : null, isOnce ? 'once' : null]
    .filter((word) => word !== null)
    .join(' · ')

const isEvent = ({ watch }: WatchedAlert): boolean => watch.kind === 'fill' || watch.kind === 'reject'

/** The figure nearest to the level. `~` where something that the alert watches is missing, with the reason as title. */
export function readingWords({ watch, reading, ...alert }: WatchedAlert): string {
  const { value, owner, why } = reading
  if (isEvent({ watch, reading, ...alert })) return why === null ? 'listens' : UNKNOWN
  if (value === null) return why === null ? 'nothing to read' : UNKNOWN
  const figure =
    watch.kind === 'connection'
      ? owner === null
        ? 'all live'
        : `lost for ${value} s`
      : `${exact(decimal(value))}${unitOf(watch)}`
  return `${why === null ? '' : '~ '}${figure}${owner === null ? '' : ` · ${owner}`}`
}

function ReadingCell({ row }: { readonly row: WatchedAlert }) {
  const now = useNow(true)
  const { at, why } = row.reading
  const age =
    at === null || isEvent(row) ? '' : isAhead(at, now) ? ' · of unknown age' : ` · ${span(now - at)} ago`
  return (
    <span
      className={why === null ? 'number' : 'number amber'}
      title={why === null ? undefined : `${capital(why)}.`}
    >
      {readingWords(row)}
      <span className="muted">{age}</span>
    </span>
  )
}

/** What keeps the alert from being watched, in words. */
export const stateWords = ({ isOn, reading: { why } }: WatchedAlert): string =>
  isOn ? (why === null ? 'watched' : `may miss: ${why}`) : 'off'

export const ALERT_COLUMNS: readonly TableColumn<WatchedAlert>[] = [
  {
    id: 'number',
    title: 'No.',
    kind: 'count',
    value: ({ id }) => id,
    width: '44px',
    align: 'right',
    cell: ({ id }) => <span className="number muted">{id}</span>,
  },
  {
    id: 'kind',
    title: 'Kind',
    kind: 'text',
    value: ({ watch }) => KIND_WORDS[watch.kind],
    width: '132px',
    cell: ({ watch, isOn }) => <span className={isOn ? '' : 'muted'}>{KIND_WORDS[watch.kind]}</span>,
  },
  {
    id: 'watches',
    title: 'Watches',
    kind: 'text',
    value: watchWords,
    width: 'minmax(220px, 2.2fr)',
    cell: (row) => (
      <span className={row.isOn ? '' : 'muted'} title={watchWords(row)}>
        {watchWords(row)}
      </span>
    ),
  },
  {
    id: 'reading',
    title: 'Last reading',
    kind: 'text',
    value: readingWords,
    width: 'minmax(150px, 1.3fr)',
    cell: (row) => <ReadingCell row={row} />,
  },
  {
    id: 'state',
    title: 'State',
    kind: 'text',
    value: stateWords,
    width: 'minmax(90px, 1.2fr)',
    cell: (row) => (
      <span
        className={!row.isOn ? 'muted' : row.reading.why === null ? 'ok' : 'amber'}
        title={stateWords(row)}
      >
        {stateWords(row)}
      </span>
    ),
  },
  {
    id: 'class',
    title: 'Class',
    kind: 'text',
    value: classWords,
    width: '134px',
    cell: (row) => classWords(row),
  },
  {
    id: 'fired',
    title: 'Fired',
    kind: 'count',
    value: ({ fired }) => fired,
    width: '56px',
    align: 'right',
    cell: ({ fired }) => <span className="number">{fired === 0 ? '' : counted(fired)}</span>,
  },
  {
    id: 'firedAt',
    get title() {
      return `Last fired, ${zoneName()}`
    },
    kind: 'time',
    value: ({ firedAt }) => firedAt,
    width: '110px',
    cell: ({ firedAt }) => <span className="number">{firedAt === null ? 'never' : dayAndTime(firedAt)}</span>,
  },
]
