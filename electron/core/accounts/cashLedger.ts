/** Movements of cash and the balances they make (docs/api.md#gap.17 and #gap.18). Never guesses a sign, never shows 0 for unknown. */

import {
  ZERO,
  add,
  decimal,
  subtract,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import type { Balance, LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { learnDirection, meaningOf, withMeaning, type Directions } from './ledgerDirections.ts'
import type { BalanceChange } from '../ports.ts'
import { fillIn, strongerType } from './tradeFold.ts'
import { publish, type Published } from '../support/publishedTopic.ts'

/** Ledger rows shown to a new window. */
const KEPT = 5_000

/** What is known of one customer's cash. */
interface Account {
  sum: Decimal
  /** Completed rows whose sign is not known. */
  unsigned: number
  told: { readonly amount: DecimalText; readonly asOf: number | null; readonly code: string } | null
  lastAt: number | null
  readonly rows: Map<string, LedgerRow>
}

export interface Cash {
  readonly derived: DecimalText | null
  readonly told: { readonly amount: DecimalText; readonly code: string } | null
}

export interface CashLedger {
  readonly ledger: Published<'ledger'>
  readonly balances: Published<'balances'>
  /** Rows read from the venue's ledger, oldest first; `old` when they were read for the past. */
  take(rows: readonly LedgerRow[], old: boolean): void
  takeChange(change: BalanceChange): void
  /** Whether the ledger is known from its first row until now. */
  setWhole(whole: boolean): void
  /** Whether it is. */
  readonly whole: boolean
  /** A row of the venue's ledger with the sign that its word has come to mean. */
  signed(row: LedgerRow): LedgerRow
  pending(): readonly LedgerRow[]
  rows(customer: CustomerCode): readonly LedgerRow[]
  /** A customer's cash by two ways: the sum of the whole ledger, null while that is not known; the newest balance told, and with which movement. */
  cash(customer: CustomerCode): Cash
  /** Movements told with two amounts that still stand against each other, with the amount told first. */
  twice(customer: CustomerCode): readonly { readonly row: LedgerRow; readonly first: DecimalText }[]
  /** The venue's time of the oldest row read, ms; null while none has one. */
  oldest(): number | null
  clear(): void
}

/** The venue's lists show forced fills as plain trade rows: one movement has one key (docs/api.md#gap.19). */
const kindOf = (type: string): string =>
  type === 'liquidation' || type === 'auto_deleveraging' ? 'trade' : type

/** The key of a movement. */
export const ledgerKey = (row: LedgerRow): string =>
  `${row.customerCode} ${row.code} ${kindOf(row.transactionType)}`

/** Two records of one movement as one; what is over never becomes pending again. */
export function mergeRow(known: LedgerRow | undefined, next: LedgerRow): LedgerRow {
  if (!known) return next
  return {
    ...fillIn(known, next),
    transactionType: strongerType(known.transactionType, next.transactionType),
    status: next.status === 'pending' ? known.status : next.status,
    createdAt: known.createdAt ?? next.createdAt,
  }
}

/** `unknownSign` hears of rows that are kept out of sums, `learnt` of a word that two movements explained, `differs` of one movement told with two amounts, `heard` of every row that is new or changed (`live`: the stream told it). */
export function createCashLedger(
  unknownSign: (row: LedgerRow) => void,
  learnt: (word: string, sign: 1 | -1) => void = () => undefined,
  differs: (known: LedgerRow, told: LedgerRow) => void = () => undefined,
  heard: (row: LedgerRow, live: boolean) => void = () => undefined,
): CashLedger {
  /** As they were told; what is shown and summed may have a learnt sign. */
  const byKey = new Map<string, LedgerRow>()
  const accounts = new Map<CustomerCode, Account>()
  /** By key, the amount that a movement was told with first, while the newer one differs. */
  const firstTold = new Map<string, DecimalText>()
  let oldest: number | null = null
  let whole = false
  let directions: Directions = new Map()
  const shown = (row: LedgerRow): LedgerRow => withMeaning(directions, row)

  const balanceOf = (customer: CustomerCode, account: Account): Balance => {
    if (account.told)
      return { customerCode: customer, amount: account.told.amount, source: 'event', asOf: account.told.asOf }
    if (whole && account.unsigned === 0)
      return { customerCode: customer, amount: toText(account.sum), source: 'ledger', asOf: account.lastAt }
    return { customerCode: customer, amount: null, source: 'unknown', asOf: null }
  }
  const allBalances = () => [...accounts].map(([customer, account]) => balanceOf(customer, account))
  const ledger = publish<'ledger'>(() =>
    [...byKey.values()]
      .toSorted((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0))
      .slice(-KEPT)
      .map(shown),
  )
  const balances = publish<'balances'>(allBalances)

  const accountOf = (customer: CustomerCode): Account => {
    const account = accounts.get(customer) ?? {
      sum: ZERO,
      unsigned: 0,
      told: null,
      lastAt: null,
      rows: new Map<string, LedgerRow>(),
    }
    accounts.set(customer, account)
    return account
  }
  const count = (account: Account, told: LedgerRow | undefined, sign: 1 | -1): void => {
    const row = told && shown(told)
    if (row?.status !== 'completed') return
    if (row.signedAmount === null) account.unsigned += sign
    else account.sum = (sign > 0 ? add : subtract)(account.sum, decimal(row.signedAmount))
  }

  /** Takes in what two tellings of one movement teach; the other rows of the word, when it changed its meaning. */
  const learn = (known: LedgerRow | undefined, told: LedgerRow): LedgerRow[] => {
    const next = learnDirection(directions, known, told)
    const word = next === directions ? null : (known?.direction ?? told.direction)
    if (word === null) return []
    const before = meaningOf(directions, word)
    const after = meaningOf(next, word)
    const others =
      before === after
        ? []
        : [...byKey.values()].filter((row) => row.direction === word && row.signedAmount === null)
    for (const row of others) count(accountOf(row.customerCode), row, -1)
    directions = next
    for (const row of others) count(accountOf(row.customerCode), row, 1)
    if (after !== null && before === null) learnt(word, after)
    return others
  }

  /** Rows that changed, as they are to be shown. */
  const fold = (told: LedgerRow, old: boolean): LedgerRow[] => {
    const key = ledgerKey(told)
    const known = byKey.get(key)
    const row = mergeRow(known, told)
    if (known && JSON.stringify(known) === JSON.stringify(row)) return []
    if (known && known.totalAmount !== told.totalAmount) {
      const first = firstTold.get(key) ?? known.totalAmount
      if (first === told.totalAmount) firstTold.delete(key)
      else firstTold.set(key, first)
      differs(known, told)
    }
    const account = accountOf(row.customerCode)
    count(account, known, -1)
    byKey.delete(key)
    const others = learn(known, told)
    byKey.set(key, row)
    account.rows.set(key, row)
    count(account, row, 1)
    if (row.createdAt !== null) oldest = Math.min(oldest ?? row.createdAt, row.createdAt)
    account.lastAt = Math.max(account.lastAt ?? 0, row.createdAt ?? 0) || null
    const now = shown(row)
    if (now.signedAmount === null) unknownSign(now)
    // The list shows a completed movement that no event told of: the last balance told is older than that.
    if (!old && row.status === 'completed' && known?.status !== 'completed') account.told = null
    return [now, ...others.map(shown)]
  }
  const tell = (rows: readonly LedgerRow[], customers: Iterable<CustomerCode>): void => {
    if (rows.length > 0) ledger.delta([...rows])
    balances.delta([...customers].map((customer) => balanceOf(customer, accountOf(customer))))
  }

  return {
    ledger,
    balances,
    take(rows, old) {
      const changed = rows.flatMap((row) => fold(row, old))
      if (changed.length > 0) tell(changed, new Set(changed.map((row) => row.customerCode)))
      for (const row of changed) heard(row, false)
    },
    takeChange({ row, balance, balanceAsOf }) {
      const account = accountOf(row.customerCode)
      const earlier = account.told
      const changed = fold(row, false)
      const lastAsOf = earlier?.asOf ?? null
      const newest = lastAsOf === null || balanceAsOf === null || balanceAsOf >= lastAsOf
      // Cancelled movements carry no balance: they leave the last one standing.
      if (balance !== null && newest) account.told = { amount: balance, asOf: balanceAsOf, code: row.code }
      else if (balance !== null || row.status !== 'completed') account.told = earlier
      tell(changed, new Set([row.customerCode, ...changed.map((one) => one.customerCode)]))
      for (const one of changed) heard(one, true)
    },
    setWhole(now) {
      if (now === whole) return
      whole = now
      if (accounts.size > 0) balances.delta(allBalances())
    },
    get whole() {
      return whole
    },
    signed: shown,
    pending: () => [...byKey.values()].filter((row) => row.status === 'pending'),
    rows: (customer) => [...(accounts.get(customer)?.rows.values() ?? [])].map(shown),
    cash(customer) {
      const account = accounts.get(customer)
      if (!account) return { derived: whole ? toText(ZERO) : null, told: null }
      return {
        derived: whole && account.unsigned === 0 ? toText(account.sum) : null,
        told: account.told,
      }
    },
    twice: (customer) =>
      [...(accounts.get(customer)?.rows ?? [])].flatMap(([key, row]) => {
        const first = firstTold.get(key)
        return first === undefined ? [] : [{ row: shown(row), first }]
      }),
    oldest: () => oldest,
    clear() {
      byKey.clear()
      firstTold.clear()
      oldest = null
      accounts.clear()
      directions = new Map()
      whole = false
      ledger.replace()
      balances.replace()
    },
  }
}
