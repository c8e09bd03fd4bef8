/** The columns of the proposed blocks, and of every customer with what it holds, shall hold and will hold. Sends nothing. */

import { ZERO, toText, type Decimal } from '../../../shared/base/decimal.ts'
import type { Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { ProposedBlock, RebalanceRow } from '../../../shared/domain/rebalance/rebalance.ts'
import { FigureNumber } from '../../format/figures/FigureNumber.tsx'
import { UNKNOWN, counted, exact, grouped, placesOf } from '../../format/numbers.ts'
import { amountText } from '../../format/orderSentence.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'
import { SideCell } from '../tables/cells.tsx'
import { CUSTOMER_COLUMN } from '../tables/columns.tsx'

type InstrumentOf = (symbol: string) => Instrument | undefined

const nameOf = (symbol: string, instrumentOf: InstrumentOf): string =>
  shownCode(instrumentOf(symbol)?.underlying ?? symbol)

/** `closes 2, opens 1`. */
const changeWords = ({ changes }: ProposedBlock): string =>
  changes.map(({ change, count }) => `${change} ${counted(count)}`).join(', ')

/** A block with its turn, from 1. */
export interface TurnedBlock extends ProposedBlock {
  readonly turn: number
}

export const blockColumns = (instrumentOf: InstrumentOf): readonly Column<TurnedBlock>[] => [
  { id: 'turn', title: '#', width: '26px', align: 'right', cell: ({ turn }) => turn },
  {
    id: 'instrument',
    title: 'Instrument',
    width: 'minmax(76px, 1fr)',
    cell: ({ symbol }) => <b>{nameOf(symbol, instrumentOf)}</b>,
  },
  { id: 'side', title: 'Side', width: '44px', cell: ({ side }) => <SideCell side={side} /> },
  {
    id: 'customers',
    title: 'Customers',
    width: '72px',
    align: 'right',
    cell: ({ rows }) => <span className="number">{counted(rows.length)}</span>,
  },
  {
    id: 'amount',
    title: 'Contracts',
    width: 'minmax(86px, 1fr)',
    align: 'right',
    cell: ({ amount, symbol }) => {
      const instrument = instrumentOf(symbol)
      return <span className="number">{instrument ? amountText(amount, instrument) : exact(amount)}</span>
    },
  },
  {
    id: 'cash',
    title: '≈ USDC',
    width: 'minmax(92px, 1fr)',
    align: 'right',
    cell: ({ cash }) => <FigureNumber figure={cash} write={(value) => grouped(value, 0)} />,
  },
  {
    id: 'change',
    title: 'Change',
    width: 'minmax(130px, 2fr)',
    cell: (block) => (
      <span title={changeWords(block)}>
        {block.meets && (
          <span className="amber" title="Other customers of the proposal trade the other way.">
            △<span className="hidden-visually"> meets the other side</span>{' '}
          </span>
        )}
        {changeWords(block)}
      </span>
    ),
  },
]

export const rowKey = ({ customerCode, symbol }: RebalanceRow): string => `${customerCode} ${symbol}`

/** What becomes of the customer in the instrument, as words. */
export const outcomeWords = (row: RebalanceRow): string =>
  row.kind === 'trade'
    ? row.order.change
    : row.kind === 'nothing'
      ? `nothing to do: ${row.reason}`
      : row.reason

const signedAmount = (value: Decimal, places: number): string =>
  value === ZERO ? '0' : `${value > ZERO ? '+' : ''}${grouped(value, places)}`

const afterOf = (row: RebalanceRow): Figure =>
  row.kind === 'trade' ? { value: row.order.after, why: null } : row.held

const orderOf = (row: RebalanceRow): Decimal | null =>
  row.kind === 'trade' ? ((row.order.side === 'buy' ? row.order.amount : -row.order.amount) as Decimal) : null

interface AmountColumn {
  readonly id: string
  readonly title: string
  readonly figureOf: (row: RebalanceRow) => Figure
  /** Digits beyond the lot: a target is no whole lot. */
  readonly more?: number
  readonly isStrong?: boolean
}

function amountColumn(
  { id, title, figureOf, more = 0, isStrong = false }: AmountColumn,
  instrumentOf: InstrumentOf,
): TableColumn<RebalanceRow> {
  return {
    id,
    title,
    kind: 'decimal',
    value: (row) => {
      const { value } = figureOf(row)
      return value === null ? null : toText(value)
    },
    isSure: (row) => figureOf(row).why === null,
    width: 'minmax(74px, 1fr)',
    align: 'right',
    cell: (row) => {
      const figure = figureOf(row)
      const places = placesOf(instrumentOf(row.symbol)?.lotSize ?? null, 5) + more
      const tone = !isStrong || figure.value === null ? '' : figure.value > ZERO ? 'bid-text' : 'ask-text'
      return (
        <FigureNumber figure={figure} write={(value) => signedAmount(value, places)} none="" level={tone} />
      )
    },
  }
}

const targetFigure = ({ target }: RebalanceRow): Figure =>
  target === null
    ? { value: null, why: 'equity or mark is not known for certain' }
    : { value: target, why: null }

export const rowColumns = (instrumentOf: InstrumentOf): readonly TableColumn<RebalanceRow>[] => [
  { ...CUSTOMER_COLUMN, width: 'minmax(130px, 1.6fr)' },
  {
    id: 'instrument',
    title: 'Instrument',
    kind: 'text',
    groups: true,
    value: ({ symbol }) => nameOf(symbol, instrumentOf),
    width: '76px',
    cell: ({ symbol }) => nameOf(symbol, instrumentOf),
  },
  amountColumn({ id: 'held', title: 'Held', figureOf: ({ held }) => held }, instrumentOf),
  amountColumn({ id: 'target', title: 'Target', figureOf: targetFigure, more: 2 }, instrumentOf),
  amountColumn(
    {
      id: 'order',
      title: 'Order',
      figureOf: (row) => ({ value: orderOf(row), why: null }),
      isStrong: true,
    },
    instrumentOf,
  ),
  amountColumn({ id: 'after', title: 'After', figureOf: afterOf }, instrumentOf),
  {
    id: 'outcome',
    title: 'Change, or why none',
    kind: 'text',
    value: outcomeWords,
    width: 'minmax(150px, 3fr)',
    cell: (row) => {
      const words = outcomeWords(row)
      const look = row.kind === 'held back' ? 'amber' : row.kind === 'nothing' ? 'muted' : ''
      return (
        <span className={look} title={words === '' ? UNKNOWN : words}>
          {row.kind === 'held back' && '✕ '}
          {words}
        </span>
      )
    },
  },
]
