/** The rows of the quote board that are in view, read at a fixed pace. Costs nothing per ticker, and nothing per row out of view. No React. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Instrument, Ticker } from '../../../shared/domain/instrument.ts'
import { ageFigure, figureOf, type FigureColumn, type QuoteFigure } from './quoteFigures.ts'
import type { QuoteColumn } from './lists/quoteLists.ts'
import type { QuoteSources } from './quoteOrder.ts'

/** Ms between two readings; nobody reads figures that change faster. */
export const QUOTE_PACE = 250

export interface QuoteRow {
  readonly symbol: string
  /** Undefined where the list of instruments, as far as it was read, lacks the symbol. */
  readonly instrument: Instrument | undefined
  /** By column, for the shown columns with one number. */
  readonly figures: Readonly<Partial<Record<QuoteColumn, QuoteFigure>>>
}

export interface QuoteFeed {
  /** The row at the last reading. The same object until a figure changes. */
  readonly row: (symbol: string) => QuoteRow
  /** Keeps a row read, and calls `run` when it changes. */
  readonly follow: (symbol: string, run: () => void) => Stop
}

export interface QuoteFeedOptions extends QuoteSources {
  readonly clock: Clock
  readonly columns: readonly QuoteColumn[]
  /** Whether anybody can see the board. A board in a tab behind another is not read. */
  readonly isSeen: () => boolean
}

interface Followed {
  row: QuoteRow
  /** What the row was made from: a reading of the same values in the same second is skipped. */
  ticker: Ticker | undefined
  second: number
  /** The figures as one text. */
  text: string
  readonly listeners: Set<() => void>
}

const isFigure = (column: QuoteColumn): column is FigureColumn => column !== 'sparkline' && column !== 'age'

export function createQuoteFeed({
  clock,
  columns,
  isSeen,
  instrumentOf,
  tickerOf,
}: QuoteFeedOptions): QuoteFeed {
  const rows = new Map<string, Followed>()
  let stop: Stop | null = null

  const read = (symbol: string, instrument: Instrument | undefined, ticker: Ticker | undefined): QuoteRow => {
    const now = clock.now()
    const figures: Partial<Record<QuoteColumn, QuoteFigure>> = {}
    for (const column of columns)
      if (isFigure(column)) figures[column] = figureOf(column, instrument, ticker, now)
      else if (column === 'age') figures.age = ageFigure(ticker, now)
    return { symbol, instrument, figures }
  }
  const textOf = ({ figures }: QuoteRow) => JSON.stringify(figures)
  const second = () => Math.floor(clock.now() / 1_000)

  const refresh = (symbol: string, followed: Followed): boolean => {
    const instrument = instrumentOf(symbol)
    const ticker = tickerOf(symbol)
    const isSame = followed.ticker === ticker && followed.row.instrument === instrument
    if (isSame && followed.second === second()) return false
    const row = read(symbol, instrument, ticker)
    const text = textOf(row)
    followed.ticker = ticker
    followed.second = second()
    if (text === followed.text && followed.row.instrument === instrument) return false
    followed.row = row
    followed.text = text
    return true
  }
  const beat = () => {
    if (!isSeen()) return
    const news: (() => void)[] = []
    for (const [symbol, followed] of rows) {
      if (followed.listeners.size === 0) rows.delete(symbol)
      else if (refresh(symbol, followed)) news.push(...followed.listeners)
    }
    for (const run of news) run()
  }
  const followedOf = (symbol: string): Followed => {
    const known = rows.get(symbol)
    if (known) return known
    const ticker = tickerOf(symbol)
    const row = read(symbol, instrumentOf(symbol), ticker)
    const followed = { row, ticker, second: second(), text: textOf(row), listeners: new Set<() => void>() }
    rows.set(symbol, followed)
    return followed
  }

  return {
    row: (symbol) => followedOf(symbol).row,
    follow(symbol, run) {
      const followed = followedOf(symbol)
      // A busy page follows a row some time after it drew the row.
      refresh(symbol, followed)
      const { listeners } = followed
      listeners.add(run)
      stop ??= clock.every(QUOTE_PACE, beat)
      return () => {
        listeners.delete(run)
        for (const other of rows.values()) if (other.listeners.size > 0) return
        rows.clear()
        stop?.()
        stop = null
      }
    },
  }
}
