/** The order of the rows on screen. Rows stay where they are while the pointer or the focus is on the board, so that no row moves away from either. */

import { useEffect, useMemo, useState, type RefObject } from 'react'
import type { EpochMs } from '../../../shared/base/clock.ts'
import { useSession } from '../../state/useSession.ts'
import { orderOf, type QuoteSources } from './quoteOrder.ts'
import type { QuoteList } from './lists/quoteLists.ts'

/** Ms between two sortings of a board that nobody touches. */
const SORT_EVERY = 2_000

export interface QuoteOrder {
  readonly symbols: readonly string[]
  /** Wall clock ms of the last sorting. */
  readonly sortedAt: EpochMs
  readonly sortAgain: () => void
}

/** The sources now: their tickers change in place, so an order is made of them at a moment. */
const sourcesAt = (sources: QuoteSources, _at: EpochMs): QuoteSources => sources

/** `board`: while the pointer or the focus is on it, rows keep their places. */
export function useQuoteOrder(
  symbols: readonly string[],
  sort: QuoteList['sort'],
  sources: QuoteSources,
  board: RefObject<HTMLElement | null>,
): QuoteOrder {
  const { clock } = useSession()
  const [sortedAt, setSortedAt] = useState(() => clock.now())
  const isLive = sort !== null && sort.column !== 'instrument'
  useEffect(() => {
    if (!isLive) return undefined
    return clock.every(SORT_EVERY, () => {
      const element = board.current
      if (!element?.offsetParent || element.matches(':hover, :focus-within')) return
      setSortedAt(clock.now())
    })
  }, [clock, isLive, board])
  // The tickers change in between; the order is made anew only when the list, the sort or the time of sorting changes.
  const ordered = useMemo(
    () => orderOf(symbols, sort, sourcesAt(sources, sortedAt)),
    [symbols, sort, sources, sortedAt],
  )
  return { symbols: ordered, sortedAt, sortAgain: () => setSortedAt(clock.now()) }
}
