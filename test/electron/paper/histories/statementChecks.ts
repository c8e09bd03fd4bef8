/** A customer's statements beside the paper broker's ledger and beside the exact account. */

import type { Movement, TradeRecord } from '../../../../electron/paper/bookkeeping/records.ts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type { Random } from '../../../../shared/base/random.ts'
import { SECTIONS, statementOf, type Statement } from '../../../../shared/domain/statements/statement.ts'
import { units, type Units } from './exactAccount.ts'
import type { Customer } from './followHistory.ts'
import { same, textOf } from './same.ts'
import { rowOf } from './terminalAccount.ts'

/** The paper broker's own records of one customer. */
export interface BrokerRecords {
  /** Newest first. */
  readonly movements: readonly Movement[]
  readonly trades: readonly TradeRecord[]
  readonly balance: DecimalText
}

/** The number of a statement is not compared here. */
const DIGESTS = { records: '0'.repeat(64), proof: '0'.repeat(64) }
/** Later than every record, ms. */
const END = Date.UTC(2027, 0, 1)

const totalOf = ({ sections }: Statement, ...names: readonly string[]): Units =>
  // A sum that is not known is no number, so it throws here.
  sections.reduce((sum, { name, total }) => (names.includes(name) ? sum + units(total ?? '') : sum), 0n)

/** Sum of the completed rows that the paper broker created in a period, ms, both ends included. */
const ledgerSum = (rows: readonly Movement[], from: number, to: number): Units =>
  rows.reduce(
    (sum, { status, createdAt, signedAmount }) =>
      status === 'completed' && createdAt >= from && createdAt <= to ? sum + units(signedAmount) : sum,
    0n,
  )

/**
 * The statement of the whole history reaches the broker's balance, and its sums are those of the exact account. Cut at any moment, the two
 * statements follow each other without a gap. Counts the lines of each section.
 */
export function checkStatements(
  { code, exact }: Customer,
  { movements, trades, balance }: BrokerRecords,
  random: Random,
  lines: Map<string, number>,
): void {
  const rows = movements.map(rowOf)
  const made = (from: number, to: number): Statement =>
    statementOf(
      {
        customerCode: code,
        from,
        to,
        isInterim: false,
        rows,
        trades: [...trades],
        ledgerMissing: null,
        tradesMissing: null,
        balance: { kind: 'reported', amount: balance },
        comparison: { kind: 'compared', differences: [] },
      },
      DIGESTS,
    )
  const whole = made(0, END)
  const name = `${code}: statement’s`
  same(`${name} faults`, whole.faults.map(({ row, why }) => `${row} ${why}`).join(), '')
  same(`${name} opening balance`, whole.opening, '0')
  same(`${name} closing balance`, whole.closing, balance)
  same(`${name} transfers`, textOf(totalOf(whole, 'deposits', 'withdrawals')), textOf(exact.transfers))
  same(`${name} funding`, textOf(totalOf(whole, 'funding')), textOf(exact.funding))
  same(`${name} fees`, whole.fees, textOf(exact.fees))
  const fills = textOf(totalOf(whole, 'trades', 'forced'))
  same(`${name} fills after fees`, fills, textOf(units(whole.realised ?? '0') - exact.fees))
  same(`${name} PnL`, whole.pnl, textOf(units(balance) - exact.transfers))
  for (const section of whole.sections) {
    same(
      `${name} ${section.name} line count`,
      String(section.lines.length),
      String(countOf(section.name, movements, trades)),
    )
    lines.set(section.name, (lines.get(section.name) ?? 0) + section.lines.length)
  }

  const first = movements.at(-1)?.createdAt ?? 0
  const cut = first + random.integer((movements[0]?.createdAt ?? first) - first + 2) - 1
  const [before, after] = [made(0, cut), made(cut + 1, END)]
  same(`${name} closing balance at ${cut}`, before.closing, textOf(ledgerSum(movements, 0, cut)))
  same(`${name} opening balance after ${cut}`, after.opening, before.closing)
  same(`${name} closing balance after ${cut}`, after.closing, balance)
  for (const section of SECTIONS)
    same(
      `${name} ${section} in two parts`,
      textOf(totalOf(before, section) + totalOf(after, section)),
      textOf(totalOf(whole, section)),
    )
  const running = whole.sections.flatMap(({ lines: own }) => own).toSorted(byTimeAndCode)
  let sum = 0n
  for (const { amount, balance: reached } of running) {
    sum += units(amount)
    same(`${name} balance of a line`, reached, textOf(sum))
  }
}

/** Oldest first, rows of one ms by code: the order of a statement. */
function byTimeAndCode(a: Statement['sections'][number]['lines'][number], b: typeof a): number {
  return a.at - b.at || (a.row.code < b.row.code ? -1 : a.row.code > b.row.code ? 1 : 0)
}

/** Completed movements of the broker that belong to a section. */
function countOf(section: string, movements: readonly Movement[], trades: readonly TradeRecord[]): number {
  const forced = trades.filter(({ type }) => type !== 'trade').length
  if (section === 'forced') return forced
  if (section === 'trades') return trades.length - forced
  const type = {
    funding: 'funding',
    settlements: 'settlement',
    deposits: 'deposit',
    withdrawals: 'withdrawal',
  }[section]
  return movements.filter((row) => row.type === type && row.status === 'completed').length
}
