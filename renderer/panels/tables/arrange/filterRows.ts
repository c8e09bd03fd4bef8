/** Which rows have all of the typed words. Pure. */

import { toText, type Decimal } from '../../../../shared/base/decimal.ts'
import { dayAndTime } from '../../../format/times.ts'
import type { WindowSession } from '../../../state/windowSession.ts'
import type { CellValue, ValueKind } from '../sort/cellValue.ts'
import type { TableColumn } from './tableColumn.ts'

/** The words of a typed filter, in lower case. */
export const wordsOf = (typed: string): readonly string[] =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

/** A value as a dealer may type it; unknown values have no text. */
export function valueText(value: CellValue, kind: ValueKind): string {
  if (value === null) return ''
  if (kind === 'time') return dayAndTime(Number(value))
  return typeof value === 'bigint' ? toText(value as Decimal) : String(value)
}

/** Every text of a row in lower case, one line for each column. */
export const rowText = <Row>(
  row: Row,
  columns: readonly TableColumn<Row>[],
  session: WindowSession,
): string =>
  columns
    .map((column) => column.text?.(row, session) ?? valueText(column.value(row, session), column.kind))
    .join('\n')
    .toLowerCase()

/** Whether each word is in the text of any column. `62,150` finds 62150. */
export const hasWords = (text: string, words: readonly string[]): boolean =>
  words.every(
    (word) => text.includes(word) || (/\d,\d/.test(word) && text.includes(word.replaceAll(',', ''))),
  )
