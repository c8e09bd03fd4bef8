/** Writes an entry of the customer directory as a line of CSV that no spreadsheet runs as a formula. Pure. */

import type { ExactText } from '../../../../shared/base/csv.ts'
import type { Customer } from '../../../../shared/domain/accounts/customer.ts'

export const FIELDS = ['customer_code', 'name', 'group', 'tags', 'ratio', 'note'] as const
export type Field = (typeof FIELDS)[number]

/** Columns that the export adds for the reader of the file. An import leaves them out: settings and limits have their own panels. */
export const READ_ONLY_FIELDS = ['names', 'own_limits'] as const
export type ReadOnlyField = (typeof READ_ONLY_FIELDS)[number]
export const isReadOnlyField = (text: string): text is ReadOnlyField =>
  READ_ONLY_FIELDS.some((field) => field === text)

/** What a spreadsheet takes as the beginning of a formula, also in full width. */
const BEGINS_FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/
export const isPlainNumber = (text: string): boolean => /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)
export const runs = (text: string): boolean => BEGINS_FORMULA.test(text) && !isPlainNumber(text)

/**
 * What a spreadsheet that separates cells by semicolons takes as the beginning of a cell that runs, or of one that a quotation mark opens. The quotes
 * around the whole cell do not help there: such a spreadsheet knows them only at the beginning of a cell.
 */
const BEHIND_SEMICOLON = /(;\s*)('*)(?=["=+\-@＝＋－＠]|$)/g
const GUARDED_BEHIND_SEMICOLON = /(;\s*)'('*)(?=["=+\-@＝＋－＠]|$)/g

/** An apostrophe in front makes a formula text. Text with an apostrophe of its own gets another one, so that it reads back as the same. */
const guarded = (text: string): ExactText => {
  const line = text.replace(BEHIND_SEMICOLON, "$1'$2")
  return { exact: runs(line) || line.startsWith("'") ? `'${line}` : line }
}
export const unguarded = (text: string): string =>
  (text.startsWith("'") && (runs(text.slice(1)) || text[1] === "'") ? text.slice(1) : text).replace(
    GUARDED_BEHIND_SEMICOLON,
    '$1$2',
  )

/** One line of the file. */
export const csvLine = ({ code, name, group, tags, ratio, note }: Customer): Record<Field, ExactText> => ({
  customer_code: guarded(code),
  name: guarded(name),
  group: guarded(group),
  tags: guarded(tags.join(' ')),
  ratio: { exact: ratio ?? '' },
  note: guarded(note),
})

/** The names of a customer on the command line, and how many limits are its own; null: the limits are not read. */
export const readOnlyCells = (names: string, ownLimits: number | null): Record<ReadOnlyField, ExactText> => ({
  names: guarded(names),
  own_limits: { exact: ownLimits === null ? '' : String(ownLimits) },
})
