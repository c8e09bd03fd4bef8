/** Where customers of the desk were in conflict, from the journal: warnings before orders were sent, fills ahead of older orders, one-sided fills, and who was sent first again and again. Sends nothing. */

import '../report.css'
import { useState, type ComponentProps } from 'react'
import type {
  ConflictReport,
  OneSidedFills,
  SeriesCustomer,
  TradedAhead,
  ConflictWarning,
} from '../../../shared/domain/conflicts/conflictReport.ts'
import { orderKey } from '../../../shared/domain/orders/order.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { conflictSpanWords, foundWords } from './conflictWords.ts'
import { tell } from '../../state/stores/noticeStore.ts'
import { useSession } from '../../state/useSession.ts'
import { CsvButton, ListGrid, PanelBar, ReadAgain } from '../PanelControls.tsx'
import { ListTable } from '../tables/Table.tsx'
import { useRead } from '../useRead.ts'
import {
  AHEAD_COLUMNS,
  WARNED_COLUMNS,
  ONE_SIDED_COLUMNS,
  SERIES_COLUMNS,
  conflictCsv,
} from './conflictColumns.tsx'

const NOTHING: Pick<ConflictReport, 'customers' | 'ahead' | 'oneSided' | 'warned'> = {
  customers: [],
  ahead: [],
  oneSided: [],
  warned: [],
}
const seriesKeyOf = ({ customerCode, dealer }: SeriesCustomer): string => `${customerCode} ${dealer ?? ''}`
const warningOf = ({ kind, customerCode, at, referenceId }: ConflictWarning): string =>
  `${kind} ${customerCode} ${at} ${referenceId ?? ''}`

/** The order that Enter opens: one that did not fill, else one that did. */
const oneOf = ({ unfilled, filled }: OneSidedFills): string => {
  const [order] = [...unfilled, ...filled]
  return order ? orderKey(order) : ''
}

/** Why nobody knows whether there was a conflict; null: the whole journal was read. */
function unreadOf(report: ConflictReport | null, busy: boolean): string | null {
  if (report === null) return busy ? 'Reading the journal.' : 'The journal was not read. Press Read again.'
  return report.isProven ? null : 'The journal could not be verified whole, so conflicts may be missing.'
}

type PartProps<Row> = Omit<ComponentProps<typeof ListGrid<Row>>, 'selectedKey' | 'onSelect'> & {
  readonly title: string
}

/** One list of the report under its title, with a cursor of its own. */
function Part<Row>({ title, ...list }: PartProps<Row>) {
  const [selected, setSelected] = useState<string | null>(null)
  return (
    <section aria-label={list.name}>
      <h3>{title}</h3>
      <ListGrid<Row> {...list} selectedKey={selected} onSelect={setSelected} />
    </section>
  )
}

export function Conflicts() {
  const session = useSession()
  const read = useRead('order.conflicts', {})
  const { value: report, failure, busy } = read
  const { customers, ahead, oneSided, warned } = report ?? NOTHING
  const unread = unreadOf(report, busy)
  const openOrder = (key: string) => {
    if (session.server.orders.getState().rows.has(key))
      session.overlay.setState({ open: { kind: 'order', key } })
    else
      tell(
        session.notices,
        session.clock,
        'warning',
        'This order ended too long ago for its details to be shown. Export the journal to read it.',
      )
  }
  return (
    <>
      <PanelBar>
        <span className="spring" />
        <ReadAgain read={read} />
        <CsvButton panel="conflicts" name="conflicts" rows={report ? conflictCsv(report) : []} />
      </PanelBar>
      <FailureLine failure={failure} />
      {report && (
        <div className="report-words" role="status" aria-label="Conflicts">
          <p className="muted">{conflictSpanWords(report)}</p>
          <p>
            <b>{foundWords(report)}</b>
          </p>
        </div>
      )}
      <div className="report-split second">
        <ListTable<SeriesCustomer>
          panel="conflicts"
          name="Customers over series"
          columns={SERIES_COLUMNS}
          list={customers}
          keyOf={seriesKeyOf}
          csvOf={(customer) => conflictCsv({ ...NOTHING, customers: [customer] } as ConflictReport)}
          unread={unread}
          empty="No series of single orders for several customers is in this journal."
        />
        <div className="report-stack">
          <Part<TradedAhead>
            title="Filled ahead of an older order"
            name="Fills ahead of older orders"
            columns={AHEAD_COLUMNS}
            rows={ahead}
            keyOf={orderKey}
            onOpen={openOrder}
            unread={unread}
            empty="No fill is known to have gone ahead of an older order."
          />
          <Part<OneSidedFills>
            title="One customer filled, another not"
            name="One-sided fills"
            columns={ONE_SIDED_COLUMNS}
            rows={oneSided}
            keyOf={oneOf}
            onOpen={openOrder}
            unread={unread}
            empty="No series and no block is known in which one customer was filled and another was not."
          />
          <Part<ConflictWarning>
            title="Warned before the send"
            name="Warnings before the send"
            columns={WARNED_COLUMNS}
            rows={warned}
            keyOf={warningOf}
            unread={unread}
            empty="No warning of a conflict between customers is in this journal."
          />
        </div>
      </div>
    </>
  )
}
