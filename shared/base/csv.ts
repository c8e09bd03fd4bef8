/** Records as CSV text (https://www.rfc-editor.org/rfc/rfc4180), one line per record: the only writer of CSV. Pure. */

import { spreadsheetText } from './spreadsheetText.ts'

/** A text that stands in its cell as it is, for a file that is read back. Its writer keeps formulas from running. */
export interface ExactText {
  readonly exact: string
}

type CellValue = string | number | object | null | undefined

const textOf = (value: CellValue): string => {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return spreadsheetText(String(value))
  return 'exact' in value ? String(value.exact) : spreadsheetText(JSON.stringify(value))
}

const cell = (value: CellValue): string => {
  const text = textOf(value)
  // Many countries separate cells by semicolons, and a spreadsheet there splits a cell without quotes.
  return /[";,\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Columns in the order of `fields`; the first line names them. */
export function csvOf<Row extends object>(
  rows: Iterable<Row>,
  fields: readonly (keyof Row & string)[],
): string {
  const lines = [fields.join(',')]
  for (const row of rows) lines.push(fields.map((field) => cell(row[field] as CellValue)).join(','))
  return `${lines.join('\r\n')}\r\n`
}
