/** The order of the rows on screen. Rows stay where they are while the pointer or the focus is on the board, so that no row moves away from either. */

import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { EpochMs } from '../../../shared/base/clock.ts'
import { useSession } from '../../state/useSession.ts'
import { knownValues, orderOf, type QuoteSources } from './quoteOrder.ts'
import type { QuoteList } from './lists/quoteLists.ts'

/** Ms between two sortings of a board that nobody touches. */
const SORT_EVERY = 2_000

export interface QuoteOrder {
  readonly symbols: readonly string[]
  /** Wall clock ms of the last sorting. */
  readonly sortedAt: EpochMs
  readonly sortAgain: () => void
}

/** One sorting. Each is an object of its own: two sortings within one ms both count. */
type Sorting = object

/** The sources at a sorting: their tickers change in place. */
const sourcesAt = (sources: QuoteSources, _sorting: Sorting): QuoteSources => sources

/** `board`: while the pointer or the focus is on it, rows keep their places, except rows whose values were not known when they were sorted. */
export function useQuoteOrder(
  symbols: readonly string[],
  sort: QuoteList['sort'],
  sources: QuoteSources,
  board: RefObject<HTMLElement | null>,
): QuoteOrder {
  const { clock } = useSession()
  const [sorting, setSorting] = useState<Sorting>({})
  const knownAtSorting = useRef(0)
  const isLive = sort !== null && sort.column !== 'instrument'
  useEffect(() => {
    if (!isLive) return undefined
    return clock.every(SORT_EVERY, () => {
      const element = board.current
      if (!element?.offsetParent) return
      const isTouched = element.matches(':hover, :focus-within')
      if (isTouched && knownValues(symbols, sort, sources) <= knownAtSorting.current) return
      setSorting({})
    })
  }, [clock, isLive, board, symbols, sort, sources])
  // The tickers change in between; the order is made anew only when the list, the sort or the time of sorting changes.
  const ordered = useMemo(
    () => ({
      symbols: orderOf(symbols, sort, sourcesAt(sources, sorting)),
      sortedAt: clock.now(),
      known: knownValues(symbols, sort, sources),
    }),
    [symbols, sort, sources, sorting, clock],
  )
  useEffect(() => {
    knownAtSorting.current = ordered.known
  }, [ordered])
  return { ...ordered, sortAgain: () => setSorting({}) }
}
