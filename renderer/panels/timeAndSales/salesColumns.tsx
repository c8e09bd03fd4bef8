/** The columns of time and sales. Joins and filters nothing. */

import type { ReactNode } from 'react'
import { decimalPlaces } from '../../../shared/base/decimal.ts'
import { moment, timeToMs, zoneName } from '../../format/times.ts'
import { grouped, placesOf } from '../../format/numbers.ts'
import { averageText } from '../../format/priceText.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import type { SalesRow, SalesRun } from './salesRows.ts'
import { gapSentence, sideLetter } from './salesWords.ts'

/** Blue for a buyer, red for a seller; the letter says it too. */
const sideClass = ({ side }: SalesRun): string => (side === 'buy' ? 'gain' : side === 'sell' ? 'loss' : '')

export const rowClassOf = (row: SalesRow): string =>
  row.kind === 'gap' ? 'sales-gap' : row.isBig ? `sales-big ${sideClass(row)}-edge` : ''

/** A column of runs. A gap has one sentence, in the first column. */
const ofRun = (cell: (run: SalesRun) => ReactNode) => (row: SalesRow) =>
  row.kind === 'gap' ? null : cell(row)

/** From these widths of the panel on, value and run stand beside the other columns, CSS px. */
const WITH_VALUE = 400
const WITH_RUN = 550

/** `width`: of the panel, CSS px; null before it is drawn. A column that would be cut is left out. */
export function salesColumns(
  instrument: Instrument | undefined,
  width: number | null,
): readonly Column<SalesRow>[] {
  const room = width ?? Infinity
  const places = placesOf(instrument?.lotSize ?? null, 0)
  /** As many digits down the column as the lot has, and more where a print has more. */
  const amount = (run: SalesRun) => grouped(run.amount, Math.max(places, decimalPlaces(run.amount)))
  const price = (text: SalesRun['last']) => averageText(text, instrument)
  const runWords = (run: SalesRun) =>
    [
      `${run.prints} prints`,
      run.first === run.last ? '' : ` from ${price(run.first)}`,
      run.to > run.from ? ` in ${run.to - run.from} ms` : '',
    ].join('')
  const columns: readonly Column<SalesRow>[] = [
    {
      id: 'time',
      get title() {
        return `Venue time, ${zoneName()}`
      },
      width: '108px',
      cell: (row) =>
        row.kind === 'gap' ? (
          gapSentence(row)
        ) : (
          <span
            className={row.isLate ? 'number amber' : 'number'}
            title={row.isLate ? `${moment(row.from)}, late: newer prints came before it` : moment(row.from)}
          >
            {row.isLate && '~'}
            {timeToMs(row.from)}
          </span>
        ),
    },
    {
      id: 'side',
      title: 'Side',
      width: '36px',
      cell: ofRun((run) => <span className={`strong ${sideClass(run)}`}>{sideLetter(run.side)}</span>),
    },
    {
      id: 'price',
      title: 'Price',
      width: 'minmax(84px, 120px)',
      align: 'right',
      cell: ofRun((run) => <span className={`number ${sideClass(run)}`}>{price(run.last)}</span>),
    },
    {
      id: 'amount',
      title: 'Size',
      width: 'minmax(80px, 110px)',
      align: 'right',
      cell: ofRun((run) => (
        <span className="number" title={room < WITH_RUN && run.prints > 1 ? runWords(run) : undefined}>
          {run.isBig && <span title="Big: at or above your threshold">◆ </span>}
          {amount(run)}
        </span>
      )),
    },
    {
      id: 'value',
      title: 'Value',
      width: 'minmax(80px, 110px)',
      align: 'right',
      cell: ofRun((run) => <span className="number">{grouped(run.value, 0)}</span>),
    },
    {
      id: 'run',
      title: 'Run',
      width: 'minmax(150px, 1fr)',
      cell: ofRun((run) => (run.prints === 1 ? null : <span className="muted">{runWords(run)}</span>)),
    },
  ]
  return columns.filter(
    ({ id }) => (id !== 'run' || room >= WITH_RUN) && (id !== 'value' || room >= WITH_VALUE),
  )
}
