/** The risk of every customer by instrument, with totals and a shock of the marks. F proposes to flatten the selected position, H opens the kill switch for its customer, A begins an alert on it. */

import './riskBoard.css'
import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { RiskRow } from '../../../shared/domain/risk/riskRows.ts'
import type { Shock } from '../../../shared/domain/risk/shock.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { ProposalStrip } from '../../dealing/ProposalStrip.tsx'
import { usePanelKeys } from '../../keyboard/usePanelKeys.ts'
import { dropProposal, instrumentOf, propose, sendProposal } from '../../state/actions/dealing.ts'
import { chooseCustomer, chooseInstrument } from '../../state/actions/workspaceActions.ts'
import { proposeAlert } from '../../state/alerts/alertActions.ts'
import { usePanelId } from '../../state/usePanel.ts'
import { useLoadable, useSession, useUnread, useUnseenOrdersOf } from '../../state/useSession.ts'
import { ListTable } from '../tables/Table.tsx'
import { RISK_BOARD_COLUMNS } from './riskColumns.tsx'
import { RiskTotals } from './RiskTotals.tsx'
import { NO_CHOICE, ShockBar, type ShockChoice } from './ShockBar.tsx'
import { moveText, shockWords } from './shockWords.ts'
import { useBoard } from './useBoard.ts'
import { useVolatilities } from './useVolatilities.ts'

/** Percent of the distance to liquidation that an alert begins with; the dealer changes it before Enter. */
const ALERT_DISTANCE = '10'

const keyOf = ({ key }: RiskRow): string => key
const isModifier = (key: string): boolean => ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(key)

/** The board at the chosen shock, and the volatilities where the shock is measured in them. */
function useShockedBoard({ symbol, unit, size }: ShockChoice) {
  const [held, setHeld] = useState<readonly Symbol[]>([])
  const isInVolatility = unit === 'volatility'
  const volatilities = useVolatilities(isInVolatility ? held : null)
  const shock: Shock = useMemo(
    () => ({ symbol, size, volatilities: isInVolatility ? volatilities : null }),
    [symbol, size, isInVolatility, volatilities],
  )
  const board = useBoard(shock)
  const symbols = board.instruments.map(({ symbol: own }) => own)
  if (symbols.length !== held.length || symbols.some((own) => !held.includes(own))) setHeld(symbols)
  return { board, volatilities: isInVolatility ? volatilities : null }
}

export function RiskBoard() {
  const session = useSession()
  const { server } = session
  const place = usePanelId('riskBoard')
  const keyOfPress = usePanelKeys('risk')
  const [choice, setChoice] = useState(NO_CHOICE)
  const root = useRef<HTMLDivElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const { value: instruments } = useLoadable(server.instruments)
  const { known, stale } = useStore(server.positions)
  const unreadRecords = useUnread('trades', 'ledger', 'customers')
  const unseenOrders = useUnseenOrdersOf(null)
  const proposal = useStore(session.proposals, (proposals) => proposals[place])
  const { board, volatilities } = useShockedBoard(choice)
  const rowOf = useMemo(() => new Map(board.rows.map((row) => [row.key, row])), [board])
  const unread = known ? (unreadRecords ?? unseenOrders) : 'Waiting for the positions.'
  const instrument = (symbol: Symbol) => instrumentOf(session, symbol)
  return (
    <div ref={root} className="panel risk-board">
      <ProposalStrip proposal={proposal} />
      <RiskTotals
        board={board}
        volatilities={volatilities}
        nameOf={(symbol) => instrument(symbol as Symbol)?.underlying ?? symbol}
      />
      <ShockBar
        shock={choice}
        move={moveText(board.shock)}
        instruments={instruments ?? []}
        words={shockWords(board, unread, instrument)}
        onShock={setChoice}
        slider={slider}
        onLeave={() => root.current?.querySelector<HTMLElement>('[role=grid]')?.focus()}
      />
      <div className="fill">
        <ListTable<RiskRow>
          panel="riskBoard"
          name="Risk board"
          columns={RISK_BOARD_COLUMNS}
          list={board.rows}
          keyOf={keyOf}
          stale={stale}
          onSelect={() => dropProposal(session, place)}
          onOpen={(key) => {
            const row = rowOf.get(key)
            if (proposal) return void sendProposal(session, place, row?.customerCode ?? null)
            if (!row) return
            chooseCustomer(session.workspace, row.customerCode)
            chooseInstrument(session.workspace, '1', row.symbol)
          }}
          onKey={(key, event) => {
            const row = rowOf.get(key)
            const press = keyOfPress(event)
            if (row && press === 'KeyF') {
              const { customerCode, symbol } = row
              propose(session, place, { kind: 'flatten', customerCode, symbol })
              return true
            }
            if (!isModifier(event.key)) dropProposal(session, place)
            if (press === 'KeyZ') {
              slider.current?.focus()
              return true
            }
            if (row && press === 'KeyH') {
              const scope = { kind: 'customer' as const, customerCode: row.customerCode }
              session.overlay.setState({ open: { kind: 'kill', scope } })
              return true
            }
            if (row && press === 'KeyA') {
              proposeAlert(session, `liq ${ALERT_DISTANCE} ${row.customerCode}`)
              return true
            }
            return event.key === 'Escape' && proposal !== undefined
          }}
          unread={unread}
          empty="No customer has a position or an order."
        />
      </div>
    </div>
  )
}
