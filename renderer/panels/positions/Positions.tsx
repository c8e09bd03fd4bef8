/** Open positions, derived from trades and valued at the mark. F, R and H propose to flatten, reverse or halve the selected one; Enter sends, any other key drops. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { decimal, toText } from '../../../shared/base/decimal.ts'
import { unsureWords, type Position, type MissingTrades } from '../../../shared/domain/accounts/position.ts'
import { revealIn } from '../../state/stores/panelStore.ts'
import { dropProposal, instrumentOf, propose, sendProposal } from '../../state/actions/dealing.ts'
import { halfOf, orderAgainst, twice } from '../../state/actions/intentSentence.ts'
import {
  positionOf,
  whyPositionsMayBeMissing,
  whyPositionUnknown,
} from '../../state/accounts/knownPositions.ts'
import { tell } from '../../state/stores/noticeStore.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import { chooseCustomer, chooseInstrument } from '../../state/actions/workspaceActions.ts'
import { ProposalStrip } from '../../dealing/ProposalStrip.tsx'
import { Table } from '../tables/Table.tsx'
import type { CellValue } from '../tables/sort/cellValue.ts'
import type { Summand } from '../tables/arrange/sumRows.ts'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'
import { SignedNumber } from '../../format/SignedNumber.tsx'
import { isOld, useOld } from '../../state/useOld.ts'
import type { Place } from '../../state/stores/proposalStore.ts'
import { usePanelKeys } from '../../keyboard/usePanelKeys.ts'
import { usePanelId } from '../../state/usePanel.ts'
import { useSession, useUnread } from '../../state/useSession.ts'
import { ofCustomer } from '../../format/unreadWords.ts'
import { UNKNOWN, grouped, placesOf } from '../../format/numbers.ts'
import { pricePlaces } from '../../format/priceText.ts'
import { FeeCell, PriceCell } from '../tables/cells.tsx'
import { CUSTOMER_COLUMN, INSTRUMENT_COLUMN } from '../tables/columns.tsx'
import { feeEffect } from '../../format/feeText.ts'
import { RISK_COLUMNS } from './riskColumns.tsx'
import { positionFigures } from './positionFigures.ts'
import { useRowOf, useTableCustomer, useTableSymbol } from '../tables/useTable.ts'

function Figure({
  position,
  what,
}: {
  readonly position: Position
  readonly what: 'mark' | 'unrealised' | 'notional'
}) {
  const session = useSession()
  const ticker = useStore(session.server.tickers, (tickers) => tickers.value?.get(position.symbol))
  const old = useOld(ticker?.listedAt)
  const figures = positionFigures(position, ticker)
  if (what === 'unrealised') return <SignedNumber value={figures.unrealised} places={2} old={old} />
  const places = what === 'notional' ? 0 : pricePlaces(instrumentOf(session, position.symbol))
  const value = figures[what]
  return (
    <span className={old ? 'number stale' : 'number'}>
      {value === null ? UNKNOWN : grouped(value, places)}
    </span>
  )
}

/** The mark after a figure that may be incomplete. */
const Unsure = ({ position }: { readonly position: Position }) =>
  position.complete ? null : (
    <span
      className="amber"
      title={position.unsure ? unsureWords(position.unsure) : 'not all of its trades are read'}
    >
      {' '}
      ?
    </span>
  )

/** The customers with missing trades among these positions, with the first reason of each. */
function unsureCustomers(positions: readonly Position[]): ReadonlyMap<string, MissingTrades> {
  const found = new Map<string, MissingTrades>()
  for (const { customerCode, unsure } of positions)
    if (unsure !== null && !found.has(customerCode)) found.set(customerCode, unsure)
  return found
}

function UnsureNote({ positions }: { readonly positions: readonly Position[] }) {
  const all = [...unsureCustomers(positions)]
  const [first] = all
  if (!first) return null
  const [code, loss] = first
  const more = all.length > 1 ? ` and ${all.length - 1} more` : ''
  return (
    <div className="warning-box" role="note">
      {`Positions and PnL of ${shownCode(code)}${more} are ${unsureWords(loss)}. The figures count only the trades that are known. New orders wait until all trades are read; a flatten asks for the customer code.`}
    </div>
  )
}

function SizeCell({ position }: { readonly position: Position }) {
  const session = useSession()
  const lot = instrumentOf(session, position.symbol)?.lotSize ?? null
  return (
    <>
      <SignedNumber value={decimal(position.size)} places={placesOf(lot, 3)} />
      <Unsure position={position} />
    </>
  )
}

const figuresOf = ({ server }: WindowSession, position: Position) =>
  positionFigures(position, server.tickers.getState().value?.get(position.symbol))

const isComplete = ({ complete }: Position): boolean => complete

/** A mark counts as old after as long as on its own cell. */
const hasFreshMark = ({ symbol }: Position, { server, clock }: WindowSession): boolean =>
  !isOld(server.tickers.getState().value?.get(symbol)?.listedAt, clock.now())

const atMark = (session: WindowSession, position: Position, what: 'unrealised' | 'notional'): Summand => ({
  value: figuresOf(session, position)[what],
  currency: instrumentOf(session, position.symbol)?.quoteCurrency ?? null,
  isSure: hasFreshMark(position, session),
})

const fromTrades = (session: WindowSession, position: Position, value: CellValue): Summand => ({
  value,
  currency: instrumentOf(session, position.symbol)?.quoteCurrency ?? null,
  isSure: position.complete,
})
const POSITION_COLUMNS: readonly TableColumn<Position>[] = [
  { ...CUSTOMER_COLUMN, width: 'minmax(140px, 1.4fr)' },
  INSTRUMENT_COLUMN,
  {
    id: 'size',
    title: 'Position',
    kind: 'decimal',
    value: (position) => position.size,
    isSure: isComplete,
    // Contracts of different instruments do not add up.
    sum: {
      within: INSTRUMENT_COLUMN.id,
      places: null,
      isSigned: true,
      summand: ({ size, symbol, complete }) => ({ value: size, currency: symbol, isSure: complete }),
    },
    width: 'minmax(90px, 1fr)',
    align: 'right',
    cell: (position) => <SizeCell position={position} />,
  },
  {
    id: 'entry',
    title: 'Entry',
    kind: 'decimal',
    value: (position) => position.averageEntry,
    isSure: isComplete,
    width: 'minmax(80px, 1fr)',
    align: 'right',
    cell: (position) => <PriceCell symbol={position.symbol} price={position.averageEntry} />,
  },
  {
    id: 'mark',
    title: 'Mark',
    kind: 'decimal',
    value: (position, session) => figuresOf(session, position).mark,
    isSure: hasFreshMark,
    width: 'minmax(80px, 1fr)',
    align: 'right',
    cell: (position) => <Figure position={position} what="mark" />,
  },
  {
    id: 'unrealised',
    title: 'Unrealised, USDC',
    kind: 'decimal',
    value: (position, session) => figuresOf(session, position).unrealised,
    isSure: hasFreshMark,
    sum: {
      places: 2,
      isSigned: true,
      summand: (position, session) => atMark(session, position, 'unrealised'),
    },
    width: 'minmax(106px, 1fr)',
    align: 'right',
    cell: (position) => <Figure position={position} what="unrealised" />,
  },
  {
    id: 'realised',
    title: 'Realised, USDC',
    kind: 'decimal',
    value: (position) => position.realisedPnl,
    isSure: isComplete,
    sum: {
      places: 2,
      isSigned: true,
      summand: (position, session) => fromTrades(session, position, position.realisedPnl),
    },
    width: 'minmax(96px, 1fr)',
    align: 'right',
    cell: (position) => (
      <>
        <SignedNumber value={decimal(position.realisedPnl)} places={2} />
        <Unsure position={position} />
      </>
    ),
  },
  {
    id: 'fees',
    title: 'Fees, USDC',
    kind: 'decimal',
    value: (position) => position.fees,
    isSure: isComplete,
    sum: {
      places: 2,
      isSigned: true,
      summand: (position, session) => fromTrades(session, position, feeEffect(position.fees)),
    },
    width: 'minmax(80px, 1fr)',
    align: 'right',
    cell: (position) => (
      <>
        <FeeCell fee={position.fees} places={2} />
        <Unsure position={position} />
      </>
    ),
  },
  {
    id: 'notional',
    title: 'Notional, USDC',
    kind: 'decimal',
    value: (position, session) => figuresOf(session, position).notional,
    isSure: hasFreshMark,
    sum: {
      places: 0,
      isSigned: false,
      summand: (position, session) => atMark(session, position, 'notional'),
    },
    width: 'minmax(94px, 1fr)',
    align: 'right',
    cell: (position) => <Figure position={position} what="notional" />,
  },
  ...RISK_COLUMNS,
  {
    id: 'trades',
    title: 'Trades',
    kind: 'count',
    value: (position) => position.tradeCount,
    width: '60px',
    align: 'right',
    cell: (position) => <span className="number">{position.tradeCount}</span>,
  },
]

type Make = 'flatten' | 'reverse' | 'halve'

/** On a focused row, by physical key. */
const POSITION_KEYS: Readonly<Record<string, Make | undefined>> = {
  KeyF: 'flatten',
  KeyR: 'reverse',
  KeyH: 'halve',
}

const isModifier = (key: string): boolean => ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(key)

/** Proposes the order of a key for a position, or says why it cannot. A reversal is one order of twice the position. */
function proposePosition(session: WindowSession, place: Place, position: Position, make: Make): void {
  const { customerCode, symbol } = position
  if (make === 'flatten') {
    propose(session, place, { kind: 'flatten', customerCode, symbol })
    return
  }
  const lot = instrumentOf(session, symbol)?.lotSize ?? null
  const draft = orderAgainst(session, position, (held) =>
    make === 'reverse' ? twice(held) : halfOf(held, lot),
  )
  const held = positionOf(session, customerCode, symbol)
  if (draft && held !== null) {
    propose(session, place, { kind: 'order', draft, sizedBy: toText(held) })
    return
  }
  dropProposal(session, place)
  const why = position.complete
    ? `Half of the position of ${shownCode(customerCode)} in ${shownCode(symbol)} is less than one lot.`
    : `The position of ${shownCode(customerCode)} in ${shownCode(symbol)} is not known for certain, so it cannot give the size of an order.`
  tell(session.notices, session.clock, 'warning', `${why} Nothing was proposed.`)
}

export function Positions() {
  const keyOfPress = usePanelKeys('positions')
  const unread = useUnread('trades')
  const session = useSession()
  const place = usePanelId('positions')
  const store = session.server.positions
  const table = useStore(store)
  const only = useTableCustomer('positions')
  const symbol = useTableSymbol('positions')
  const useRow = useRowOf(store)
  const row = useStore(session.panels, (panels) => panels.row)
  const proposal = useStore(session.proposals, (proposals) => proposals[place])
  const keys = useMemo(
    () =>
      [...table.openKeys].filter((key) => {
        const position = table.rows.get(key)
        return (
          (only === null || position?.customerCode === only) &&
          (symbol === null || position?.symbol === symbol)
        )
      }),
    [table, only, symbol],
  )
  const whyNotNone = useStore(session.server.reconciliation, () => {
    if (keys.length > 0) return null
    return only !== null && symbol !== null
      ? whyPositionUnknown(session, only, symbol)
      : whyPositionsMayBeMissing(session, only)
  })
  return (
    <div className="panel">
      <ProposalStrip proposal={proposal} />
      <UnsureNote positions={keys.flatMap((key) => table.rows.get(key) ?? [])} />
      <div className="fill">
        <Table<Position>
          panel="positions"
          name="Positions"
          columns={POSITION_COLUMNS}
          rows={{
            count: keys.length,
            keyAt: (index) => keys[index] ?? '',
            rowOf: (key) => table.rows.get(key),
            list: `${only ?? ''} ${symbol ?? ''}`,
            revision: keys,
          }}
          useRow={useRow}
          stale={table.stale}
          {...revealIn(session.panels, place, row)}
          onSelect={() => dropProposal(session, place)}
          onOpen={(key) => {
            const position = store.getState().rows.get(key)
            if (proposal) void sendProposal(session, place, position?.customerCode ?? null)
            else if (position) {
              chooseCustomer(session.workspace, position.customerCode)
              chooseInstrument(session.workspace, '1', position.symbol)
            }
          }}
          onKey={(key, event) => {
            const position = store.getState().rows.get(key)
            const make = POSITION_KEYS[keyOfPress(event) ?? '']
            if (position && make) {
              proposePosition(session, place, position, make)
              return true
            }
            // Any other key drops the waiting proposal.
            if (!isModifier(event.key)) dropProposal(session, place)
            return event.key === 'Escape' && proposal !== undefined
          }}
          unread={table.known ? (unread ?? whyNotNone) : 'Waiting for the positions.'}
          empty={`No open positions${ofCustomer(only, symbol)}. A fill opens a position.`}
        />
      </div>
    </div>
  )
}
