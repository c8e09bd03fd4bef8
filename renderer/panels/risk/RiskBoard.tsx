/** The risk of every customer by instrument, with totals and a shock of the marks. Its keys act on the selected row or on all chosen ones, always by a review or a proposal. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import './riskBoard.css'
import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { rowKey, type RiskRow } from '../../../shared/domain/risk/riskRows.ts'
import type { Shock } from '../../../shared/domain/risk/shock.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { ProposalStrip } from '../../dealing/ProposalStrip.tsx'
import { dropProposal, instrumentOf, sendProposal } from '../../state/actions/dealing.ts'
import { chooseCustomer, chooseInstrument } from '../../state/actions/workspaceActions.ts'
import { usePanelId } from '../../state/usePanel.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'
import { ListTable } from '../tables/Table.tsx'
import { useRiskColumns } from './riskColumns.tsx'
import { GroupTotals } from './GroupTotals.tsx'
import { RiskTotals } from './RiskTotals.tsx'
import type { Proposal } from '../../state/stores/proposalStore.ts'
import { SelectionBar } from './acts/SelectionBar.tsx'
import { NO_CHOICE, ShockBar, type ShockChoice } from './ShockBar.tsx'
import { moveText, shockWords } from './shockWords.ts'
import { useBoard } from './useBoard.ts'
import { useReduction } from './acts/useReduction.ts'
import { useRiskKeys } from './acts/useRiskKeys.ts'
import { useVolatilities } from './useVolatilities.ts'

const keyOf = ({ key }: RiskRow): string => key

/** The row of the position that a proposal is about. */
function keyOfIntent({ intent }: Proposal): string | null {
  if (intent.kind === 'flatten') return rowKey(intent)
  return intent.kind === 'order' ? rowKey(intent.draft) : null
}

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
  const [choice, setChoice] = useState(NO_CHOICE)
  const root = useRef<HTMLDivElement>(null)
  const { place: room, columns } = useRiskColumns()
  const slider = useRef<HTMLInputElement>(null)
  const { value: instruments } = useLoadable(server.instruments)
  const { stale } = useStore(server.positions)
  const proposal = useStore(session.proposals, (proposals) => proposals[place])
  const { board, volatilities } = useShockedBoard(choice)
  const rowOf = useMemo(() => new Map(board.rows.map((row) => [row.key, row])), [board])
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [reveal, setReveal] = useState<{ readonly key: string } | null>(null)
  const reducing = useReduction(place, (name) => setReveal({ key: rowKey(name) }))
  const keys = useRiskKeys({ place, rowOf, reducing, slider })
  const instrument = (symbol: Symbol) => instrumentOf(session, symbol)
  const nameOf = (symbol: string) => shownCode(instrument(symbol as Symbol)?.underlying ?? symbol)
  const toRows = () => root.current?.querySelector<HTMLElement>('[role=grid]')?.focus()
  const chosenRows = chosen.flatMap((key) => rowOf.get(key) ?? [])
  return (
    <div ref={root} className="panel risk-board">
      <ProposalStrip proposal={proposal} />
      <RiskTotals board={board} volatilities={volatilities} nameOf={nameOf} />
      <ShockBar
        shock={choice}
        move={moveText(board.shock)}
        instruments={instruments ?? []}
        words={shockWords(board, instrument)}
        onShock={setChoice}
        slider={slider}
        onLeave={toRows}
      />
      <div ref={room} className="fill">
        <ListTable<RiskRow>
          panel="riskBoard"
          name="Risk board"
          columns={columns}
          list={board.rows}
          keyOf={keyOf}
          stale={stale}
          onSelect={(key) => {
            const waiting = session.proposals.getState()[place]
            // The order of a reduction brings its row into view.
            if (waiting === undefined || keyOfIntent(waiting) !== key) dropProposal(session, place)
          }}
          onOpen={(key) => {
            const row = rowOf.get(key)
            if (proposal) return void sendProposal(session, place, row?.customerCode ?? null)
            if (!row) return
            chooseCustomer(session.workspace, row.customerCode)
            chooseInstrument(session.workspace, '1', row.symbol)
          }}
          onKey={keys.onKey}
          chosenActs={{ onChosenKey: keys.onChosenKey, onChosen: setChosen }}
          reveal={reveal}
          onRevealed={() => setReveal(null)}
          unread={board.unread.rows}
          empty="No customer has a position or an order."
        />
      </div>
      <GroupTotals groups={board.groups} all={board.all} unread={board.unread} />
      <SelectionBar rows={chosenRows} reducing={reducing} nameOf={nameOf} onLeave={toRows} />
    </div>
  )
}
