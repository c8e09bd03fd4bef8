/** The columns of requests for a second dealer: those that wait, and those that ended. */

import type { EndedApproval, WaitingApproval } from '../../../shared/domain/fourEyes/approval.ts'
import { isSeenInOrders, outcomeWords } from '../../../shared/domain/fourEyes/fourEyesWords.ts'
import { dealerWords } from '../../../shared/domain/settings/dealerName.ts'
import { clockSpan, dayAndTime, isoTime, zoneName } from '../../format/times.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'

export const waitingColumns = (now: number): readonly Column<WaitingApproval>[] => [
  {
    id: 'id',
    title: 'Request',
    width: '64px',
    align: 'right',
    cell: ({ id }) => <span className="number">{id}</span>,
  },
  {
    id: 'left',
    title: 'Left',
    width: '60px',
    align: 'right',
    cell: ({ expiresAt }) => (
      <span className={expiresAt - now < 15_000 ? 'number amber' : 'number'}>
        {clockSpan(expiresAt - now)}
      </span>
    ),
  },
  {
    id: 'maker',
    title: 'Asked by',
    width: 'minmax(110px, 1fr)',
    cell: ({ maker }) => <span title={dealerWords(maker)}>{maker.name}</span>,
  },
  {
    id: 'what',
    title: 'Act',
    width: 'minmax(240px, 4fr)',
    cell: ({ what }) => <span title={what}>{what}</span>,
  },
]

/** None for an act that only its orders tell of. */
const colorOf = (ended: EndedApproval): string | undefined =>
  isSeenInOrders(ended) ? undefined : ended.outcome === 'done' ? 'ok' : 'amber'

export const endedColumns: readonly TableColumn<EndedApproval>[] = [
  {
    id: 'endedAt',
    get title() {
      return `Ended, ${zoneName()}`
    },
    kind: 'time',
    value: ({ endedAt }) => endedAt,
    width: '116px',
    cell: ({ endedAt }) => <span className="number muted">{dayAndTime(endedAt)}</span>,
  },
  {
    id: 'id',
    title: 'Request',
    kind: 'count',
    value: ({ id }) => id,
    width: '64px',
    align: 'right',
    cell: ({ id }) => <span className="number">{id}</span>,
  },
  {
    id: 'outcome',
    title: 'Outcome',
    kind: 'text',
    value: outcomeWords,
    width: 'minmax(132px, 0.8fr)',
    cell: (ended) => <span className={colorOf(ended)}>{outcomeWords(ended)}</span>,
  },
  {
    id: 'maker',
    title: 'Asked by',
    kind: 'text',
    value: ({ maker }) => maker.name,
    width: 'minmax(90px, 1fr)',
    cell: ({ maker }) => maker.name,
  },
  {
    id: 'by',
    title: 'Decided by',
    kind: 'text',
    value: ({ by }) => by?.name ?? '',
    width: 'minmax(90px, 1fr)',
    cell: ({ by }) => by?.name ?? <span className="muted">nobody</span>,
  },
  {
    id: 'what',
    title: 'Act',
    kind: 'text',
    value: ({ what }) => what,
    width: 'minmax(200px, 3fr)',
    cell: ({ what, detail }) => <span title={detail === null ? what : `${what}: ${detail}`}>{what}</span>,
  },
]

/** Plain values, a line per request. */
export const endedCsv = (ended: readonly EndedApproval[]) =>
  ended.map(({ id, at, endedAt, kind, what, maker, by, outcome, detail }) => ({
    request: id,
    asked: isoTime(at),
    ended: isoTime(endedAt),
    kind,
    act: what,
    maker: dealerWords(maker),
    outcome: outcomeWords({ kind, outcome }),
    decidedBy: by === null ? '' : dealerWords(by),
    detail: detail ?? '',
  }))
