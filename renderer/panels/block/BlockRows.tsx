/** The preview of a block, a row per customer: those that get nothing first, then problems, then the others in send order. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { ZERO, type Decimal } from '../../../shared/base/decimal.ts'
import type { Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import {
  isProblem,
  type BlockPreview,
  type BlockRowPreview,
  type DroppedPreview,
} from '../../../shared/domain/block/blockPreview.ts'
import { isFound } from '../../../shared/domain/block/blockVerdict.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { Change } from '../../../shared/domain/preview/orderPreview.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { feeText } from '../../format/block/blockWords.ts'
import { FigureNumber } from '../../format/figures/FigureNumber.tsx'
import { distanceLevel, distanceText, shareText, usedLevel } from '../../format/figures/accountLevels.ts'
import { UNKNOWN, counted, exact, grouped } from '../../format/numbers.ts'
import { amountText } from '../../format/orderSentence.ts'
import { customerName } from '../../state/actions/dealing.ts'
import type { BlockForm } from '../../state/blockForm/blockFields.ts'
import { changeBlock } from '../../state/blockForm/blockStore.ts'
import type { ShownBlock } from '../../state/block/useBlockPreview.ts'
import { useSession, useUnread } from '../../state/useSession.ts'
import type { Column, GridTotal } from '../../ui/DataGrid.tsx'
import { ListGrid } from '../PanelControls.tsx'
import { CustomerCell } from '../tables/cells.tsx'
import { useColumnsThatFit } from '../tables/useColumnsThatFit.ts'
import { VerdictChip } from './VerdictChip.tsx'

interface BlockRowsProps {
  readonly form: BlockForm
  readonly shown: ShownBlock
}

/** A line of the grid. */
type Line =
  | { readonly customerCode: CustomerCode; readonly name: string; readonly dropped: DroppedPreview }
  | {
      readonly customerCode: CustomerCode
      readonly name: string
      readonly dropped: null
      readonly row: BlockRowPreview
      readonly turn: number
    }

const codeOf = ({ customerCode }: Line): string => customerCode

/** `3× → 5×`, or `3×` where the order changes nothing. */
function LeverageCell({ change: { before, after } }: { readonly change: Change }) {
  const words = ({ value }: Figure) => (value === null ? UNKNOWN : `${exact(value)}×`)
  const isChange = before.value !== after.value
  return (
    <span className={isChange ? 'amber number' : 'number'} title={before.why ?? undefined}>
      {isChange ? `${words(before)} → ${words(after)}` : words(after)}
    </span>
  )
}

const UsedCell = ({ change: { before, after } }: { readonly change: Change }) => (
  <span>
    <FigureNumber figure={before} write={shareText} /> →{' '}
    <FigureNumber figure={after} write={shareText} level={usedLevel(after)} />
  </span>
)

function refusalWords({ refusal }: BlockRowPreview): string {
  if (refusal === null) return 'none'
  return refusal.code === null ? UNKNOWN : `${refusal.certain ? '' : '~'}${refusal.code}`
}

/** On a narrow window the last of these give way first. */
const BY_IMPORTANCE = [
  'customer',
  'size',
  'limits',
  'margin',
  'cash',
  'left',
  'refusal',
  'distance',
  'turn',
  'leverage',
  'fee',
  'weight',
]
/** So many columns are always there. */
const LEAST_COLUMNS = 3

type Cell = Column<Line>['cell']
/** A cell of a customer that takes part; the others have none. */
const ofRow =
  (cell: (row: BlockRowPreview, turn: number) => ReturnType<Cell>): Cell =>
  (line) =>
    line.dropped === null ? cell(line.row, line.turn) : ''

const money = (value: Decimal) => grouped(value, 2)

/** What the size is a part by. */
const WEIGHT: Column<Line> = {
  id: 'weight',
  title: 'Weight',
  width: '56px',
  align: 'right',
  cell: ofRow(({ weight }) => (weight === null ? '' : grouped(weight, 2).replace(/\.00$/, ''))),
}

/** In its place where a cash amount gave the size. */
const LEFT: Column<Line> = {
  id: 'left',
  title: 'Left over',
  width: '80px',
  align: 'right',
  cell: ofRow(({ left }) => (left === null ? '' : money(left))),
}

/** `ofCash`: each customer's cash amount gave its size. */
function columnsOf(instrument: Instrument, ofCash: boolean): readonly Column<Line>[] {
  const size = (amount: Decimal) => amountText(amount, instrument)
  return [
    { id: 'turn', title: 'Send', width: '40px', align: 'right', cell: ofRow((_row, turn) => turn) },
    {
      id: 'customer',
      title: 'Customer',
      width: 'minmax(96px, 2fr)',
      cell: ({ customerCode }) => <CustomerCell code={customerCode} />,
    },
    ofCash ? LEFT : WEIGHT,
    {
      id: 'size',
      title: `Size ${instrument.underlying}`,
      width: '88px',
      align: 'right',
      cell: (line) =>
        line.dropped === null ? (
          <span className="number bid-text">
            {size(line.row.amount)}
            <span className="extra-lot">{line.row.extraLot ? '+1' : ''}</span>
          </span>
        ) : (
          <s className="number">{line.dropped.amount === null ? '' : size(line.dropped.amount)}</s>
        ),
    },
    {
      id: 'limits',
      title: 'Limits',
      width: 'minmax(100px, 1fr)',
      cell: (line) =>
        line.dropped === null ? (
          <VerdictChip verdict={line.row.verdict} />
        ) : (
          <span className="amber" title={line.dropped.reason}>
            ✕ {line.dropped.reason}
          </span>
        ),
    },
    {
      id: 'cash',
      title: 'Cash USDC',
      width: '92px',
      align: 'right',
      cell: ofRow(({ cash }) => <FigureNumber figure={cash} write={money} />),
    },
    {
      id: 'fee',
      title: 'Fee',
      width: '60px',
      align: 'right',
      cell: ofRow(({ fee }) => <FigureNumber figure={fee} write={feeText} signed />),
    },
    {
      id: 'leverage',
      title: 'Leverage',
      width: '70px',
      align: 'right',
      cell: ofRow(({ leverage }) => <LeverageCell change={leverage} />),
    },
    {
      id: 'margin',
      title: 'Margin used',
      width: '122px',
      align: 'right',
      cell: ofRow(({ usedShare }) => <UsedCell change={usedShare} />),
    },
    {
      id: 'distance',
      title: 'To liq.',
      width: '60px',
      align: 'right',
      cell: ofRow(({ distance }) => (
        <FigureNumber figure={distance} write={distanceText} none="none" level={distanceLevel(distance)} />
      )),
    },
    {
      id: 'refusal',
      title: 'Refusal foreseen',
      width: '134px',
      cell: ofRow((row) => (
        <span className={row.refusal?.code ? 'amber' : 'muted'} title={row.refusal?.why}>
          {refusalWords(row)}
        </span>
      )),
    },
  ]
}

function figureTotal({ value, why }: Figure, write: (value: Decimal) => string): GridTotal {
  if (value === null) return { text: UNKNOWN, why: `Not known: ${why ?? 'a row has no figure'}.` }
  return {
    text: `${why === null ? '' : '~'}${write(value)}`,
    why: why === null ? '' : `May be wrong: ${why}.`,
  }
}

/** Of the customers that take part. */
function totalsOf({ rows, totals }: BlockPreview, instrument: Instrument): Record<string, GridTotal> {
  return {
    customer: { text: `Total of ${counted(rows.length)}`, why: '' },
    size: { text: amountText(totals.amount, instrument), why: '' },
    cash: figureTotal(totals.cash, (value) => grouped(value, 2)),
    fee: figureTotal(totals.fee, feeText),
  }
}

interface LineDetailProps {
  readonly line: Line
  readonly isOut: boolean
  /** Columns that the table has no room for. */
  readonly hidden: readonly Column<Line>[]
}

/** What happened to the chosen customer, what it means, what the table has no room for, and what the dealer can do. */
function LineDetail({ line, isOut, hidden }: LineDetailProps) {
  const { customerCode, name } = line
  const reason =
    line.dropped !== null
      ? `It gets nothing: ${line.dropped.reason}.`
      : line.row.verdict.kind === 'within' && line.row.refusal === null
        ? 'No limit was found that its order exceeds.'
        : [
            line.row.verdict.kind === 'within'
              ? null
              : line.row.verdict.kind === 'unknown'
                ? `Limits not known: ${line.row.verdict.why}.`
                : line.row.verdict.sentence,
            line.row.refusal === null ? null : `Refusal: ${line.row.refusal.why}.`,
          ]
            .filter((words) => words !== null)
            .join(' ')
  return (
    <p className="block-detail" role="status">
      <b>
        {shownCode(customerCode)} {name}
      </b>{' '}
      {reason}
      {line.dropped === null &&
        hidden.map(({ id, title, cell }) => (
          <span key={id}>
            {' '}
            {title} {cell(line)} ·
          </span>
        ))}{' '}
      <span className="key-cap">Space</span> {isOut ? 'takes it in again' : 'leaves it out'}
    </p>
  )
}

interface BlockGridProps {
  readonly instrument: Instrument
  readonly lines: readonly Line[]
  readonly ofCash: boolean
  readonly totals: Readonly<Record<string, GridTotal>> | null
  /** Customers whom the dealer left out. */
  readonly without: readonly CustomerCode[]
  readonly onLeaveOut: (key: string) => void
}

function BlockGrid({ instrument, lines, ofCash, totals, without, onLeaveOut }: BlockGridProps) {
  const [selected, setSelected] = useState<string | null>(null)
  const unread = useUnread('customers')
  const columns = useMemo(() => columnsOf(instrument, ofCash), [instrument, ofCash])
  const ranked = useMemo(
    () => columns.toSorted((a, b) => BY_IMPORTANCE.indexOf(a.id) - BY_IMPORTANCE.indexOf(b.id)),
    [columns],
  )
  const { place, fitting } = useColumnsThatFit(ranked, LEAST_COLUMNS)
  const isShown = new Set(fitting.map(({ id }) => id))
  const hidden = columns.filter(({ id }) => !isShown.has(id))
  const line = lines.find(({ customerCode }) => customerCode === selected)
  return (
    <>
      <div ref={place} className="block-room" />
      <ListGrid<Line>
        name="Customers of the block"
        columns={columns.filter(({ id }) => isShown.has(id))}
        rows={lines}
        keyOf={codeOf}
        selectedKey={selected}
        onSelect={setSelected}
        totals={totals}
        rowClass={({ dropped: out }) => (out === null ? '' : 'dropped')}
        onKey={(key, event) => {
          if (event.key !== ' ') return false
          onLeaveOut(key)
          return true
        }}
        unread={unread}
        empty="No customer is in this block."
      />
      {hidden.length > 0 && (
        <p className="muted block-hidden">
          No room for {hidden.map(({ title }) => title).join(', ')}. Choose a row to read{' '}
          {hidden.length === 1 ? 'it' : 'them'} below the table.
        </p>
      )}
      {line && <LineDetail line={line} isOut={without.includes(line.customerCode)} hidden={hidden} />}
    </>
  )
}

export function BlockRows({ form, shown }: BlockRowsProps) {
  const session = useSession()
  useStore(session.server.customers)
  const { reading, outcome } = shown
  const instrument = reading.ok ? reading.value.instrument : null
  if (!reading.ok || outcome === null || instrument === null)
    return (
      <div className="block-rows">
        <p className="muted block-empty">
          Fill in the order: each customer’s size, fee, margin and limits stand here before anything is sent.
        </p>
      </div>
    )
  const preview = outcome.ok ? outcome.value : null
  const dropped = outcome.ok ? outcome.value.dropped : outcome.dropped
  const turns = new Map(preview?.allocated.rows.map(({ customerCode }, at) => [customerCode, at + 1]))
  const rows = preview?.rows ?? []
  const lines: readonly Line[] = [
    ...dropped.map((each) => ({
      customerCode: each.customerCode,
      name: customerName(session, each.customerCode),
      dropped: each,
    })),
    ...rows.map((row) => ({
      customerCode: row.customerCode,
      name: customerName(session, row.customerCode),
      dropped: null,
      row,
      turn: turns.get(row.customerCode) ?? 0,
    })),
  ]
  const leaveOut = (key: string) => {
    const code = key as CustomerCode
    changeBlock(session.block, {
      without: form.without.includes(code)
        ? form.without.filter((each) => each !== code)
        : [...form.without, code],
    })
  }
  const failed = dropped.filter((each) => each.failed)
  const lost = failed.reduce((sum, { amount }) => (sum + (amount ?? ZERO)) as Decimal, ZERO)
  return (
    <div className="block-rows">
      <div className="block-chips">
        <span className="chip">All {lines.length}</span>
        <span className={dropped.length > 0 ? 'chip amber' : 'chip'}>✕ Dropped {dropped.length}</span>
        <span className="chip">△ Warned {rows.filter(isFound).length}</span>
        <span className="chip">Leverage changes {preview?.totals.leverageChanges ?? 0}</span>
        <span className="chip">Rounded up {preview?.totals.extraLots ?? 0}</span>
        <span className="muted">
          {rows.some(isProblem) || dropped.length > 0
            ? 'problems first, then in send order'
            : 'in send order'}
        </span>
      </div>
      {failed.length > 0 && (
        <p role="status" className="warning-box">
          <b>{failed.length === 1 ? '1 customer' : `${failed.length} customers`} dropped out.</b>{' '}
          {preview?.allocated.weights === null || form.method === 'percent'
            ? `${amountText(lost, instrument)} are left out of the block.`
            : `${amountText(lost, instrument)} went to the others: the block still sums to ${amountText(preview?.totals.amount ?? ZERO, instrument)}.`}
        </p>
      )}
      <BlockGrid
        instrument={instrument}
        lines={lines}
        ofCash={form.method === 'cash'}
        totals={preview && totalsOf(preview, instrument)}
        without={form.without}
        onLeaveOut={leaveOut}
      />
    </div>
  )
}
