/** The cash of each customer: the sum of the ledger and the newest balance that the stream reported. Publishes nothing. */

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

/** A balance as the stream reported it, USDC, with the code of its movement. */
export interface ReportedBalance {
  readonly amount: DecimalText
  /** The venue's time, ms. */
  readonly asOf: number | null
  readonly code: string
}

/** What is known of one customer's cash. */
export interface CashAccount {
  /** USDC: sum of the completed rows whose sign is known. */
  sum: Decimal
  /** Number of completed rows whose sign is not known. */
  unsigned: number
  reported: ReportedBalance | null
  /** The venue's time of the newest row, ms. */
  lastAt: number | null
  /** By `ledgerKey`. */
  readonly rows: Map<string, LedgerRow>
}

export interface Cash {
  /** USDC: sum of the whole ledger; null while it is not known whole or a row has no sign. */
  readonly derived: DecimalText | null
  /** The newest balance that the stream reported, USDC. */
  readonly reported: { readonly amount: DecimalText; readonly code: string } | null
}

export interface CashAccounts {
  readonly isEmpty: boolean
  get(customer: CustomerCode): CashAccount | undefined
  /** The account of a customer; a new one where there is none. */
  ensure(customer: CustomerCode): CashAccount
  /** Adds the row to the customer's sum, or subtracts it (−1). Only completed rows count. */
  count(account: CashAccount, row: LedgerRow | undefined, sign: 1 | -1): void
  balance(customer: CustomerCode, isWhole: boolean): Balance
  balances(isWhole: boolean): Balance[]
  cash(customer: CustomerCode, isWhole: boolean): Cash
  clear(): void
}

export function createCashAccounts(): CashAccounts {
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
      lastAt: null,
      rows: new Map<string, LedgerRow>(),
    }
    accounts.set(customer, account)
    return account
  }

  return {
    get isEmpty() {
      return accounts.size === 0
    },
    get: (customer) => accounts.get(customer),
    ensure,
    count(account, row, sign) {
      if (row?.status !== 'completed') return
      if (row.signedAmount === null) account.unsigned += sign
      else account.sum = (sign > 0 ? add : subtract)(account.sum, decimal(row.signedAmount))
    },
    balance: (customer, isWhole) => balanceOf(customer, ensure(customer), isWhole),
    balances: (isWhole) => [...accounts].map(([customer, account]) => balanceOf(customer, account, isWhole)),
    cash(customer, isWhole) {
      const account = accounts.get(customer)
      if (!account) return { derived: isWhole ? toText(ZERO) : null, reported: null }
      return {
        derived: isWhole && account.unsigned === 0 ? toText(account.sum) : null,
        reported: account.reported,
      }
    },
    clear: () => accounts.clear(),
  }
}
