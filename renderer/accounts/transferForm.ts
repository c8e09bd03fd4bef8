/** What may be deposited or withdrawn, and the sentence for it (document parts 2 and 6). Pure. */

import {
  add,
  decimal,
  decimalPlaces,
  subtract,
  toText,
  type Decimal,
  type DecimalText,
} from '../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { LedgerRow, TransferKind } from '../../shared/domain/ledger.ts'
import { exact, readTyped } from '../words/numbers.ts'
import { ofCustomer } from '../words/ofCustomer.ts'

/** What a transfer is in until another asset is typed: perpetuals are quoted in it (document part 1). */
export const TRANSFER_ASSET = 'USDC'

/** Above 0 with at most 8 digits behind the point, else one sentence. */
export function readTransferAmount(text: string): Result<DecimalText, string> {
  if (text.trim() === '') return fail('Type an amount.')
  const read = readTyped(text)
  if (!read.ok) return fail(`Amount: ${read.failure}.`)
  if (read.value <= 0n) return fail('Amount must be above 0.')
  return decimalPlaces(read.value) > 8
    ? fail('Amount may have at most 8 decimal places.')
    : ok(toText(read.value))
}

/** An asset's name in capitals, as the venue knows it. */
export function readAsset(text: string): Result<string, string> {
  const asset = text.trim().toUpperCase()
  return /^[A-Z0-9]{1,16}$/.test(asset) ? ok(asset) : fail('Asset: 1 to 16 letters and digits, such as USDC.')
}

/** `C1042 · DEPOSIT 250,000 USDC`. */
export function transferSentence(
  kind: TransferKind,
  amount: DecimalText,
  asset: string,
  customer: string,
): string {
  const verb = kind === 'deposit' ? 'DEPOSIT' : 'WITHDRAW'
  return ofCustomer(customer, `${verb} ${exact(decimal(amount))} ${asset}`)
}

export const isTransfer = (of: LedgerRow): boolean =>
  of.transactionType === 'deposit' || of.transactionType === 'withdrawal'

/** Deposits and withdrawals that the venue has not settled, counted and summed without a sign. */
export function pendingTransfers(rows: readonly LedgerRow[]) {
  let count = 0
  let deposits: Decimal = 0n as Decimal
  let withdrawals: Decimal = 0n as Decimal
  for (const of of rows) {
    if (!isTransfer(of) || of.status !== 'pending') continue
    count++
    if (of.transactionType === 'deposit') deposits = add(deposits, decimal(of.totalAmount))
    else withdrawals = add(withdrawals, decimal(of.totalAmount))
  }
  return { count, deposits, withdrawals }
}

/** The balance once a transfer settles; null while either part is unknown. */
export function balanceAfter(
  balance: DecimalText | null,
  kind: TransferKind,
  amount: Result<DecimalText, string>,
): Decimal | null {
  if (balance === null || !amount.ok) return null
  return kind === 'deposit'
    ? add(decimal(balance), decimal(amount.value))
    : subtract(decimal(balance), decimal(amount.value))
}
