/** What the quote board shows and what its keys do: the chosen list, its rows in order, and the last removals. Draws nothing. */

import { useCallback, useMemo, useState, useSyncExternalStore, type RefObject } from 'react'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import type { ServerStores } from '../../state/stores/serverMirrors.ts'
import { changePanel } from '../../state/actions/workspaceActions.ts'
import { usePanelId, usePanelState } from '../../state/usePanel.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'
import type { InstrumentLink } from '../../state/stores/panelInstances.ts'
import { createQuoteFeed, type QuoteFeed, type QuoteRow } from './quoteFeed.ts'
import { ALL, changed, restored, withoutSymbol, type QuoteList, type Removal } from './lists/quoteLists.ts'
import type { QuoteSources } from './quoteOrder.ts'
import { TILE_COLUMNS, TILE_SORT } from './tileGrid.ts'
import { createTrendFeed, type TrendFeed } from './trend/trendFeed.ts'
import { useQuoteLists, type QuoteLists } from './lists/useQuoteLists.ts'
import { useQuoteOrder, type QuoteOrder } from './useQuoteOrder.ts'

/** Removals that can be undone. */
const MOST_UNDOS = 20

export interface QuoteBoardState extends Pick<QuoteLists, 'lists' | 'isKnown' | 'isUnreadable' | 'failure'> {
  readonly list: QuoteList
  /** The link in which Enter shows a row: that of the panel, else 1. */
  readonly link: InstrumentLink
  readonly order: QuoteOrder
  /** What the rows are sorted by: the sort of the list; tiles are never without one. */
  readonly sort: QuoteList['sort']
  readonly isTiled: boolean
  readonly turnTiles: () => void
  readonly sources: QuoteSources
  readonly useRow: (symbol: string) => QuoteRow
  readonly trends: TrendFeed
  readonly choose: (name: string) => void
  readonly changeList: (change: (list: QuoteList) => QuoteList) => void
  readonly changeLists: QuoteLists['change']
  readonly remove: (symbol: string) => void
  readonly removeList: () => void
  /** What Undo puts back, in words; null for nothing. */
  readonly undoes: string | null
  readonly undo: () => void
}

function quoteSources({ instruments, tickers }: ServerStores): QuoteSources {
  let listed: readonly Instrument[] | null = null
  let bySymbol = new Map<string, Instrument>()
  return {
    instrumentOf(symbol) {
      const { value } = instruments.getState()
      if (value !== listed) {
        listed = value
        bySymbol = new Map((value ?? []).map((instrument) => [instrument.symbol, instrument]))
      }
      return bySymbol.get(symbol)
    },
    tickerOf: (symbol) => tickers.getState().value?.get(symbol),
  }
}

/** Creates the hook with which a line of the grid follows its row. */
const rowHook = (feed: QuoteFeed) =>
  function useRow(symbol: string): QuoteRow {
    const follow = useMemo(() => (run: () => void) => feed.follow(symbol, run), [symbol])
    return useSyncExternalStore(follow, () => feed.row(symbol))
  }

export function useQuoteBoard(board: RefObject<HTMLElement | null>): QuoteBoardState {
  const { client, server, workspace, clock } = useSession()
  const { value: instruments } = useLoadable(server.instruments)
  const quoteLists = useQuoteLists()
  const { lists, change } = quoteLists
  const id = usePanelId('quoteBoard')
  const { quoteList: shown, quoteTiles: isTiled = false, instrumentLink } = usePanelState(id)
  const [removals, setRemovals] = useState<readonly Removal[]>([])
  const list = lists.find(({ name }) => name === shown) ?? lists[0] ?? ALL
  const sources = useMemo(() => quoteSources(server), [server])

  // Lists and instruments arrive as new arrays; rows and figures are made anew only for other symbols and columns.
  const wanted = list.symbols ?? (instruments ?? []).map(({ symbol }) => symbol)
  const symbols = useStable(wanted)
  const columns = useStable(isTiled ? TILE_COLUMNS : list.columns)
  const wantedSort = list.sort ?? (isTiled ? TILE_SORT : null)
  const sortColumn = wantedSort?.column ?? null
  const descending = wantedSort?.descending ?? false
  const sort = useMemo(
    () => (sortColumn === null ? null : { column: sortColumn, descending }),
    [sortColumn, descending],
  )
  const order = useQuoteOrder(symbols, sort, sources, board)
  const isSeen = useCallback(() => Boolean(board.current?.offsetParent), [board])
  const useRow = useMemo(
    () => rowHook(createQuoteFeed({ clock, columns, isSeen, ...sources })),
    [clock, columns, isSeen, sources],
  )
  const trends = useMemo(() => createTrendFeed({ client, clock, isSeen }), [client, clock, isSeen])

  const choose = (name: string) => changePanel(workspace, id, { quoteList: name })
  const pushRemoval = (removal: Removal) => setRemovals((was) => [...was, removal].slice(-MOST_UNDOS))
  const last = removals.at(-1)
  return {
    ...quoteLists,
    list,
    link: instrumentLink ?? '1',
    order,
    sort,
    isTiled,
    turnTiles: () => changePanel(workspace, id, { quoteTiles: !isTiled }),
    sources,
    useRow,
    trends,
    choose,
    changeLists: change,
    changeList: (make) => change((was) => changed(was, list.name, make)),
    remove(symbol) {
      const at = list.symbols?.indexOf(symbol) ?? -1
      if (at < 0) return
      pushRemoval({ kind: 'symbol', list: list.name, symbol, at })
      change((was) => changed(was, list.name, withoutSymbol(symbol)))
    },
    removeList() {
      if (list.symbols === null) return
      pushRemoval({ kind: 'list', list, at: lists.indexOf(list) })
      change((was) => was.filter(({ name }) => name !== list.name))
      choose('')
    },
    undoes: last === undefined ? null : undoWords(last),
    undo() {
      if (last === undefined) return
      setRemovals((was) => was.slice(0, -1))
      change((was) => restored(was, last) ?? was)
      choose(last.kind === 'list' ? last.list.name : last.list)
    },
  }
}

const undoWords = (removal: Removal): string =>
  removal.kind === 'list' ? `Undo: delete ${removal.list.name}` : `Undo: remove ${shownCode(removal.symbol)}`

/** The array of an earlier render while its words are the same. No word holds a line break. */
function useStable<T extends string>(words: readonly T[]): readonly T[] {
  const text = words.join('\n')
  return useMemo(() => (text === '' ? [] : (text.split('\n') as T[])), [text])
}
