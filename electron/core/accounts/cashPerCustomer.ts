/** The cash of each customer: the sum of the ledger, the newest balance that the stream reported, and the sums that account figures need. Publishes nothing. */

import {
  ZERO,
  add,
  decimal,
  subtract,
  toText,
  zeroText,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import { countsToday, type CashSums } from '../../../shared/domain/accounts/cashSums.ts'
import { isCashRow, type Balance, type LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'

/** A balance as the stream reported it, USDC, with the code of its movement. */
export interface ReportedBalance {
  readonly amount: DecimalText
  /** The venue's time, ms. */
  readonly asOf: number | null
  readonly code: string
}

/** A sum of rows, USDC, and how many of its rows have no known sign. */
interface SignedSum {
  sum: Decimal
  unsigned: number
}

interface SumsOfInstrument {
  readonly settled: SignedSum
  readonly today: SignedSum
  /** Number of completed rows of the day's types without a time. */
  undated: number
}

/** What is known of one customer's cash. */
export interface CashAccount {
  /** USDC: sum of the completed rows whose sign is known. */
  sum: Decimal
  /** Number of completed rows whose sign is not known. */
  unsigned: number
  reported: ReportedBalance | null
  /** Reported balances whose order is not known, so that `reported` is null; empty where it is known. */
  unordered: readonly ReportedBalance[]
  /** The venue's time of the newest row, ms. */
  lastAt: number | null
  /** USDC: withdrawals that are pending. */
  pendingOut: Decimal
  /** Sums of completed rows in other assets than USDC, by asset. They count in nothing else. */
  readonly others: Map<string, SignedSum>
  /** By instrument; null for rows that name none. */
  readonly instruments: Map<Symbol | null, SumsOfInstrument>
  /** By `ledgerKey`. */
  readonly rows: Map<string, LedgerRow>
}

export interface Cash {
  /** USDC: sum of the whole ledger; null while it is not known whole or a row has no sign. */
  readonly derived: DecimalText | null
  /** The newest balance that the stream reported, USDC. */
  readonly reported: { readonly amount: DecimalText; readonly code: string } | null
  /** Two balances were reported whose order is not known, so none counts as the newest. */
  readonly isOrderUnknown: boolean
}

export interface CashAccounts {
  readonly isEmpty: boolean
  get(customer: CustomerCode): CashAccount | undefined
  /** The account of a customer; a new one where there is none. */
  ensure(customer: CustomerCode): CashAccount
  /** Adds the row to the customer's sums, or subtracts it (−1). Only completed rows and pending withdrawals count. */
  count(account: CashAccount, row: LedgerRow | undefined, sign: 1 | -1): void
  balance(customer: CustomerCode, isWhole: boolean): Balance
  balances(isWhole: boolean): Balance[]
  cash(customer: CustomerCode, isWhole: boolean): Cash
  sums(customer: CustomerCode, isWhole: boolean): CashSums
  allSums(isWhole: boolean): CashSums[]
  /** Starts a new day: sums of the day count rows from `dayFrom` on, ms. `shown`: the row with the sign of its word of `direction`. False where that day is the present one. */
  startDay(dayFrom: number, shown: (row: LedgerRow) => LedgerRow): boolean
  clear(): void
}

const nothing = (): SignedSum => ({ sum: ZERO, unsigned: 0 })

function countIn(sum: SignedSum, row: LedgerRow, sign: 1 | -1): void {
  if (row.signedAmount === null) sum.unsigned += sign
  else sum.sum = (sign > 0 ? add : subtract)(sum.sum, decimal(row.signedAmount))
}

const known = ({ sum, unsigned }: SignedSum): DecimalText | null => (unsigned === 0 ? toText(sum) : null)

/** `dayFrom`: 00:00 UTC of the present day, ms. */
export function createCashAccounts(dayFrom: number): CashAccounts {
  let today = dayFrom
  const accounts = new Map<CustomerCode, CashAccount>()

  const balanceOf = (customer: CustomerCode, account: CashAccount, isWhole: boolean): Balance => {
    const { reported } = account
    if (reported)
      return { customerCode: customer, amount: reported.amount, source: 'event', asOf: reported.asOf }
    if (isWhole && account.unsigned === 0)
      return { customerCode: customer, amount: toText(account.sum), source: 'ledger', asOf: account.lastAt }
    return { customerCode: customer, amount: null, source: 'unknown', asOf: null }
  }
  const ensure = (customer: CustomerCode): CashAccount => {
    const account = accounts.get(customer) ?? {
      sum: ZERO,
      unsigned: 0,
      reported: null,
      unordered: [],
      lastAt: null,
      pendingOut: ZERO,
      others: new Map<string, SignedSum>(),
      instruments: new Map<Symbol | null, SumsOfInstrument>(),
      rows: new Map<string, LedgerRow>(),
    }
    accounts.set(customer, account)
    return account
  }

  const instrumentSums = (account: CashAccount, row: LedgerRow): SumsOfInstrument => {
    const sums = account.instruments.get(row.symbol) ?? { settled: nothing(), today: nothing(), undated: 0 }
    account.instruments.set(row.symbol, sums)
    return sums
  }
  const countToday = (account: CashAccount, row: LedgerRow, sign: 1 | -1): void => {
    if (row.status !== 'completed' || !isCashRow(row)) return
    const counts = countsToday(row.transactionType, row.createdAt, today)
    if (counts === null) instrumentSums(account, row).undated += sign
    else if (counts) countIn(instrumentSums(account, row).today, row, sign)
  }
  const countOther = (account: CashAccount, row: LedgerRow, sign: 1 | -1): void => {
    if (row.status !== 'completed' || row.asset === null) return
    const sum = account.others.get(row.asset) ?? nothing()
    account.others.set(row.asset, sum)
    countIn(sum, row, sign)
  }
  const othersOf = (account: CashAccount | undefined): Pick<CashSums, 'others'> => {
    const held = [...(account?.others ?? [])].filter(
      ([, { sum, unsigned }]) => sum !== ZERO || unsigned !== 0,
    )
    return held.length === 0 ? {} : { others: held.map(([asset, sum]) => ({ asset, amount: known(sum) })) }
  }
  const sumsOf = (customer: CustomerCode, isWhole: boolean): CashSums => {
    const account = accounts.get(customer)
    return {
      customerCode: customer,
      whole: isWhole,
      pendingOut: account ? toText(account.pendingOut) : zeroText,
      dayFrom: today,
      instruments: [...(account?.instruments ?? [])].map(([symbol, sums]) => ({
        symbol,
        settled: known(sums.settled),
        today: sums.undated === 0 ? known(sums.today) : null,
        ...(sums.undated === 0 ? {} : { undated: sums.undated }),
      })),
      ...othersOf(account),
    }
  }

  return {
    get isEmpty() {
      return accounts.size === 0
    },
    get: (customer) => accounts.get(customer),
    ensure,
    count(account, row, sign) {
      if (row && !isCashRow(row)) return countOther(account, row, sign)
      if (row?.status === 'pending' && row.transactionType === 'withdrawal')
        account.pendingOut = (sign > 0 ? add : subtract)(account.pendingOut, decimal(row.totalAmount))
      if (row?.status !== 'completed') return
      countIn(account, row, sign)
      if (row.transactionType === 'settlement') countIn(instrumentSums(account, row).settled, row, sign)
      countToday(account, row, sign)
    },
    sums: sumsOf,
    allSums: (isWhole) => [...accounts.keys()].map((customer) => sumsOf(customer, isWhole)),
    startDay(start, shown) {
      if (start === today) return false
      today = start
      for (const account of accounts.values()) {
        for (const [symbol, { settled }] of account.instruments)
          account.instruments.set(symbol, { settled, today: nothing(), undated: 0 })
        for (const row of account.rows.values()) countToday(account, shown(row), 1)
      }
      return true
    },
    balance: (customer, isWhole) => balanceOf(customer, ensure(customer), isWhole),
    balances: (isWhole) => [...accounts].map(([customer, account]) => balanceOf(customer, account, isWhole)),
    cash(customer, isWhole) {
      const account = accounts.get(customer)
      if (!account) return { derived: isWhole ? toText(ZERO) : null, reported: null, isOrderUnknown: false }
      return {
        derived: isWhole && account.unsigned === 0 ? toText(account.sum) : null,
        reported: account.reported,
        isOrderUnknown: account.reported === null && account.unordered.length > 0,
      }
    },
    clear: () => accounts.clear(),
  }
}
