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
  /** Sum of the lines, USDC; null while a row of the ledger is missing, or one of the section has no sign or no time. */
  readonly total: DecimalText | null
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
  /** Why ledger rows are missing; null: all were read. */
  readonly ledgerMissing: string | null
  /** USDC; null while a row is missing or has no sign. */
  readonly opening: DecimalText | null
  readonly closing: DecimalText | null
  readonly sections: readonly Section[]
  readonly unsummed: readonly Unsummed[]
  /** Realised PnL of trades and forced fills before fees, and the fees, USDC; null where a trade lacks the figure, or the sum of the fills is not known. */
  readonly realised: DecimalText | null
  readonly fees: DecimalText | null
  /** Cash of trades, forced fills, funding and settlements, USDC; null where a sum of these is not known. */
  readonly pnl: DecimalText | null
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

/** The sum of the amounts; null where one is not known. */
function sumOf(amounts: readonly (string | null)[]): Decimal | null {
  let sum: Decimal = ZERO
  for (const amount of amounts) {
    if (amount === null) return null
    sum = add(sum, decimal(amount))
  }
  return sum
}

const signedAmounts = (rows: readonly LedgerRow[]) => rows.map(({ signedAmount }) => signedAmount)

const textOf = (sum: Decimal | null): DecimalText | null => (sum === null ? null : toText(sum))

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

/** The lines by section. A section with a row that is in no line, because it has no sign or no time, has no sum. */
function sectionsOf(
  { during, timeless, tradesByCode }: SortedRecords,
  lines: readonly StatementLine[],
  isRead: boolean,
): Section[] {
  const left = [...during.filter(({ signedAmount }) => signedAmount === null), ...timeless]
  const unsure = new Set(left.map((row) => sectionOf(row, tradesByCode.get(row.code) ?? null)))
  return SECTIONS.map((name) => {
    const own = lines.filter(({ row, trade }) => sectionOf(row, trade) === name)
    const isKnown = isRead && !unsure.has(name)
    return { name, lines: own, total: isKnown ? textOf(sumOf(own.map(({ amount }) => amount))) : null }
  })
}

/** The statement of `input`. `digests`: of its texts. */
export function statementOf(input: StatementInput, digests: StatementDigests): Statement {
  const records = sortRecords(input)
  const isRead = input.ledgerMissing === null
  const isWhole = isRead && records.timeless.length === 0
  const opening = isWhole ? sumOf(signedAmounts(records.before)) : null
  const sections = sectionsOf(records, linesOf(records, opening), isRead)
  const totalOf = (...names: readonly SectionName[]): Decimal | null =>
    sumOf(sections.flatMap(({ name, total }) => (names.includes(name) ? [total] : [])))
  const fills = sections.flatMap(({ name, lines }) => (name === 'trades' || name === 'forced' ? lines : []))
  const areFillsKnown = totalOf('trades', 'forced') !== null
  const figureOf = (figure: (line: StatementLine) => string | null): DecimalText | null =>
    areFillsKnown ? textOf(sumOf(fills.map(figure))) : null
  return {
    number: numberOf(input, digests),
    recordsNumber: recordsNumberOf(input, digests),
    digests,
    customerCode: input.customerCode,
    from: input.from,
    to: input.to,
    isInterim: input.isInterim,
    ledgerMissing: input.ledgerMissing,
    opening: textOf(opening),
    closing: isWhole ? textOf(sumOf(signedAmounts([...records.before, ...records.during]))) : null,
    sections,
    unsummed: unsummedOf(records),
    realised: figureOf(({ row, trade }) => trade?.realisedPnl ?? row.realisedPnl),
    fees: figureOf(({ trade }) => trade?.fee ?? null),
    pnl: textOf(totalOf('trades', 'forced', 'funding', 'settlements')),
    faults: faultsOf(input, records),
  }
}

/** What the movements add to the opening balance, USDC; null while the sum of a section is not known. */
export const changeOf = ({ sections }: Pick<Statement, 'sections'>): DecimalText | null =>
  textOf(sumOf(sections.map(({ total }) => total)))

/** Whether opening balance and movements add up to the closing balance; null while one of them is unknown. */
export function addsUp({ opening, closing, sections }: Statement): boolean | null {
  const change = changeOf({ sections })
  return opening === null || closing === null || change === null
    ? null
    : subtract(decimal(closing), decimal(opening)) === decimal(change)
}
