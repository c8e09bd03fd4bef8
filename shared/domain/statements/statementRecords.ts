/** The records that a statement is made of: what was read, and the same in a fixed order. Pure. */

import { z } from 'zod'
import { isCashRow, ledgerRow, type LedgerRow } from '../accounts/ledger.ts'
import { difference } from '../accounts/reconciliationRules.ts'
import { customerCode, decimalText, epochMs } from '../scalars.ts'
import { compareTrades, trade, type Trade } from '../trade.ts'

export const statementInput = z.strictObject({
  customerCode,
  /** First and last ms of the period, UTC. */
  from: epochMs,
  to: epochMs,
  /** The period was not over when the records were read. */
  isInterim: z.boolean(),
  /** The customer's whole ledger as it was read, in any order; rows after the period only prove the balance. */
  rows: z.array(ledgerRow),
  /** Trades of the period. Those just outside may be among them: a trade belongs to the period of its ledger row. */
  trades: z.array(trade),
  /** Why rows or trades are missing; null: all were read. */
  ledgerMissing: z.string().nullable(),
  tradesMissing: z.string().nullable(),
  /** The balance that the venue reports, USDC. */
  balance: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('reported'), amount: decimalText }),
    z.strictObject({ kind: z.literal('unknown'), why: z.string() }),
  ]),
  /** The comparison of positions, fills and cash; `why`: why there is none. */
  comparison: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('compared'), differences: z.array(difference) }),
    z.strictObject({ kind: z.literal('unknown'), why: z.string() }),
  ]),
})
export type StatementInput = z.infer<typeof statementInput>

export interface SortedRecords {
  /** Completed rows before, in and after the period, oldest first. */
  readonly before: readonly LedgerRow[]
  readonly during: readonly LedgerRow[]
  readonly after: readonly LedgerRow[]
  /** Pending rows up to the end of the period, and those of the period with any other status. */
  readonly open: readonly LedgerRow[]
  /** Completed rows of the period in another asset than USDC. They are in no sum, no balance and no other list here. */
  readonly inOtherAssets: readonly LedgerRow[]
  /** Completed rows without a time. */
  readonly timeless: readonly LedgerRow[]
  /** Codes that were read with two contents. */
  readonly twice: readonly string[]
  readonly trades: readonly Trade[]
  readonly tradesByCode: ReadonlyMap<string, Trade>
}

const FILLS: ReadonlySet<string> = new Set(['trade', 'liquidation', 'auto_deleveraging'])
/** Whether the row is the cash of a trade. */
export const isFill = ({ transactionType }: LedgerRow): boolean => FILLS.has(transactionType)

const keyOf = (row: LedgerRow): string => `${isFill(row) ? 'fill' : row.transactionType} ${row.code}`
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** Oldest first; rows of one ms by code, so that the order of reading does not matter. Rows without a time last. */
export const compareRows = (a: LedgerRow, b: LedgerRow): number =>
  (a.createdAt ?? Infinity) - (b.createdAt ?? Infinity) ||
  byText(a.code, b.code) ||
  byText(keyOf(a), keyOf(b))

/** Each record once, and the keys of those that were read with two contents. Field order does not count. */
function once<T extends object>(list: readonly T[], key: (entry: T) => string) {
  const known = new Map<string, T>()
  const twice = new Set<string>()
  for (const entry of list) {
    const earlier = known.get(key(entry))
    if (earlier && contentOf(earlier) !== contentOf(entry)) twice.add(key(entry))
    // Of two contents the later text stays, so that the order of reading does not matter.
    if (!earlier || contentOf(earlier) < contentOf(entry)) known.set(key(entry), entry)
  }
  return { entries: [...known.values()], twice }
}

const contentOf = (record: object): string =>
  JSON.stringify(Object.entries(record).toSorted(([a], [b]) => byText(a, b)))

export function sortRecords(input: StatementInput): SortedRecords {
  const { from, to } = input
  const ledger = once(
    input.rows.filter((row) => row.customerCode === input.customerCode),
    keyOf,
  )
  const fills = once(
    input.trades.filter((each) => each.customerCode === input.customerCode),
    ({ code }) => code,
  )
  const sorted = ledger.entries.toSorted(compareRows)
  const allCompleted = sorted.filter(({ status }) => status === 'completed')
  const completed = allCompleted.filter(isCashRow)
  const within = (low: number, high: number) =>
    completed.filter(({ createdAt }) => createdAt !== null && createdAt >= low && createdAt <= high)
  return {
    before: completed.filter(({ createdAt }) => createdAt !== null && createdAt < from),
    during: within(from, to),
    after: completed.filter(({ createdAt }) => createdAt !== null && createdAt > to),
    open: sorted.filter(
      ({ status, createdAt }) =>
        status !== 'completed' &&
        (createdAt === null || (createdAt <= to && (status === 'pending' || createdAt >= from))),
    ),
    inOtherAssets: allCompleted.filter(
      (row) => !isCashRow(row) && (row.createdAt === null || (row.createdAt >= from && row.createdAt <= to)),
    ),
    timeless: completed.filter(({ createdAt }) => createdAt === null),
    twice: [...ledger.twice, ...fills.twice].map((key) => key.slice(key.indexOf(' ') + 1)),
    trades: fills.entries.toSorted(compareTrades),
    tradesByCode: new Map(fills.entries.map((each) => [each.code, each])),
  }
}

/** Trades of the statement: those of its ledger rows, and those of the period that no row names. */
export function tradesOf({ from, to }: StatementInput, records: SortedRecords): Trade[] {
  const booked = new Set(records.during.filter(isFill).map(({ code }) => code))
  const elsewhere = new Set([...records.before, ...records.after].filter(isFill).map(({ code }) => code))
  return records.trades.filter(
    ({ code, createdAt }) =>
      booked.has(code) ||
      (!elsewhere.has(code) && createdAt !== null && createdAt >= from && createdAt <= to),
  )
}

/** The records of a statement as one text: equal records give equal text, in whatever order they were read. */
export function recordsText(input: StatementInput): string {
  const records = sortRecords(input)
  const { before, during, open, inOtherAssets, timeless, twice } = records
  return JSON.stringify([
    'statement 1',
    input.customerCode,
    input.from,
    input.to,
    input.ledgerMissing,
    input.tradesMissing,
    twice.toSorted(byText),
    [...before, ...during, ...open, ...inOtherAssets, ...timeless].map(contentOf),
    tradesOf(input, records).map(contentOf),
  ])
}
