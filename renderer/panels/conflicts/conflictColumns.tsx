/** The columns of the conflict report: customers over series, fills ahead of older orders, one-sided fills, and warnings before the send. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import type {
  ConflictReport,
  OneSidedFills,
  SeriesCustomer,
  TradedAhead,
  ConflictWarning,
  WarnedOf,
} from '../../../shared/domain/conflicts/conflictReport.ts'
import { filledWords, preferenceWords, unfilledWords, waitedWords, warnedOfWords } from './conflictWords.ts'
import { UNKNOWN, counted, exact, grouped, signed } from '../../format/numbers.ts'
import { dayAndTime, isoTime, zoneName } from '../../format/times.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'
import { CustomerCodeCell } from '../tables/cells.tsx'
import { CUSTOMER_COLUMN } from '../tables/columns.tsx'

/** Of series that name no dealer. */
const NOBODY = 'These orders name no dealer.'

const count = (
  id: string,
  title: string,
  width: string,
  value: (customer: SeriesCustomer) => number,
): TableColumn<SeriesCustomer> => ({
  id,
  title,
  width,
  kind: 'count',
  align: 'right',
  value,
  cell: (customer) => <span className="number">{counted(value(customer))}</span>,
})

const figure = (
  id: string,
  title: string,
  width: string,
  read: (customer: SeriesCustomer) => DecimalText | null,
  write: (text: DecimalText) => string,
): TableColumn<SeriesCustomer> => ({
  id,
  title,
  width,
  kind: 'decimal',
  align: 'right',
  value: (customer) => {
    const text = read(customer)
    return text === null ? null : decimal(text)
  },
  cell: (customer) => {
    const text = read(customer)
    return <span className="number">{text === null ? UNKNOWN : write(text)}</span>
  },
})

export const SERIES_COLUMNS: readonly TableColumn<SeriesCustomer>[] = [
  CUSTOMER_COLUMN,
  {
    id: 'dealer',
    title: 'Dealer',
    kind: 'text',
    groups: true,
    width: 'minmax(84px, 0.8fr)',
    value: ({ dealer }) => dealer,
    cell: ({ dealer }) =>
      dealer === null ? (
        <span className="muted" title={NOBODY}>
          {UNKNOWN}
          <span className="hidden-visually"> {NOBODY}</span>
        </span>
      ) : (
        <span title={dealer}>{dealer}</span>
      ),
  },
  count('blocks', 'Series', '62px', ({ blocks }) => blocks),
  count('first', 'First', '54px', ({ first }) => first),
  figure(
    'expectedFirst',
    'By turns',
    '70px',
    ({ expectedFirst }) => expectedFirst,
    (text) => grouped(decimal(text), 1),
  ),
  figure(
    'bps',
    'Price, bps',
    '84px',
    ({ bps }) => bps,
    (text) => signed(decimal(text), 3),
  ),
  {
    id: 'standsOut',
    title: 'Stands out',
    kind: 'text',
    value: preferenceWords,
    width: 'minmax(160px, 2fr)',
    cell: (customer) => {
      const words = preferenceWords(customer)
      return words === '' ? (
        ''
      ) : (
        <span className="amber" title={words}>
          △ {words}
        </span>
      )
    },
  },
]

const time = <Row extends { readonly at: number }>(): Column<Row> => ({
  id: 'at',
  get title() {
    return `Time, ${zoneName()}`
  },
  width: '116px',
  cell: ({ at }) => <span className="number muted">{dayAndTime(at)}</span>,
})

export const AHEAD_COLUMNS: readonly Column<TradedAhead>[] = [
  time(),
  {
    id: 'customer',
    title: 'Filled first',
    width: '92px',
    cell: ({ customerCode }) => <CustomerCodeCell code={customerCode} />,
  },
  {
    id: 'what',
    title: 'Fill',
    width: 'minmax(180px, 1fr)',
    cell: ({ side, symbol, price }) => (
      <span className={side}>
        {side.toUpperCase()} {shownCode(symbol)} at {exact(decimal(price))}
      </span>
    ),
  },
  {
    id: 'waiting',
    title: 'While',
    width: 'minmax(220px, 2fr)',
    cell: (row) => <span title={waitedWords(row)}>{waitedWords(row)}</span>,
  },
]

export const ONE_SIDED_COLUMNS: readonly Column<OneSidedFills>[] = [
  time(),
  {
    id: 'what',
    title: 'Orders',
    width: 'minmax(150px, 1fr)',
    cell: ({ side, symbol, blockId }) => (
      <span className={side}>
        {side.toUpperCase()} {shownCode(symbol)}
        {blockId === null ? '' : `, block ${blockId}`}
      </span>
    ),
  },
  {
    id: 'filled',
    title: 'Filled',
    width: 'minmax(140px, 1fr)',
    cell: (row) => <span title={filledWords(row)}>{filledWords(row)}</span>,
  },
  {
    id: 'unfilled',
    title: 'Not filled',
    width: 'minmax(200px, 2fr)',
    cell: (row) => <span title={unfilledWords(row)}>{unfilledWords(row)}</span>,
  },
]

export const WARNED_COLUMNS: readonly Column<ConflictWarning>[] = [
  time(),
  {
    id: 'customer',
    title: 'Customer',
    width: '92px',
    cell: ({ customerCode }) => <CustomerCodeCell code={customerCode} />,
  },
  {
    id: 'kind',
    title: 'Warned of',
    width: '190px',
    cell: ({ kind }) => warnedOfWords(kind),
  },
  {
    id: 'sent',
    title: 'Order',
    width: '88px',
    cell: ({ referenceId }) =>
      referenceId === null ? <span className="muted">not sent</span> : <span className="amber">△ sent</span>,
  },
  {
    id: 'sentence',
    title: 'Warning',
    width: 'minmax(240px, 2fr)',
    cell: ({ what, sentence }) => <span title={`${what}: ${sentence}`}>{sentence}</span>,
  },
]

/** A line for each order of a one-sided series or block. */
function oneSidedLines({ at, symbol, side, blockId, filled, unfilled }: OneSidedFills) {
  const what = `${side} ${shownCode(symbol)}${blockId === null ? '' : `, block ${blockId}`}`
  const line = (kind: string, customer: string, order: string, detail: string) => ({
    kind,
    time: isoTime(at),
    customer,
    dealer: '',
    order,
    detail: `${what}: ${detail}`,
  })
  return [
    ...filled.map(({ customerCode, referenceId, amount }) =>
      line('one-sided filled', customerCode, referenceId, `${amount} contracts filled`),
    ),
    ...unfilled.map(({ customerCode, referenceId, amount, cashAmount, limitPrice, isLive }) =>
      line(
        'one-sided not filled',
        customerCode,
        referenceId,
        `nothing filled of ${amount === null ? `${cashAmount ?? 'unknown'} USDC` : `${amount} contracts`}, limit ${limitPrice ?? 'none'}, ${isLive ? 'live' : 'ended'}`,
      ),
    ),
  ]
}

/** Kinds of warnings in the file. A spreadsheet may look for these words, so they stay. */
const FILE_KINDS: Readonly<Record<WarnedOf, string>> = {
  crossed: 'cross',
  ahead: 'ahead',
  preference: 'preference',
  'one-sided': 'one-sided',
}

/** Plain values, a line per customer over series, fill, order of a one-sided series or block, and warning. */
export const conflictCsv = ({ customers, ahead, oneSided, warned }: ConflictReport) => [
  ...customers.map(({ customerCode, dealer, blocks, first, expectedFirst, bps, standsOut }) => ({
    kind: 'series',
    time: '',
    customer: customerCode,
    dealer: dealer ?? '',
    order: '',
    detail: `first in ${first} of ${blocks} series, by turns ${expectedFirst}, ${bps ?? 'unknown'} bps against their averages${standsOut.length === 0 ? '' : `, stands out: ${standsOut.join(' ')}`}`,
  })),
  ...ahead.map((row) => ({
    kind: 'ahead',
    time: isoTime(row.at),
    customer: row.customerCode,
    dealer: '',
    order: row.referenceId,
    detail: `${row.side} ${shownCode(row.symbol)} at ${row.price}; ${shownCode(row.waiting.customerCode)} ${row.waiting.referenceId} waited at ${row.waiting.limitPrice} since ${isoTime(row.waiting.since)}; ${row.more} more customers`,
  })),
  ...oneSided.flatMap(oneSidedLines),
  ...warned.map(({ kind, at, customerCode, referenceId, what, sentence }) => ({
    kind: `${FILE_KINDS[kind]} warned`,
    time: isoTime(at),
    customer: customerCode,
    dealer: '',
    order: referenceId ?? 'not sent',
    detail: `${what}: ${sentence}`,
  })),
]
