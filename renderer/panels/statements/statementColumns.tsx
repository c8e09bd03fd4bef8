/** The columns of a statement's movements. */

import { absolute, decimal, toText } from '../../../shared/base/decimal.ts'
import type { PlainLine } from '../../../shared/domain/statements/statementWords.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import { exact, grouped, UNKNOWN } from '../../format/numbers.ts'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'
import { MOVEMENT_DEALER_COLUMN } from '../tables/dealer/requestDealerColumns.tsx'
import type { MovementOfCash } from '../tables/dealer/dealtRequest.ts'

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

/** A line as the movement of cash that it states. */
const movementOf = (customerCode: CustomerCode, line: PlainLine): MovementOfCash => ({
  customerCode,
  code: line.code,
  transactionType: line.type,
  referenceId: (line.reference_id || null) as ReferenceId | null,
  createdAt: line.time === '' ? null : Date.parse(line.time),
  totalAmount: toText(absolute(decimal(line.cash))),
  asset: null,
})

/** Who dealt stands on screen only: a statement of the same records is the same at every desk. */
const dealerColumn = (customer: CustomerCode): TableColumn<PlainLine> => {
  const { id, title, kind, groups, width, value, cell } = MOVEMENT_DEALER_COLUMN
  return {
    id,
    title,
    kind,
    width,
    ...(groups ? { groups } : {}),
    value: (line, session) => value(movementOf(customer, line), session),
    cell: (line) => cell(movementOf(customer, line)),
  }
}

export const statementColumns = (customer: CustomerCode): readonly TableColumn<PlainLine>[] => [
  ...STATEMENT_COLUMNS,
  dealerColumn(customer),
]

const STATEMENT_COLUMNS: readonly TableColumn<PlainLine>[] = [
  word('time', 'Venue time, UTC', '146px', ({ time }) => time.replace('T', ' ').replace(/(\.\d+)?Z$/, '')),
  { ...word('section', 'Section', '86px'), groups: true },
  { ...word('symbol', 'Instrument', '104px'), groups: true },
  number('cash', 'Cash, USDC', '104px', 4),
  number('balance', 'Balance, USDC', 'minmax(118px, 1fr)', 4),
  word('side', 'Side', '38px'),
  number('amount', 'Amount', '72px'),
  number('price', 'Price, USDC', '84px'),
  number('realised_pnl', 'Realised, USDC', '104px', 4),
  number('fee', 'Fee, USDC', '76px', 4),
  word('note', 'Note', '120px'),
  word('code', 'Code', 'minmax(110px, 1fr)'),
]
