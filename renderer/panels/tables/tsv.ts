/** Rows of a table as tab-separated text for a spreadsheet: titles, then exact values, times in UTC. Pure but for live figures. */

import { toText, type Decimal } from '../../../shared/base/decimal.ts'
import { spreadsheetText } from '../../../shared/base/spreadsheetText.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import { isoTime } from '../../format/times.ts'
import type { CellValue, ValueKind } from './sort/cellValue.ts'
import type { TableColumn } from './arrange/tableColumn.ts'

export interface CopiedRows {
  readonly text: string
  /** Values that are incomplete or old: each has a `~`, so that no spreadsheet adds it up unnoticed. */
  readonly unsure: number
}

/** The columns in their order. An unknown value is an empty cell. */
export function tsvOf<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  session: WindowSession,
): CopiedRows {
  let unsure = 0
  const cellOf = (row: Row, column: TableColumn<Row>): string => {
    const text = exactText(column.copied?.(row) ?? column.value(row, session), column.kind)
    if (text === '' || (column.isSure?.(row, session) ?? true)) return field(text)
    unsure++
    return field(`~${text}`)
  }
  const lines = [columns.map(({ title, kind }) => field(kind === 'time' ? inUtc(title) : title))]
  for (const row of rows) lines.push(columns.map((column) => cellOf(row, column)))
  return { text: `${lines.map((line) => line.join('\t')).join('\r\n')}\r\n`, unsure }
}

/** The title of a column of times names the zone that the screen shows. */
const inUtc = (title: string): string => `${title.replace(/,.*$/, '')}, UTC`

function exactText(value: CellValue, kind: ValueKind): string {
  if (value === null) return ''
  if (kind === 'time') return isoTime(Number(value))
  return typeof value === 'bigint' ? toText(value as Decimal) : String(value)
}

const field = (text: string): string => {
  const safe = spreadsheetText(text)
  return /["\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
