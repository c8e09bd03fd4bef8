/** The columns of a statement's movements. */

import { decimal } from '../../../shared/base/decimal.ts'
import type { PlainLine } from '../../../shared/domain/statements/statementWords.ts'
import { exact, grouped, UNKNOWN } from '../../format/numbers.ts'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'

/** Text of the fields that are plain words. */
const word = (
  id: keyof PlainLine,
  title: string,
  width: string,
  cell?: (line: PlainLine) => string,
): TableColumn<PlainLine> => ({
  id,
  title,
  kind: 'text',
  value: (line) => line[id] || null,
  width,
  cell: cell ?? ((line) => line[id]),
})

const isNumber = (text: string): boolean => /^-?\d/.test(text)

/** A number with all its digits, or with `places` of them and the rest under the pointer. */
const number = (
  id: keyof PlainLine,
  title: string,
  width: string,
  places: number | null = null,
): TableColumn<PlainLine> => ({
  id,
  title,
  kind: 'decimal',
  value: (line) => (isNumber(line[id]) ? decimal(line[id]) : null),
  width,
  align: 'right',
  cell: (line) => {
    if (!isNumber(line[id])) return line[id] === '' ? '' : UNKNOWN
    const value = decimal(line[id])
    return (
      <span className="number" title={exact(value)}>
        {places === null ? exact(value) : grouped(value, places)}
      </span>
    )
  },
})

export const STATEMENT_COLUMNS: readonly TableColumn<PlainLine>[] = [
  word('time', 'Venue time, UTC', '150px', ({ time }) => time.replace('T', ' ').replace(/(\.\d+)?Z$/, '')),
  { ...word('section', 'Section', '92px'), groups: true },
  { ...word('symbol', 'Instrument', '118px'), groups: true },
  number('cash', 'Cash, USDC', '112px', 4),
  number('balance', 'Balance, USDC', 'minmax(120px, 1fr)', 4),
  word('side', 'Side', '40px'),
  number('amount', 'Amount', '80px'),
  number('price', 'Price', '84px'),
  number('realised_pnl', 'Realised, USDC', '112px', 4),
  number('fee', 'Fee, USDC', '80px', 4),
  word('note', 'Note', '120px'),
  word('code', 'Code', 'minmax(110px, 1fr)'),
]
