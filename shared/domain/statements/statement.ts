/** The statement of one customer and period, from ledger rows and trades: opening balance, movements, closing balance, and whether they are proven. Pure. Never guesses a sign, never calls a balance known while a row is missing. */

import { ZERO, add, decimal, subtract, toText, type Decimal, type DecimalText } from '../../base/decimal.ts'
import type { EpochMs } from '../../base/clock.ts'
import { isCashRow, type LedgerRow } from '../accounts/ledger.ts'
import type { CustomerCode } from '../scalars.ts'
import type { Trade } from '../trade.ts'
import { numberOf, recordsNumberOf, type StatementDigests } from './statementNumber.ts'
import { faultsOf, type Fault } from './statementProof.ts'
import { sortRecords, type SortedRecords, type StatementInput } from './statementRecords.ts'

/** The sections of a statement, in their order on paper. `forced`: liquidations and auto-deleveraging. */
export const SECTIONS = [
  'trades',
  'forced',
  'funding',
  'settlements',
  'deposits',
  'withdrawals',
  'other',
] as const
export type SectionName = (typeof SECTIONS)[number]

/** A completed movement, with the balance after it. */
export interface StatementLine {
  readonly row: LedgerRow
  readonly at: EpochMs
  readonly amount: DecimalText
  /** Null while the opening balance, or the sign of an earlier row, is unknown. */
  readonly balance: DecimalText | null
  /** The trade with the code of the row; null for other movements, and where the venue lists none. */
  readonly trade: Trade | null
}

export interface Section {
  readonly name: SectionName
  readonly lines: readonly StatementLine[]
  /** Sum of the lines, USDC. */
  readonly total: DecimalText
}

/** A row that is in no sum, and why. */
export interface Unsummed {
  readonly row: LedgerRow
  readonly why: string
}

export interface Statement {
  readonly number: string
  /** The beginning of the number, which every statement of the same records has. */
  readonly recordsNumber: string
  readonly digests: StatementDigests
  readonly customerCode: CustomerCode
  readonly from: EpochMs
  readonly to: EpochMs
  /** The period was not over when the records were read. */
  readonly isInterim: boolean
  /** USDC; null while a row is missing or has no sign. */
  readonly opening: DecimalText | null
  readonly closing: DecimalText | null
  readonly sections: readonly Section[]
  readonly unsummed: readonly Unsummed[]
  /** Realised PnL of trades and forced fills before fees, and the fees, USDC; null where a trade lacks the figure. */
  readonly realised: DecimalText | null
  readonly fees: DecimalText | null
  /** Cash of trades, forced fills, funding and settlements, USDC. */
  readonly pnl: DecimalText
  /** Why the statement is not proven; empty: every record agrees. */
  readonly faults: readonly Fault[]
}

const SECTION_OF: Readonly<Record<string, SectionName>> = {
  trade: 'trades',
  liquidation: 'forced',
  auto_deleveraging: 'forced',
  funding: 'funding',
  settlement: 'settlements',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
}

/** The REST ledger shows a forced fill as a plain trade row: the trade says what it is (docs/api.md#2.ledger.forced). */
function sectionOf(row: LedgerRow, trade: Trade | null): SectionName {
  const section = Object.hasOwn(SECTION_OF, row.transactionType) ? SECTION_OF[row.transactionType] : undefined
  if (section !== 'trades' || trade === null) return section ?? 'other'
  return SECTION_OF[trade.type] === 'forced' ? 'forced' : 'trades'
}

const sumOf = (rows: readonly LedgerRow[]): Decimal | null => {
  let sum: Decimal = ZERO
  for (const { signedAmount } of rows) {
    if (signedAmount === null) return null
    sum = add(sum, decimal(signedAmount))
  }
  return sum
}

const textOf = (sum: Decimal | null): DecimalText | null => (sum === null ? null : toText(sum))

/** `figure` of every trade added up; null where one lacks it. */
function figureOf(lines: readonly StatementLine[], figure: (line: StatementLine) => string | null) {
  let sum: Decimal = ZERO
  for (const line of lines) {
    const text = figure(line)
    if (text === null) return null
    sum = add(sum, decimal(text))
  }
  return toText(sum)
}

/** `2 BTC`, `-2 BTC`; without a sign where it is not known. */
const amountOf = ({ signedAmount, totalAmount, asset }: LedgerRow): string =>
  `${signedAmount ?? totalAmount} ${asset ?? ''}`

function unsummedOf({ during, open, inOtherAssets, timeless }: SortedRecords): Unsummed[] {
  const unsigned = during
    .filter((row) => row.signedAmount === null)
    .map((row) => ({ row, why: `its direction is not known (${row.direction ?? 'none given'})` }))
  return [
    ...unsigned,
    ...inOtherAssets.map((row) => ({
      row,
      why: `it moves ${amountOf(row)}, and the statement sums USDC`,
    })),
    ...open.map((row) => ({
      row,
      why: isCashRow(row) ? `it is ${row.status}` : `it is ${row.status}, and would move ${amountOf(row)}`,
    })),
    ...timeless.map((row) => ({ row, why: 'it has no time, so its period is not known' })),
  ]
}

/** The movements of the period, in order of time, with the balance after each. */
function linesOf({ during, tradesByCode }: SortedRecords, opening: Decimal | null): StatementLine[] {
  const lines: StatementLine[] = []
  let balance = opening
  for (const row of during) {
    if (row.signedAmount === null || row.createdAt === null) {
      balance = null
      continue
    }
    if (balance !== null) balance = add(balance, decimal(row.signedAmount))
    lines.push({
      row,
      at: row.createdAt,
      amount: row.signedAmount,
      balance: textOf(balance),
      trade: tradesByCode.get(row.code) ?? null,
    })
  }
  return lines
}

/** The statement of `input`. `digests`: of its texts. */
export function statementOf(input: StatementInput, digests: StatementDigests): Statement {
  const records = sortRecords(input)
  const isWhole = input.ledgerMissing === null && records.timeless.length === 0
  const opening = isWhole ? sumOf(records.before) : null
  const lines = linesOf(records, opening)
  const sections = SECTIONS.map((name) => {
    const own = lines.filter(({ row, trade }) => sectionOf(row, trade) === name)
    return {
      name,
      lines: own,
      total: toText(own.reduce((sum, { amount }) => add(sum, decimal(amount)), ZERO)),
    }
  })
  const totalOf = (...names: readonly SectionName[]): Decimal =>
    sections.reduce((sum, { name, total }) => (names.includes(name) ? add(sum, decimal(total)) : sum), ZERO)
  const fills = sections.flatMap(({ name, lines: own }) =>
    name === 'trades' || name === 'forced' ? own : [],
  )
  return {
    number: numberOf(input, digests),
    recordsNumber: recordsNumberOf(input, digests),
    digests,
    customerCode: input.customerCode,
    from: input.from,
    to: input.to,
    isInterim: input.isInterim,
    opening: textOf(opening),
    closing: isWhole ? textOf(sumOf([...records.before, ...records.during])) : null,
    sections,
    unsummed: unsummedOf(records),
    realised: figureOf(fills, ({ row, trade }) => trade?.realisedPnl ?? row.realisedPnl),
    fees: figureOf(fills, ({ trade }) => trade?.fee ?? null),
    pnl: toText(totalOf('trades', 'forced', 'funding', 'settlements')),
    faults: faultsOf(input, records),
  }
}

/** What the movements add to the opening balance, USDC. */
export const changeOf = ({ sections }: Pick<Statement, 'sections'>): DecimalText =>
  toText(sections.reduce((sum, { total }) => add(sum, decimal(total)), ZERO))

/** Whether opening balance and movements add up to the closing balance; null while a balance is unknown. */
export const addsUp = ({ opening, closing, sections }: Statement): boolean | null =>
  opening === null || closing === null
    ? null
    : subtract(decimal(closing), decimal(opening)) === decimal(changeOf({ sections }))
