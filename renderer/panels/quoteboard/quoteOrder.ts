/** The order of the rows of the quote board, by exact values, unknown values last; and the rows as records for a file. Pure. */

import { compare, type Decimal } from '../../../shared/base/decimal.ts'
import type { Instrument, Ticker } from '../../../shared/domain/instrument.ts'
import { valueOf, type FigureColumn } from './quoteFigures.ts'
import type { QuoteSort } from './lists/quoteLists.ts'

export interface QuoteSources {
  readonly instrumentOf: (symbol: string) => Instrument | undefined
  readonly tickerOf: (symbol: string) => Ticker | undefined
}

/** By what the symbols are sorted; null for a value that is not known. */
const valuesOf = (
  symbols: readonly string[],
  column: FigureColumn,
  { instrumentOf, tickerOf }: QuoteSources,
): readonly { readonly symbol: string; readonly value: Decimal | null }[] =>
  symbols.map((symbol) => ({ symbol, value: valueOf(column, instrumentOf(symbol), tickerOf(symbol)) }))

/** The symbols in the order of `sort`; equal values keep the order in which they came. Null keeps the order of the list. */
export function orderOf(
  symbols: readonly string[],
  sort: QuoteSort | null,
  sources: QuoteSources,
): readonly string[] {
  if (sort === null) return symbols
  const turn = sort.descending ? -1 : 1
  if (sort.column === 'instrument') return symbols.toSorted((a, b) => (a < b ? -turn : a > b ? turn : 0))
  return valuesOf(symbols, sort.column, sources)
    .toSorted((a, b) => compareKnown(a.value, b.value, turn))
    .map(({ symbol }) => symbol)
}

/** How many of the symbols have a value to be sorted by. */
export const knownValues = (
  symbols: readonly string[],
  sort: QuoteSort | null,
  sources: QuoteSources,
): number =>
  sort === null || sort.column === 'instrument'
    ? symbols.length
    : valuesOf(symbols, sort.column, sources).filter(({ value }) => value !== null).length

function compareKnown(a: Decimal | null, b: Decimal | null, turn: 1 | -1): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return turn * compare(a, b)
}

/** The rows for a file: exact values as the core has them, with the times of their sources. A row that was not read has empty fields. */
export function recordsOf(
  symbols: readonly string[],
  { tickerOf }: Pick<QuoteSources, 'tickerOf'>,
): readonly object[] {
  const tickers = symbols.map((symbol) => tickerOf(symbol))
  // The first record of a file names its columns, whether it was read or not.
  const fields = Object.keys(tickers.find((ticker) => ticker !== undefined) ?? {})
  const empty = Object.fromEntries(fields.map((field) => [field, null]))
  return symbols.map((symbol, n) => tickers[n] ?? { ...empty, symbol })
}
