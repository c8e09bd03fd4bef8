/** A statement in words and plain lines: the same on screen, in CSV and on paper. Pure. Never rounds. */

import { absolute, decimal, negate, toText } from '../../base/decimal.ts'
import { isCashRow, type LedgerRow } from '../accounts/ledger.ts'
import { addsUp, changeOf, type SectionName, type Statement, type StatementLine } from './statement.ts'
import { isoDay, isoMoment } from './statementPeriod.ts'
import type { Fault } from './statementProof.ts'
import { compareRows } from './statementRecords.ts'

export const SECTION_TITLES: Readonly<Record<SectionName, string>> = {
  trades: 'Trades',
  forced: 'Forced fills',
  funding: 'Funding',
  settlements: 'Settlements',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  other: 'Other movements',
}

export const UNKNOWN_FIGURE = 'not known'

const figure = (text: string | null): string => text ?? UNKNOWN_FIGURE

/** `2026-11-01 to 2026-11-30`, or one day. */
export function periodWords({ from, to }: Pick<Statement, 'from' | 'to'>): string {
  const days = [isoDay(from), isoDay(to)]
  return days[0] === days[1] ? `${days[0]}` : days.join(' to ')
}

/** `T1: the trade has no completed ledger row.` */
export const faultWords = ({ row, why }: Fault): string =>
  `${row === null ? `${why.charAt(0).toUpperCase()}${why.slice(1)}` : `${row}: ${why}`}.`

export const isProven = (statement: Statement): boolean =>
  statement.faults.length === 0 && addsUp(statement) === true

/** Whether the statement is proven, in one sentence. */
export const proofWords = (statement: Statement): string =>
  isProven(statement)
    ? 'Proven: every trade has its ledger row, the whole ledger adds up to the balance that the venue reports, and positions and fills agree with the trades.'
    : 'Not proven. The records below do not agree, or are not known.'

/** Which statements have the same records, in one sentence: with another proof they have another number. */
export const sameRecordsWords = ({ recordsNumber }: Pick<Statement, 'recordsNumber'>): string =>
  `Every statement whose number begins with ${recordsNumber} has the same records. They can differ in the proof alone. Neither number nor file says which one was made last.`

/** What the statement replaces of those made here before, in one sentence; null: none of its customer and period was, or that one is the same. */
export function replacedWords(statement: Statement, earlier: Statement | undefined): string | null {
  if (earlier === undefined || earlier.number === statement.number) return null
  return earlier.recordsNumber === statement.recordsNumber
    ? `Replaces ${earlier.number}: the records are the same, and the proof differs.`
    : `Replaces ${earlier.number}: the records changed.`
}

/** The sums of the statement, USDC, as label and text. A fee that was paid is below 0. */
export function sumsOf(statement: Statement): readonly (readonly [label: string, amount: string])[] {
  const { opening, closing, sections, realised, fees, pnl } = statement
  return [
    ['Opening balance', figure(opening)],
    ...sections.map(({ name, total }) => [SECTION_TITLES[name], figure(total)] as const),
    ['Change', figure(changeOf(statement))],
    ['Closing balance', figure(closing)],
    ['Realised PnL before fees', figure(realised)],
    ['Fees', fees === null ? UNKNOWN_FIGURE : toText(negate(decimal(fees)))],
    ['PnL after fees and funding', figure(pnl)],
  ]
}

/** What a statement without a line in any sum says in place of the lines. */
export function noLineWords({
  ledgerMissing,
  unsummed,
}: Pick<Statement, 'ledgerMissing' | 'unsummed'>): string {
  if (ledgerMissing !== null)
    return 'No movement in a sum was read for this period. Not all ledger rows were read, so the period may have movements.'
  return unsummed.length > 0
    ? 'No movement of this period is in a sum. The rows in no sum say why.'
    : 'No movement in this period.'
}

/** One line of the statement as plain text; an empty text where a movement has no such figure. */
export interface PlainLine {
  readonly section: string
  readonly time: string
  readonly code: string
  readonly type: string
  readonly status: string
  readonly symbol: string
  readonly side: string
  readonly amount: string
  readonly price: string
  readonly realised_pnl: string
  readonly fee: string
  readonly funding_rate: string
  readonly mark_price: string
  readonly reference_id: string
  /** USDC with its sign. */
  readonly cash: string
  readonly balance: string
  readonly note: string
}

export const EMPTY_LINE: PlainLine = {
  section: '',
  time: '',
  code: '',
  type: '',
  status: '',
  symbol: '',
  side: '',
  amount: '',
  price: '',
  realised_pnl: '',
  fee: '',
  funding_rate: '',
  mark_price: '',
  reference_id: '',
  cash: '',
  balance: '',
  note: '',
}

const rowFields = (row: LedgerRow) => ({
  time: row.createdAt === null ? '' : isoMoment(row.createdAt),
  code: row.code,
  type: row.transactionType,
  status: row.status,
  symbol: row.symbol ?? '',
  realised_pnl: row.realisedPnl ?? '',
  funding_rate: row.fundingRate ?? '',
  mark_price: row.markPrice ?? '',
  reference_id: row.referenceId ?? '',
})

function plainLine(section: string, { row, amount, balance, trade }: StatementLine): PlainLine {
  const movement = { ...EMPTY_LINE, ...rowFields(row), section, cash: amount, balance: figure(balance) }
  if (trade === null) return movement
  return {
    ...movement,
    type: trade.type,
    symbol: trade.symbol,
    side: trade.side ?? '',
    amount: trade.amount ?? '',
    price: trade.price ?? '',
    realised_pnl: trade.realisedPnl ?? movement.realised_pnl,
    fee: trade.fee ?? '',
    reference_id: trade.referenceId ?? movement.reference_id,
  }
}

/** The movements by section, each in order of time. */
export const plainLines = ({ sections }: Statement): PlainLine[] =>
  sections.flatMap(({ name, lines }) => lines.map((line) => plainLine(SECTION_TITLES[name], line)))

/** The movements of all sections in order of time, in which the balances follow each other. */
export const linesInTime = ({ sections }: Statement): PlainLine[] =>
  sections
    .flatMap(({ name, lines }) => lines.map((line) => ({ section: SECTION_TITLES[name], line })))
    .toSorted((a, b) => compareRows(a.line.row, b.line.row))
    .map(({ section, line }) => plainLine(section, line))

/** The rows that are in no sum, those of other assets in a section of their own. An amount without a known sign has none; one in another asset stands in the note alone. */
export const unsummedLines = ({ unsummed }: Statement): PlainLine[] =>
  unsummed.map(({ row, why }) => ({
    ...EMPTY_LINE,
    ...rowFields(row),
    section: isCashRow(row) ? 'Not in any sum' : 'Other assets',
    cash: isCashRow(row) ? (row.signedAmount ?? toText(absolute(decimal(row.totalAmount)))) : '',
    note: row.signedAmount === null ? `${why}; the amount has no sign` : why,
  }))
