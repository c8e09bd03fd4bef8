/** Reads customers from CSV text row by row: each row is a customer or one sentence. Reads what `csvLine.ts` writes as the same. Pure. */

import { parseDecimal, type Decimal } from '../../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Customer } from '../../../../shared/domain/accounts/customer.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { counted } from '../../../format/numbers.ts'
import { quoted, readCode, readEntry, type EntryTexts } from '../readEntry.ts'
import {
  FIELDS,
  isPlainNumber,
  isReadOnlyField,
  runs,
  unguarded,
  type Field,
  type ReadOnlyField,
} from './csvLine.ts'
import { readCsv, SEPARATORS, type CsvRow, type Separator } from './csvCells.ts'

const isField = (text: string): text is Field => FIELDS.some((field) => field === text)

/** Characters of a file at most. */
export const MOST_FILE_LENGTH = 20_000_000

export interface RowProblem {
  readonly row: number
  readonly sentence: string
}

/** One customer of a file. */
export interface FileRow {
  readonly row: number
  readonly code: CustomerCode
  /** The entry after the import; `before`: the present one. A field without a column in the file stays as it is. */
  readonly entryAfter: (before: Customer | undefined) => Result<Customer, string>
}

export interface CustomersFile {
  readonly fields: readonly Field[]
  /** Columns of an export that an import does not read. */
  readonly notImported: readonly ReadOnlyField[]
  readonly rows: readonly FileRow[]
  /** Rows that are left out, in the order of the file. */
  readonly problems: readonly RowProblem[]
}

const headOf = (row: CsvRow | undefined): readonly string[] =>
  row?.cells.map((cell) => cell.trim().toLowerCase().replaceAll(/[ -]/g, '_')) ?? []

/** The separator with which the first row names the code, and that row's cells; null: there is none. */
function readHead(text: string): { readonly separator: Separator; readonly head: readonly string[] } | null {
  const mark = text.startsWith('\uFEFF') ? 1 : 0
  const first = text.slice(mark, 2_000).split(/[\r\n]/, 1)[0] ?? ''
  for (const separator of SEPARATORS) {
    const head = headOf(readCsv(first, separator)[0])
    if (head.includes('customer_code') && (head.length > 1 || separator === '\t' || !/[;\t]/.test(first)))
      return { separator, head }
  }
  return null
}

/** A first row that some spreadsheet programs write. */
const SEPARATOR_ROW = /^\uFEFF?"?sep=/i

const THOUSANDS = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/

const POINTED_THOUSANDS = /^[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/

/** A number of a file: a point or a comma for decimals. Where either could mean thousands, the number is refused. */
const readNumber =
  (separator: Separator) =>
  (text: string): Result<Decimal, string> => {
    const typed = text.trim()
    if (THOUSANDS.test(typed))
      return fail(`${quoted(typed)} can mean two numbers: write it with a point for decimals and no comma`)
    // Where decimals have a comma, a spreadsheet separates cells by another sign, and writes 1500 as 1.500.
    if (separator !== ',' && POINTED_THOUSANDS.test(typed))
      return fail(
        `${quoted(typed)} can mean two numbers: write whole thousands without a point, or decimals with another number of digits`,
      )
    const plain = /^[+-]?\d*,\d+$/.test(typed) ? typed.replace(',', '.') : typed
    return isPlainNumber(plain) ? parseDecimal(plain) : fail(`${quoted(typed)} is not a number`)
  }

const columnsOf = (head: readonly string[]): string | null => {
  const unknown = head.find((name) => !isField(name) && !isReadOnlyField(name))
  if (unknown !== undefined)
    return `The file has the column ${quoted(unknown)}. The columns are ${FIELDS.join(', ')}. Rename or delete it.`
  const twice = head.find((name, index) => head.indexOf(name) !== index)
  return twice === undefined ? null : `The file has the column ${quoted(twice)} twice.`
}

/** The customers of a file, or one sentence why it holds none. */
export function readCustomersCsv(text: string): Result<CustomersFile, string> {
  if (text.length > MOST_FILE_LENGTH)
    return fail(`The file has more than ${counted(MOST_FILE_LENGTH)} characters. Import it in parts.`)
  const read = readHead(text)
  if (read === null)
    return fail(
      SEPARATOR_ROW.test(text)
        ? 'The first row only names the separator (“sep=”). Delete this row, so that the titles are the first row, and import the file again.'
        : 'The first row names no column “customer_code”. Save the table as CSV in UTF-8, with the titles in its first row.',
    )
  const { separator, head } = read
  const bad = columnsOf(head)
  if (bad !== null) return fail(bad)
  const fields = head.filter(isField)
  const rows: FileRow[] = []
  const problems: RowProblem[] = []
  for (const csvRow of readCsv(text, separator).slice(1)) {
    const { row, lines } = csvRow
    const known = readRow(csvRow, head, readNumber(separator))
    if (known.ok) rows.push(known.value)
    else
      problems.push({
        row,
        sentence:
          lines === 1
            ? known.failure
            : `${known.failure} The row covers ${counted(lines)} lines of the file: a quote holds them together. Check the quotes.`,
      })
  }
  const rowsOfCode = Map.groupBy(rows, ({ code }) => code)
  for (const twice of rowsOfCode.values())
    if (twice.length > 1)
      for (const { row, code } of twice)
        problems.push({
          row,
          sentence: `${quoted(code)} stands in rows ${listed(twice.map((each) => each.row))}. Keep one of them.`,
        })
  return ok({
    fields,
    notImported: head.filter(isReadOnlyField),
    rows: rows.filter(({ code }) => rowsOfCode.get(code)?.length === 1),
    problems: problems.toSorted((a, b) => a.row - b.row),
  })
}

/** Rows that a sentence names; the others are counted. */
const NAMED = 5
const listed = (rows: readonly number[]): string =>
  rows.length > NAMED
    ? `${rows.slice(0, NAMED).join(', ')} and ${counted(rows.length - NAMED)} more`
    : `${rows.slice(0, -1).join(', ')} and ${rows.at(-1) ?? ''}`

function readRow(
  { row, cells, problem }: CsvRow,
  head: readonly string[],
  numberOf: (text: string) => Result<Decimal, string>,
): Result<FileRow, string> {
  if (problem !== null) return fail(problem)
  // Spreadsheets end short rows with empty cells, or with none.
  if (cells.slice(head.length).some((cell) => cell.trim() !== ''))
    return fail(
      `The row has ${counted(cells.length)} cells, and there are ${head.length} columns. Put a cell with a separator in quotes.`,
    )
  const texts = new Map(
    head.flatMap((field, index) => (isField(field) ? [[field, (cells[index] ?? '').trim()] as const] : [])),
  )
  for (const [field, cell] of texts)
    if (runs(cell))
      return fail(
        `The ${field} ${quoted(cell)} begins like a formula. Put a ' in front of it to keep it as text.`,
      )
  const code = readCode(unguarded(texts.get('customer_code') ?? ''))
  if (!code.ok) return code
  // A ratio that the file does not hold is as the terminal writes it.
  const readRatio = texts.has('ratio') ? numberOf : parseDecimal
  const entryAfter: FileRow['entryAfter'] = (before) =>
    readEntry(code.value, mergedTexts(texts, before), readRatio)
  const alone = entryAfter(undefined)
  return alone.ok ? ok({ row, code: code.value, entryAfter }) : alone
}

/** The texts of the file, and for fields without a column those of the present entry. */
function mergedTexts(texts: ReadonlyMap<Field, string>, before: Customer | undefined): EntryTexts {
  const textIn = (field: Field, present: string | undefined) => {
    const text = texts.get(field)
    return text === undefined ? (present ?? '') : unguarded(text)
  }
  return {
    name: textIn('name', before?.name),
    group: textIn('group', before?.group),
    tags: textIn('tags', before?.tags.join(' ')),
    ratio: textIn('ratio', before?.ratio ?? ''),
    note: textIn('note', before?.note),
  }
}
