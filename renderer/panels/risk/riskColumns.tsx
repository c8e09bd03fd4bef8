/** The columns of the risk board. `~` or — with the reason stand where an input is unknown or old. */

import { useMemo } from 'react'
import type { Decimal } from '../../../shared/base/decimal.ts'
import type { Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import { shownStateOf, STATE_WORDS, unprovenOf } from '../../../shared/domain/accounts/reconciliationRules.ts'
import { isAhead } from '../../../shared/domain/priceAge.ts'
import type { RiskRow } from '../../../shared/domain/risk/riskRows.ts'
import { FigureBar } from '../../format/figures/FigureBar.tsx'
import { FigureNumber } from '../../format/figures/FigureNumber.tsx'
import {
  distanceLevel,
  distanceText,
  FULL_DISTANCE,
  shareText,
  usedLevel,
  type Level,
} from '../../format/figures/accountLevels.ts'
import { UNKNOWN, exact, grouped, signed } from '../../format/numbers.ts'
import { pricePlaces } from '../../format/priceText.ts'
import { instrumentOf } from '../../state/actions/dealing.ts'
import { usePanelId, usePanelState } from '../../state/usePanel.ts'
import { useSession } from '../../state/useSession.ts'
import { CUSTOMER_COLUMN, INSTRUMENT_COLUMN } from '../tables/columns.tsx'
import type { SumFormat } from '../tables/arrange/sumRows.ts'
import { useColumnsThatFit } from '../tables/useColumnsThatFit.ts'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'
import { verdictText } from './shockWords.ts'

const NONE: Figure = { value: null, why: null }

interface FigureColumn {
  readonly id: string
  readonly title: string
  readonly width: string
  readonly figureOf: (row: RiskRow) => Figure
  readonly write: (value: Decimal) => string
  readonly isSigned?: boolean
  readonly none?: string
  readonly levelOf?: (figure: Figure) => Level
  /** An unknown value may be the worst, so it stands first. */
  readonly unknownFirst?: true
  readonly sum?: SumFormat & { readonly within?: string }
}

function figureColumn(column: FigureColumn): TableColumn<RiskRow> {
  const { id, title, width, figureOf, write, isSigned = false, none, levelOf, unknownFirst, sum } = column
  return {
    id,
    title,
    width,
    kind: 'decimal',
    align: 'right',
    value: (row) => figureOf(row).value,
    isSure: (row) => figureOf(row).why === null,
    ...(unknownFirst && { isAhead: (row: RiskRow) => figureOf(row).why !== null }),
    ...(sum && {
      sum: {
        ...sum,
        summand: (row: RiskRow) => {
          const { value, why } = figureOf(row)
          if (value === null && why === null) return null
          return { value, currency: sum.within === undefined ? 'USDC' : row.symbol, isSure: why === null }
        },
      },
    }),
    cell: (row) => {
      const figure = figureOf(row)
      return (
        <FigureNumber
          figure={figure}
          write={write}
          signed={isSigned}
          level={levelOf?.(figure) ?? ''}
          {...(none !== undefined && { none })}
        />
      )
    },
  }
}

const money = (value: Decimal) => grouped(value, 0)
const gain = (value: Decimal) => signed(value, 2)
const cents = { places: 2, isSigned: true }

function PriceCell({ row, figure }: { readonly row: RiskRow; readonly figure: Figure }) {
  const places = pricePlaces(instrumentOf(useSession(), row.symbol))
  return (
    <FigureNumber
      figure={figure}
      write={(value) => grouped(value, places)}
      none={row.position ? 'none' : ''}
    />
  )
}

const priceColumn = (
  id: string,
  title: string,
  figureOf: (row: RiskRow) => Figure,
): TableColumn<RiskRow> => ({
  ...figureColumn({ id, title, width: 'minmax(80px, 1fr)', figureOf, write: exact }),
  cell: (row) => <PriceCell row={row} figure={figureOf(row)} />,
})

const distanceOf = ({ position }: RiskRow): Figure => position?.distance ?? NONE

function DistanceCell({ row }: { readonly row: RiskRow }) {
  const figure = distanceOf(row)
  const level = distanceLevel(figure)
  const isSafe = figure.value === null && figure.why === null
  if (row.position === null) return null
  return (
    <span className="bar-and-number">
      <FigureBar
        figure={isSafe ? { value: FULL_DISTANCE, why: null } : figure}
        full={FULL_DISTANCE}
        level={level}
      />
      <FigureNumber figure={figure} write={distanceText} none="none" level={level} />
    </span>
  )
}

const VERDICT_CLASS = {
  liquidated: 'badge stop',
  called: 'badge',
  unknown: 'amber',
  holds: 'muted',
} as const

/** The same words as in Reconciliation. */
const ledgerText = ({ account: { inputs } }: RiskRow): string =>
  inputs.reconciliation === undefined
    ? '… not compared'
    : STATE_WORDS[shownStateOf(inputs.reconciliation, inputs.reading)]

function LedgerCell({ row }: { readonly row: RiskRow }) {
  const { reconciliation } = row.account.inputs
  const unproven = reconciliation === undefined ? [] : unprovenOf(reconciliation)
  return (
    <span className="muted" title={unproven.length === 0 ? undefined : `Not proven: ${unproven.join(' ')}`}>
      {ledgerText(row)}
    </span>
  )
}

const RISK_BOARD_COLUMNS: readonly TableColumn<RiskRow>[] = [
  { ...CUSTOMER_COLUMN, width: 'minmax(140px, 1.4fr)' },
  INSTRUMENT_COLUMN,
  figureColumn({
    id: 'size',
    title: 'Position',
    width: 'minmax(80px, 1fr)',
    figureOf: ({ size }) => size,
    write: (value) => (value === 0n ? '0' : `${value > 0n ? '+' : ''}${exact(value)}`),
    isSigned: true,
    sum: { places: null, isSigned: true, within: INSTRUMENT_COLUMN.id },
  }),
  priceColumn('entry', 'Entry', ({ entry }) => entry),
  priceColumn('mark', 'Mark', ({ mark }) => mark),
  figureColumn({
    id: 'unrealised',
    title: 'Unrealised',
    width: 'minmax(84px, 1fr)',
    figureOf: ({ position }) => position?.unrealised ?? NONE,
    write: gain,
    isSigned: true,
    none: '',
    sum: cents,
  }),
  figureColumn({
    id: 'realised',
    title: 'Realised',
    width: 'minmax(80px, 1fr)',
    figureOf: ({ realised }) => realised,
    write: gain,
    isSigned: true,
    none: '',
    sum: cents,
  }),
  figureColumn({
    id: 'realisedToday',
    title: 'Real. today',
    width: 'minmax(80px, 1fr)',
    figureOf: ({ realisedToday }) => realisedToday,
    write: gain,
    isSigned: true,
    sum: cents,
  }),
  figureColumn({
    id: 'equity',
    title: 'Equity',
    width: 'minmax(76px, 1fr)',
    figureOf: ({ account }) => account.figures.equity,
    write: money,
  }),
  figureColumn({
    id: 'marginUsed',
    title: 'Margin used',
    width: 'minmax(76px, 1fr)',
    figureOf: ({ account }) => account.figures.marginUsed,
    write: money,
  }),
  figureColumn({
    id: 'usedShare',
    title: 'Used',
    width: '60px',
    figureOf: ({ account }) => account.figures.usedShare,
    write: shareText,
    levelOf: usedLevel,
  }),
  figureColumn({
    id: 'free',
    title: 'Free',
    width: 'minmax(76px, 1fr)',
    figureOf: ({ account }) => account.figures.free,
    write: money,
    levelOf: ({ value }) => (value !== null && value < 0n ? 'loss' : ''),
  }),
  priceColumn('liquidation', 'Liquidation ~', ({ position }) => position?.liquidation ?? NONE),
  {
    ...figureColumn({
      id: 'distance',
      title: 'Distance',
      width: 'minmax(110px, 1fr)',
      figureOf: distanceOf,
      write: distanceText,
      unknownFirst: true,
    }),
    cell: (row) => <DistanceCell row={row} />,
  },
  figureColumn({
    id: 'funding',
    title: 'Funding due',
    width: 'minmax(76px, 1fr)',
    figureOf: ({ funding }) => funding,
    write: gain,
    isSigned: true,
    none: '',
    sum: cents,
  }),
  {
    id: 'orders',
    title: 'Orders',
    kind: 'count',
    value: ({ openOrders }) => openOrders,
    width: '52px',
    align: 'right',
    cell: ({ openOrders }) => <span className="number">{openOrders}</span>,
  },
  {
    id: 'ledger',
    title: 'Records',
    kind: 'text',
    value: ledgerText,
    width: '86px',
    cell: (row) => <LedgerCell row={row} />,
  },
  {
    id: 'verdict',
    title: 'At the shock',
    kind: 'text',
    value: ({ account }) => verdictText(account),
    isSure: ({ account }) => account.outcome.why === null,
    width: '98px',
    cell: ({ account }) => (
      <span className={VERDICT_CLASS[account.outcome.verdict]} title={account.outcome.why ?? undefined}>
        {verdictText(account)}
      </span>
    ),
  },
  {
    id: 'equityAfter',
    title: 'Equity then',
    kind: 'decimal',
    value: ({ account }) => account.outcome.equity.value,
    isSure: ({ account }) => account.outcome.equity.why === null,
    width: 'minmax(80px, 1fr)',
    align: 'right',
    cell: ({ account }) => <FigureNumber figure={account.outcome.equity} write={money} />,
  },
  {
    id: 'age',
    title: 'Mark age',
    kind: 'time',
    value: ({ markedAt }) => markedAt,
    width: '64px',
    align: 'right',
    cell: (row) => <AgeCell markedAt={row.markedAt} />,
  },
]

/** In a narrow panel the last of these give way first; the others come before them. */
const GIVE_WAY = ['ledger', 'entry', 'realisedToday', 'marginUsed', 'age', 'equityAfter', 'realised']
const BY_IMPORTANCE = RISK_BOARD_COLUMNS.toSorted((a, b) => GIVE_WAY.indexOf(a.id) - GIVE_WAY.indexOf(b.id))

/** The columns that the panel has room for, in the order of the board. `place`: the element that the table fills. */
export function useRiskColumns(): Pick<ReturnType<typeof useColumnsThatFit>, 'place'> & {
  readonly columns: readonly TableColumn<RiskRow>[]
} {
  // A dealer who chose the columns sees those, whatever the room.
  const isChosen = usePanelState(usePanelId('riskBoard')).table?.columns !== undefined
  const { place, fitting } = useColumnsThatFit(BY_IMPORTANCE, BY_IMPORTANCE.length - GIVE_WAY.length)
  const columns = useMemo(
    () => (isChosen ? RISK_BOARD_COLUMNS : RISK_BOARD_COLUMNS.filter((column) => fitting.includes(column))),
    [isChosen, fitting],
  )
  return { place, columns }
}

function AgeCell({ markedAt }: { readonly markedAt: number | null }) {
  const { clock } = useSession()
  const now = clock.now()
  if (markedAt !== null && isAhead(markedAt, now))
    return (
      <span className="number amber" title="The age is not known: the clock was set back.">
        {UNKNOWN}
      </span>
    )
  return (
    <span className="number muted">
      {markedAt === null ? UNKNOWN : `${(Math.max(0, now - markedAt) / 1_000).toFixed(1)} s`}
    </span>
  )
}
