/** Reads CSV text (https://www.rfc-editor.org/rfc/rfc4180) into rows of cells, with the faults of each row. Knows no customer. Pure. */

export interface CsvRow {
  /** As a spreadsheet counts: the first line of the file is row 1. */
  readonly row: number
  /** Lines of the file that the row covers: more than one where a quoted cell has line breaks. 1 where no quote closes the cell. */
  readonly lines: number
  readonly cells: readonly string[]
  /** One sentence; null: the row can be read. */
  readonly problem: string | null
}

export type Separator = ',' | ';' | '\t'
export const SEPARATORS: readonly Separator[] = [',', ';', '\t']

/** A byte order mark that some programs write first. */
const BOM = '\uFEFF'

const endOfCell = (text: string, separator: Separator, from: number): number => {
  let at = from
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

/** The end of a quoted cell that begins at `from`, behind its closing quote; null: no quote closes it. */
function endOfQuotes(text: string, from: number): number | null {
  let at = text.indexOf('"', from + 1)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at === -1 ? null : at + 1
}

/** The rows of a text; an empty line is no row, and is counted. */
export function readCsv(withMark: string, separator: Separator): readonly CsvRow[] {
  const text = withMark.startsWith(BOM) ? withMark.slice(1) : withMark
  const rows: CsvRow[] = []
  let at = 0
  for (let row = 1; at < text.length; row++) {
    const cells: string[] = []
    const from = at
    let problem: string | null = null
    let isOpen = false
    for (;;) {
      if (text[at] === '"') {
        const end = endOfQuotes(text, at)
        if (end === null) {
          problem = 'A quote opens a cell and none closes it. This row and all behind it cannot be read.'
          at = text.length
          isOpen = true
          break
        }
        cells.push(text.slice(at + 1, end - 1).replaceAll('""', '"'))
        at = endOfCell(text, separator, end)
        if (at > end && text.slice(end, at).trim() !== '')
          problem = 'Text stands behind the closing quote of a cell.'
      } else {
        const end = endOfCell(text, separator, at)
        cells.push(text.slice(at, end))
        at = end
      }
      if (text[at] !== separator) break
      at++
    }
    const lines = isOpen ? 1 : text.slice(from, at).split(/\r\n|[\r\n]/).length
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    if (problem !== null || cells.some((cell) => cell.trim() !== ''))
      rows.push({ row, lines, cells, problem })
  }
  return rows
}
