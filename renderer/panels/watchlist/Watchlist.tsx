/** Every instrument with mark, 24 h values and funding. Picking an instrument sets it for every panel of its link. */

import { useStore } from 'zustand'
import { decimal } from '../../../shared/base/decimal.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { tradability, type Instrument, type Ticker } from '../../../shared/domain/instrument.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { chooseInstrumentOf } from '../../state/actions/workspaceActions.ts'
import { DataGrid, type Column } from '../../ui/DataGrid.tsx'
import { useOld } from '../../state/useOld.ts'
import { usePanelId, usePanelSymbol } from '../../state/usePanel.ts'
import { useLoadable, useSession, useUnread } from '../../state/useSession.ts'
import { SymbolMark } from '../../dealing/SymbolMark.tsx'
import { useColumnsThatFit } from '../tables/useColumnsThatFit.ts'
import { UNKNOWN, grouped, percent, placesOf, tone } from '../../format/numbers.ts'

interface WatchRow {
  readonly instrument: Instrument
  readonly ticker: Ticker | undefined
  /** Mark, 24 h values and funding are more than 5 s old; the book may be newer. */
  readonly old: boolean
}

const shareCell = (text: string | null | undefined, places: number, sign: string, old: boolean) => {
  if (!text) return <span className="number">{UNKNOWN}</span>
  const share = percent(decimal(text), places)
  return (
    <span className={`number ${old ? 'stale' : tone(share)}`}>
      {share}
      {sign}
    </span>
  )
}

const COLUMNS: readonly Column<WatchRow>[] = [
  {
    id: 'instrument',
    title: 'Instr.',
    width: 'minmax(42px, 1.2fr)',
    cell: ({ instrument }) => (
      <>
        <span className="strong">{shownCode(instrument.underlying)}</span>
        <SymbolMark symbol={instrument.symbol} />
        <span className="muted roomy"> {instrument.quoteCurrency}</span>
        {tradability(instrument.status) !== 'open' && (
          <span className="amber"> {tradability(instrument.status)}</span>
        )}
      </>
    ),
  },
  {
    id: 'mark',
    title: 'Mark',
    width: 'minmax(63px, 1fr)',
    align: 'right',
    cell: ({ instrument, ticker, old }) => (
      <span className={old ? 'number stale' : 'number'}>
        {ticker?.markPrice ? grouped(decimal(ticker.markPrice), placesOf(instrument.tickSize, 2)) : UNKNOWN}
      </span>
    ),
  },
  {
    id: 'day',
    title: '24 h',
    width: '57px',
    align: 'right',
    cell: ({ ticker, old }) => shareCell(ticker?.change24h, 2, '%', old),
  },
  {
    id: 'funding',
    title: 'Fund.',
    width: '57px',
    align: 'right',
    cell: ({ ticker, old }) => shareCell(ticker?.fundingRate, 4, '', old),
  },
]

/** Instrument and mark are always there. */
const LEAST_COLUMNS = 2

function useWatchRow(key: string): WatchRow | undefined {
  const { tickers, instruments } = useSession().server
  const ticker = useStore(tickers, ({ value }) => value?.get(key))
  const instrument = instruments.getState().value?.find(({ symbol }) => symbol === key)
  const old = useOld(ticker?.listedAt)
  return instrument ? { instrument, ticker, old } : undefined
}

export function Watchlist() {
  const session = useSession()
  const { value: instruments, stale } = useLoadable(session.server.instruments)
  const id = usePanelId('watchlist')
  const chosen = usePanelSymbol(id)
  const unread = useUnread('instruments')
  const list = instruments ?? []
  const { place, fitting } = useColumnsThatFit(COLUMNS, LEAST_COLUMNS)
  return (
    <div ref={place} className="fill">
      <DataGrid<WatchRow>
        name="Watchlist"
        columns={fitting}
        count={list.length}
        keyAt={(index) => list[index]?.symbol ?? ''}
        useRow={useWatchRow}
        selectedKey={chosen}
        onSelect={(key) => chooseInstrumentOf(session.workspace, id, key as Symbol)}
        unread={instruments === null ? 'Waiting for the instruments.' : unread}
        empty="The venue lists no instruments."
        stale={stale}
      />
    </div>
  )
}
