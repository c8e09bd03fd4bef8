/** Stores the movements of cash and publishes them with the balances of customers (docs/api.md#gap.17 and #gap.18). Never guesses a sign, never shows 0 for unknown. */

import { compare, decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import { NEWEST_ROWS_SENT } from '../../../shared/contract/topics.ts'
import { dayStart, type CashSums } from '../../../shared/domain/accounts/cashSums.ts'
import { isCashRow, type Balance, type LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { BalanceChange } from '../ports/brokerAnswers.ts'
import { publish, type Published } from '../support/publishTopic.ts'
import { createCashAccounts, type Cash, type CashAccount, type ReportedBalance } from './cashPerCustomer.ts'
import { DisputedLedgerAmounts } from './disputedLedgerAmounts.ts'
import { learnDirection, meaningOf, withMeaning, type Directions } from './learnSignsOfDirectionWords.ts'
import { mergeRow } from './mergeDuplicateRecords.ts'

export interface CashLedgerOptions {
  /** Core's wall clock, ms: tells on which day the sums of the day count. */
  readonly now: () => number
  /** Called for a row without a known sign. Sums leave the row out. */
  readonly onUnknownDirection: (row: LedgerRow) => void
  /** Two movements explained a word of `direction`. */
  readonly onDirectionLearned?: (word: string, sign: 1 | -1) => void
  /** One movement arrived with two amounts. */
  readonly onTwoAmounts?: (known: LedgerRow, arrived: LedgerRow) => void
  /** Rows are new or changed. Called once for all that arrive together, before `onRow`. */
  readonly onRows?: (rows: readonly LedgerRow[]) => void
  /** A row is new or changed; `isLive`: it came from the stream. */
  readonly onRow?: (row: LedgerRow, isLive: boolean) => void
}

export interface CashLedger {
  readonly ledger: Published<'ledger'>
  readonly balances: Published<'balances'>
  readonly sums: Published<'cashSums'>
  /** Takes rows of the venue's ledger, oldest first. `isOld`: the rows complete the past, so the newest reported balance stays, except where a row proves to be later than it. */
  take(rows: readonly LedgerRow[], isOld: boolean): void
  /** Takes a movement of the stream, with the balance after it. */
  takeChange(change: BalanceChange): void
  /** Whether the ledger is known from its first row until now. */
  setWhole(whole: boolean): void
  readonly whole: boolean
  /** A row of the venue's ledger with the sign that was learned for its word of `direction`. */
  signed(row: LedgerRow): LedgerRow
  pending(): readonly LedgerRow[]
  rows(customer: CustomerCode): readonly LedgerRow[]
  /** The row with the code of a trade, plain or forced (docs/api.md#2.ledger.code). Its sign may still be unknown. */
  fillRow(customer: CustomerCode, code: string): LedgerRow | undefined
  /** A customer's cash from two sources: the sum of the ledger, and the newest balance that the stream reported. */
  cash(customer: CustomerCode): Cash
  /** The balance of a customer, as windows see it. */
  balanceOf(customer: CustomerCode): Balance
  sumsOf(customer: CustomerCode): CashSums
  /** Movements that arrived with two amounts, with the amount that arrived first. A movement leaves the list once both agree again. */
  twice(customer: CustomerCode): readonly { readonly row: LedgerRow; readonly first: DecimalText }[]
  /** The venue's time of the oldest row read, ms; null while none has one. */
  oldest(): number | null
  /** Starts the sums of the day anew where a new day has begun. */
  followDay(): void
  clear(): void
}

/** The venue's lists show forced fills as plain trade rows: one movement has one key (docs/api.md#gap.19). */
const kindOf = (type: string): string =>
  type === 'liquidation' || type === 'auto_deleveraging' ? 'trade' : type

/** The key of a movement. */
export const ledgerKey = (row: LedgerRow): string =>
  `${row.customerCode} ${row.code} ${kindOf(row.transactionType)}`

/** Whether a row is the cash of a trade, plain or forced. */
export const isFillRow = (row: LedgerRow): boolean => kindOf(row.transactionType) === 'trade'

const newestOf = (rows: readonly LedgerRow[]): LedgerRow[] =>
  rows.toSorted((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0)).slice(-NEWEST_ROWS_SENT)

/** Rows with this word of `direction` that arrived without a known sign. */
const unsignedRows = (rows: Iterable<LedgerRow>, word: string): LedgerRow[] =>
  [...rows].filter((row) => row.direction === word && row.signedAmount === null)

/** Reported balances of unknown order that are remembered. */
const MOST_UNORDERED = 20

/**
 * The reported balances that may be the newest: one where that is known. The channel may swap messages, so the newest time decides. With equal times,
 * or without one, it is the balance that is the sum of the ledger. `derived`: that sum, USDC; null while it is not known: then the later message counts.
 */
function newestOfBalances(
  earlier: readonly ReportedBalance[],
  arrived: ReportedBalance,
  derived: DecimalText | null,
): readonly ReportedBalance[] {
  const all = [...earlier.filter(({ code }) => code !== arrived.code), arrived]
  const newest = Math.max(...all.map(({ asOf }) => asOf ?? Infinity))
  const pool = newest === Infinity ? all : all.filter(({ asOf }) => asOf === newest)
  if (pool.length === 1) return pool
  if (derived === null) return [arrived]
  const sum = pool.find(({ amount }) => compare(decimal(amount), decimal(derived)) === 0)
  return sum ? [sum] : pool.slice(-MOST_UNORDERED)
}

/** Whether a row that completes the past may be older than the reported balance. A movement that was known as pending is not, nor one created after it. `known`: the row before it was read again. */
function isBefore(
  reported: ReportedBalance | null,
  known: LedgerRow | undefined,
  { createdAt }: LedgerRow,
): boolean {
  const asOf = reported?.asOf ?? null
  return known === undefined && (createdAt === null || asOf === null || createdAt <= asOf)
}

/** Stores the reported balance after a movement of the stream in the account, which has its row. `earlier`: the one before; `derived`: as for `newestOfBalances`. */
function takeReported(
  account: CashAccount,
  { row, balance, balanceAsOf }: BalanceChange,
  earlier: ReportedBalance | null,
  derived: DecimalText | null,
): void {
  // A balance of another asset says nothing about the cash.
  if (!isCashRow(row)) return
  if (balance === null) {
    // A canceled movement carries no balance: the last balance stays.
    if (row.status !== 'completed') account.reported = earlier
    return
  }
  const arrived = { amount: balance, asOf: balanceAsOf, code: row.code }
  const newest = newestOfBalances(earlier === null ? account.unordered : [earlier], arrived, derived)
  account.reported = newest.length === 1 ? (newest[0] ?? null) : null
  account.unordered = account.reported === null ? newest : []
}

/** Whether a row proves that the reported balance is not the present cash. `known`: the row before it was read again. */
function isOutdated(
  reported: ReportedBalance | null,
  known: LedgerRow | undefined,
  row: LedgerRow,
  isOld: boolean,
): boolean {
  // An event without an asset gave this balance, and the list names another asset than USDC.
  if (!isCashRow(row)) return reported?.code === row.code
  if (row.status !== 'completed' || known?.status === 'completed') return false
  // The list shows a completed movement that no event reported: the reported balance is older than that movement.
  return !(isOld && isBefore(reported, known, row))
}

export function createCashLedger(options: CashLedgerOptions): CashLedger {
  /** Rows as they arrived; rows that are shown and summed may have a learned sign. */
  const byKey = new Map<string, LedgerRow>()
  const accounts = createCashAccounts(dayStart(options.now()))
  const disputedLedgerAmounts = new DisputedLedgerAmounts()
  let oldest: number | null = null
  let whole = false
  let directions: Directions = new Map()
  const shown = (row: LedgerRow): LedgerRow => withMeaning(directions, row)
  const ledger = publish<'ledger'>(() => newestOf([...byKey.values()]).map(shown))
  const balances = publish<'balances'>(() => accounts.balances(whole))
  const sums = publish<'cashSums'>(() => accounts.allSums(whole))

  const countRow = (row: LedgerRow, sign: 1 | -1): void =>
    accounts.count(accounts.ensure(row.customerCode), shown(row), sign)

  /** Learns from two records of one movement. Returns the other rows of the word, where its meaning changed. */
  const learn = (known: LedgerRow | undefined, arrived: LedgerRow): LedgerRow[] => {
    const next = learnDirection(directions, known, arrived)
    const word = next === directions ? null : (known?.direction ?? arrived.direction)
    if (word === null) return []
    const before = meaningOf(directions, word)
    const after = meaningOf(next, word)
    const others = before === after ? [] : unsignedRows(byKey.values(), word)
    for (const row of others) countRow(row, -1)
    directions = next
    for (const row of others) countRow(row, 1)
    if (after !== null && before === null) options.onDirectionLearned?.(word, after)
    return others
  }

  /** Returns the rows that changed, as they are to be shown. */
  const fold = (arrived: LedgerRow, isOld: boolean): LedgerRow[] => {
    const key = ledgerKey(arrived)
    const known = byKey.get(key)
    const row = mergeRow(known, arrived)
    if (known && JSON.stringify(known) === JSON.stringify(row)) return []
    if (known && known.totalAmount !== arrived.totalAmount) {
      disputedLedgerAmounts.differ(key, known, arrived)
      options.onTwoAmounts?.(known, arrived)
    }
    const account = accounts.ensure(row.customerCode)
    accounts.count(account, known && shown(known), -1)
    byKey.delete(key)
    const others = learn(known, arrived)
    byKey.set(key, row)
    account.rows.set(key, row)
    accounts.count(account, shown(row), 1)
    if (row.createdAt !== null) oldest = Math.min(oldest ?? row.createdAt, row.createdAt)
    account.lastAt = Math.max(account.lastAt ?? 0, row.createdAt ?? 0) || null
    const now = shown(row)
    if (now.signedAmount === null) options.onUnknownDirection(now)
    if (isOutdated(account.reported, known, row, isOld)) account.reported = null
    return [now, ...others.map(shown)]
  }

  const publishRows = (rows: readonly LedgerRow[], customers: Iterable<CustomerCode>): void => {
    if (rows.length > 0) ledger.delta([...rows])
    balances.delta([...customers].map((customer) => accounts.balance(customer, whole)))
    sums.delta([...customers].map((customer) => accounts.sums(customer, whole)))
    if (rows.length > 0) options.onRows?.(rows)
  }

  return {
    ledger,
    balances,
    sums,
    take(rows, isOld) {
      const changed = rows.flatMap((row) => fold(row, isOld))
      if (changed.length > 0) publishRows(changed, new Set(changed.map((row) => row.customerCode)))
      for (const row of changed) options.onRow?.(row, false)
    },
    takeChange(change) {
      const { row } = change
      const account = accounts.ensure(row.customerCode)
      const earlier = account.reported
      const changed = fold(row, false)
      takeReported(account, change, earlier, accounts.cash(row.customerCode, whole).derived)
      publishRows(changed, new Set([row.customerCode, ...changed.map((other) => other.customerCode)]))
      for (const other of changed) options.onRow?.(other, true)
    },
    setWhole(now) {
      if (now === whole) return
      whole = now
      if (accounts.isEmpty) return
      balances.delta(accounts.balances(whole))
      sums.delta(accounts.allSums(whole))
    },
    get whole() {
      return whole
    },
    signed: shown,
    pending: () => [...byKey.values()].filter((row) => row.status === 'pending'),
    rows: (customer) => [...(accounts.get(customer)?.rows.values() ?? [])].map(shown),
    fillRow: (customer, code) => byKey.get(`${customer} ${code} trade`),
    cash: (customer) => accounts.cash(customer, whole),
    balanceOf: (customer) => accounts.balance(customer, whole),
    sumsOf: (customer) => accounts.sums(customer, whole),
    twice: (customer) =>
      [...(accounts.get(customer)?.rows ?? [])].flatMap(([key, row]) => {
        const first = disputedLedgerAmounts.get(key)
        return first === undefined ? [] : [{ row: shown(row), first }]
      }),
    oldest: () => oldest,
    followDay() {
      if (accounts.startDay(dayStart(options.now()), shown)) sums.delta(accounts.allSums(whole))
    },
    clear() {
      byKey.clear()
      disputedLedgerAmounts.clear()
      oldest = null
      accounts.clear()
      directions = new Map()
      whole = false
      for (const topic of [ledger, balances, sums]) topic.replace()
    },
  }
}
