/** Formats rows of the journal as readable text and as CSV. Pure. */

import { csvOf } from '../../../shared/base/csv.ts'
import { visibleLine } from '../../../shared/base/visibleText.ts'
import type { LifeRow } from './lives.ts'

const COLUMNS = [
  'when',
  'who',
  'dealer',
  'customer',
  'order',
  'what',
  'shown',
  'limit',
  'answer',
  'state',
  'record',
] as const satisfies readonly (keyof LifeRow)[]
const DETAILS = [
  'dealer',
  'shown',
  'limit',
  'answer',
  'state',
  'record',
] as const satisfies readonly (keyof LifeRow)[]

/** One paragraph per row. */
export function lifeAsText(rows: readonly LifeRow[]): string {
  const paragraphs = rows.map((row) => {
    const head = [row.when, row.who, row.customer, row.order].filter((word) => word !== '').join('  ')
    const details = DETAILS.filter((name) => row[name] !== '').map(
      (name) => `  ${name.padEnd(8)}${row[name]}`,
    )
    return [head, `  ${row.what}`, ...details].map((line) => `${visibleLine(line)}\n`).join('')
  })
  return paragraphs.join('\n')
}

/** With a heading. Text that a spreadsheet would read as a formula gets an apostrophe. */
export const lifeAsCsv = (rows: readonly LifeRow[]): string => csvOf(rows, COLUMNS)
