/** The quote board: one of the dealer's lists of instruments with live figures. Only the rows in view are read, at a fixed pace. Sends nothing. */

import './quoteboard.css'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { timeWithZone } from '../../format/times.ts'
import { usePanelKeys } from '../../keyboard/usePanelKeys.ts'
import { useLoadable, useSession, useUnread } from '../../state/useSession.ts'
import { DataGrid } from '../../ui/DataGrid.tsx'
import { saveCsv } from '../tables/downloadCsv.ts'
import { QuoteBar } from './QuoteBar.tsx'
import { QuoteSetUp, sortWords } from './QuoteSetUp.tsx'
import { columnsOf } from './quoteColumns.tsx'
import type { QuoteRow } from './quoteFeed.ts'
import { actOf } from './quoteKeys.ts'
import { recordsOf } from './quoteOrder.ts'
import { SORTS, sortedBy, turned, withColumn, withList, withSort, withSymbols } from './lists/quoteLists.ts'
import { QuoteTiles } from './QuoteTiles.tsx'
import { useQuoteActs } from './useQuoteActs.ts'
import { useQuoteBoard, type QuoteBoardState } from './useQuoteBoard.ts'
import { counted } from '../../format/numbers.ts'
import { capOf } from '../../keys/caps.ts'

export function QuoteBoard() {
  const keyOfPress = usePanelKeys('quotes')
  const session = useSession()
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const board = useQuoteBoard(root)
  const { list, lists, order, changeList } = board
  const { value: instruments } = useLoadable(session.server.instruments)
  const unreadPrices = useUnread('tickers')
  const unreadInstruments = useUnread('instruments')
  const listed = new Set<string>(instruments?.map(({ symbol }) => symbol))
  const isLacking =
    list.symbols === null ? listed.size > 0 : list.symbols.some((symbol) => !listed.has(symbol))
  const [chosen, setSelected] = useState<string | null>(null)
  // A row of another list is out of sight: no key may act on it.
  const selected = chosen !== null && order.symbols.includes(chosen) ? chosen : null
  const [isSetUp, setIsSetUp] = useState(false)

  const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector) ?? null
  const toRows = () => find('[role=grid]')?.focus()
  const openSetUp = (target: string) => {
    setIsSetUp(true)
    session.focus.to({ name: 'The set-up', show: () => undefined, find: () => find(target) })
  }
  /** The other view of the rows has a grid of its own, which takes the focus. */
  const turnTiles = () => {
    const other = board.isTiled ? '[role=grid]:not(.tiles)' : '[role=grid].tiles'
    board.turnTiles()
    session.focus.to({ name: 'The quote board', show: () => undefined, find: () => find(other) })
  }
  const acts = useQuoteActs({
    board,
    selected,
    select: setSelected,
    toAddField: () => field.current?.focus(),
    openSetUp,
    turnTiles,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'grid') return
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    const done = actOf(keyOfPress(event))
    if (done === null || (event.repeat && done.kind !== 'move')) return
    event.preventDefault()
    acts.run(done)
  }
  return (
    // The keys of the rows; the grid hears them and passes on those that it does not use.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={root} className="quote-board" onKeyDown={onKeyDown}>
      <QuoteBar
        lists={lists}
        list={list}
        instruments={instruments ?? []}
        field={field}
        facts={factsOf(board)}
        canSortAgain={board.sort !== null && board.sort.column !== 'instrument'}
        onSortAgain={order.sortAgain}
        isSetUp={isSetUp}
        isTiled={board.isTiled}
        onTiles={turnTiles}
        undo={board.undoes}
        onChoose={board.choose}
        onAdd={(symbols) => changeList(withSymbols(symbols))}
        onSetUp={() => setIsSetUp(!isSetUp)}
        onUndo={board.undo}
        onCsv={() => saveCsv(session, 'quotes', recordsOf(order.symbols, board.sources))}
        onLeave={toRows}
      />
      {isSetUp && (
        <QuoteSetUp
          lists={lists}
          list={list}
          onColumn={(column, isShown) => changeList(withColumn(column, isShown))}
          onSort={(column) => changeList(withSort(column))}
          onTurn={() => changeList(turned)}
          onNew={(name) => {
            board.changeLists((was) => withList(was, name))
            board.choose(name.trim())
            setIsSetUp(false)
            session.focus.to({ name: 'The field', show: () => undefined, find: () => field.current })
          }}
          onDelete={() => {
            board.removeList()
            toRows()
          }}
          onLeave={() => {
            setIsSetUp(false)
            toRows()
          }}
        />
      )}
      <FailureLine failure={board.failure} />
      {board.isUnreadable && (
        <p className="problem panel-line">
          Your saved lists cannot be read, so every instrument is shown. A change here replaces the saved
          lists.
        </p>
      )}
      {unreadInstruments !== null && isLacking && <p className="amber panel-line">{unreadInstruments}</p>}
      {unreadPrices !== null && <p className="amber panel-line">{unreadPrices}</p>}
      <QuoteRows board={board} selected={selected} onSelect={setSelected} onOpen={acts.openTicket} />
    </div>
  )
}

interface QuoteRowsProps {
  readonly board: QuoteBoardState
  readonly selected: string | null
  readonly onSelect: (symbol: string) => void
  readonly onOpen: (symbol: string) => void
}

/** The rows as a table or as tiles. */
function QuoteRows({ board, selected, onSelect, onOpen }: QuoteRowsProps) {
  const { server } = useSession()
  const { list, order, trends } = board
  const { value: instruments, stale } = useLoadable(server.instruments)
  const stalePrices = useStore(server.tickers, (tickers) => tickers.stale)
  const unreadInstruments = useUnread('instruments')
  const columns = useMemo(() => columnsOf(list, trends), [list, trends])
  const shared = {
    name: 'Quote board',
    selectedKey: selected,
    onSelect,
    onOpen,
    unread: unreadOf(board, instruments === null, unreadInstruments),
    empty: list.symbols === null ? 'The venue lists no instruments.' : <EmptyList />,
    stale: stale || stalePrices,
  }
  return (
    <div className="fill">
      {board.isTiled ? (
        <QuoteTiles {...shared} board={board} />
      ) : (
        <DataGrid<QuoteRow>
          {...shared}
          columns={columns}
          count={order.symbols.length}
          keyAt={(index) => order.symbols[index] ?? ''}
          useRow={board.useRow}
          sort={list.sort}
          onTitle={(id) => {
            const column = SORTS.find((sort) => sort === id)
            if (column !== undefined) board.changeList(sortedBy(column))
          }}
        />
      )}
    </div>
  )
}

const EmptyList = () => (
  <p>
    This list is empty. Press <span className="key-cap">{capOf('A', 'quotes')}</span>, type btc, press Enter.
  </p>
)

/** Why nobody knows whether the list is empty. */
function unreadOf(
  { list, isKnown }: QuoteBoardState,
  isWaiting: boolean,
  unread: string | null,
): string | null {
  if (!isKnown) return 'Waiting for your lists.'
  if (list.symbols !== null) return null
  return isWaiting ? 'Waiting for the instruments.' : unread
}

function factsOf({ sort, order }: QuoteBoardState): string {
  const count = order.symbols.length
  const words = `${counted(count)} instrument${count === 1 ? '' : 's'}`
  if (sort === null) return words
  const by = `${words} · by ${sortWords(sort.column)}`
  return sort.column === 'instrument' ? by : `${by} at ${timeWithZone(order.sortedAt)}`
}
