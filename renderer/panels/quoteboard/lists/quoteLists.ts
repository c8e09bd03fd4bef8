/** The dealer's named lists of instruments: how they are stored, read and changed. Pure; saves nothing. */

import { z } from 'zod'
import { symbol as instrumentSymbol } from '../../../../shared/domain/scalars.ts'
import { FIGURE_COLUMNS } from '../quoteFigures.ts'

/** The setting that holds the lists. Every window shows the same lists; each stores which one it shows. */
export const QUOTE_LISTS = 'quotes.lists'

export const QUOTE_COLUMNS = [...FIGURE_COLUMNS, 'sparkline', 'age'] as const
export type QuoteColumn = (typeof QUOTE_COLUMNS)[number]

const DEFAULT_COLUMNS: readonly QuoteColumn[] = QUOTE_COLUMNS.filter(
  (column) => column !== 'index' && column !== 'turnover',
)

/** `instrument`: by name. */
export const SORTS = [...FIGURE_COLUMNS, 'instrument'] as const
export type SortColumn = (typeof SORTS)[number]
export interface QuoteSort {
  readonly column: SortColumn
  readonly descending: boolean
}

export interface QuoteList {
  readonly name: string
  /** In the dealer's order; null: every instrument of the venue. */
  readonly symbols: readonly string[] | null
  readonly columns: readonly QuoteColumn[]
  /** Null: the dealer's order. */
  readonly sort: QuoteSort | null
}

/** The list that always exists. */
export const ALL: QuoteList = {
  name: 'All instruments',
  symbols: null,
  columns: DEFAULT_COLUMNS,
  sort: null,
}

const LONGEST_NAME = 24
const MOST_LISTS = 20
/** As many as one list may hold, so that the setting keeps to its size. */
export const MOST_SYMBOLS = 400

const isColumn = (word: string): word is QuoteColumn => QUOTE_COLUMNS.some((column) => column === word)

/** Columns that this release does not have are left out, so that a later release's lists stay readable. */
const storedColumns = z
  .array(z.string())
  .transform((words): QuoteColumn[] => [...new Set(words.filter(isColumn))])

const isSymbol = (word: string): boolean => instrumentSymbol.safeParse(word).success
/** Each instrument once, because a row has the name of its instrument. */
const storedSymbols = z
  .array(z.string())
  .max(MOST_SYMBOLS)
  .transform((words) => [...new Set(words.filter(isSymbol))])

const storedList = z.object({
  name: z.string().min(1).max(LONGEST_NAME),
  symbols: storedSymbols.nullable(),
  columns: storedColumns,
  sort: z
    .object({ column: z.enum(SORTS), descending: z.boolean() })
    .nullable()
    .catch(null),
})
const storedLists = z.object({ lists: z.array(storedList).min(1).max(MOST_LISTS) })

/** The lists in the setting; the list of all instruments alone where nothing is stored. Null where the text cannot be read. */
export function readLists(text: string | undefined): readonly QuoteList[] | null {
  if (text === undefined) return [ALL]
  try {
    const read = storedLists.safeParse(JSON.parse(text))
    if (!read.success) return null
    const own = read.data.lists.filter(({ symbols }) => symbols !== null)
    const names = new Set(own.map(({ name }) => name))
    if (names.size < own.length || names.has(ALL.name)) return null
    return [read.data.lists.find(({ symbols }) => symbols === null) ?? ALL, ...own]
  } catch {
    return null
  }
}

export const storedText = (lists: readonly QuoteList[]): string => JSON.stringify({ lists })

/** Why a list may not have this name; null when it may. */
export function nameProblem(lists: readonly QuoteList[], name: string): string | null {
  const wanted = name.trim()
  if (wanted === '') return 'Type a name for the list.'
  if (wanted.length > LONGEST_NAME) return `A name has at most ${LONGEST_NAME} characters.`
  if (lists.some((list) => list.name.toLowerCase() === wanted.toLowerCase()))
    return `There is a list "${wanted}" already.`
  return lists.length >= MOST_LISTS ? `There are ${MOST_LISTS} lists already. Delete one first.` : null
}

/** The lists with an empty one of this name; unchanged where it may not have the name: another window may have made it meanwhile. */
export const withList = (lists: readonly QuoteList[], name: string): readonly QuoteList[] =>
  nameProblem(lists, name) === null ? [...lists, { ...ALL, name: name.trim(), symbols: [] }] : lists

/** The lists with one changed. */
export const changed = (
  lists: readonly QuoteList[],
  name: string,
  change: (list: QuoteList) => QuoteList,
): readonly QuoteList[] => lists.map((list) => (list.name === name ? change(list) : list))

/** Adds symbols at the end, each once. The list of all instruments stays as it is. */
export const withSymbols =
  (symbols: readonly string[]) =>
  (list: QuoteList): QuoteList =>
    list.symbols === null
      ? list
      : { ...list, symbols: [...new Set([...list.symbols, ...symbols])].slice(0, MOST_SYMBOLS) }

export const withoutSymbol =
  (symbol: string) =>
  (list: QuoteList): QuoteList =>
    list.symbols === null ? list : { ...list, symbols: list.symbols.filter((known) => known !== symbol) }

/** Moves a symbol by places, at most to an end. */
export const withMoved =
  (symbol: string, by: number) =>
  (list: QuoteList): QuoteList => {
    const from = list.symbols?.indexOf(symbol) ?? -1
    if (list.symbols === null || from < 0) return list
    const rest = list.symbols.filter((known) => known !== symbol)
    const to = Math.min(Math.max(from + by, 0), rest.length)
    return { ...list, symbols: rest.toSpliced(to, 0, symbol) }
  }

/** Shows or hides a column. At least one column stays. */
export const withColumn =
  (column: QuoteColumn, isShown: boolean) =>
  (list: QuoteList): QuoteList => {
    const columns = QUOTE_COLUMNS.filter((known) =>
      known === column ? isShown : list.columns.includes(known),
    )
    return columns.length === 0 ? list : { ...list, columns }
  }

/** Sorts by a column, highest first, names from A; null: in the order of the list. */
export const withSort =
  (column: SortColumn | null) =>
  (list: QuoteList): QuoteList => ({
    ...list,
    sort: column === null ? null : { column, descending: column !== 'instrument' },
  })

/** Turns the order round. */
export const turned = (list: QuoteList): QuoteList =>
  list.sort === null ? list : { ...list, sort: { ...list.sort, descending: !list.sort.descending } }

/** Sorts by a column; by the column that it is sorted by already, the other way round. */
export const sortedBy =
  (column: SortColumn) =>
  (list: QuoteList): QuoteList =>
    list.sort?.column === column ? turned(list) : withSort(column)(list)

/** Sorts by the next shown column, or the one before. The order of the list is one of them. */
export const withNextSort =
  (by: 1 | -1) =>
  (list: QuoteList): QuoteList => {
    const sorts = [
      null,
      'instrument',
      ...FIGURE_COLUMNS.filter((column) => list.columns.includes(column)),
    ] as const
    const at = sorts.indexOf(list.sort?.column ?? null)
    return withSort(sorts[(at + by + sorts.length) % sorts.length] ?? null)(list)
  }

/** What was removed, with its place, so that it can be put back. */
export type Removal =
  | { readonly kind: 'symbol'; readonly list: string; readonly symbol: string; readonly at: number }
  | { readonly kind: 'list'; readonly list: QuoteList; readonly at: number }

/** Puts back what was removed. Null where its place is gone: the list does not exist, or its name is taken. */
export function restored(lists: readonly QuoteList[], removal: Removal): readonly QuoteList[] | null {
  if (removal.kind === 'list')
    return nameProblem(lists, removal.list.name) === null
      ? lists.toSpliced(removal.at, 0, removal.list)
      : null
  const { symbol, at } = removal
  if (!lists.some(({ name, symbols }) => name === removal.list && symbols !== null)) return null
  return changed(lists, removal.list, (list) =>
    list.symbols === null || list.symbols.includes(symbol)
      ? list
      : { ...list, symbols: list.symbols.toSpliced(at, 0, symbol) },
  )
}
