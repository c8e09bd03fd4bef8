/** What may be deposited or withdrawn, and the sentence for it (docs/api.md#deposit-and-withdrawal). Pure. */

import {
  add,
  compare,
  decimal,
  decimalPlaces,
  divide,
  multiply,
  roundToStep,
  subtract,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { LedgerRow, TransferKind } from '../../../shared/domain/accounts/ledger.ts'
import { exact, grouped, readTyped } from '../../format/numbers.ts'
import { ofCustomer } from '../../format/ofCustomer.ts'

/** What a transfer is in until another asset is typed: perpetuals are quoted in it (docs/api.md#1.symbols). */
export const TRANSFER_ASSET = 'USDC'
/** The one unit that balances are known in (docs/api.md#gap.18). */
const BALANCE_ASSET = 'USDC'

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

export const isTransfer = (row: LedgerRow): boolean =>
  row.transactionType === 'deposit' || row.transactionType === 'withdrawal'

/** Deposits and withdrawals that the venue has not settled, counted and summed without a sign. */
export function pendingTransfers(rows: readonly LedgerRow[]) {
  let count = 0
  let deposits: Decimal = 0n as Decimal
  let withdrawals: Decimal = 0n as Decimal
  for (const row of rows) {
    if (!isTransfer(row) || row.status !== 'pending') continue
    count++
    if (row.transactionType === 'deposit') deposits = add(deposits, decimal(row.totalAmount))
    else withdrawals = add(withdrawals, decimal(row.totalAmount))
  }
  return { count, deposits, withdrawals }
}

/** A transfer this many times the present balance or more has a digit too many, or is worth a second look. */
const FAR_ABOVE = decimal('10')

interface TransferEffect {
  /** Balance before and after, in the unit that the desk keeps it in. */
  readonly words: string
  /** What the dealer should see before sending; none stops the transfer, the venue decides. */
  readonly warnings: readonly string[]
}

/** What a transfer does to a customer's balance. `balance`: USDC, null while unknown; `amount`: null while none is typed. */
export function transferEffect(
  balance: DecimalText | null,
  kind: TransferKind,
  amount: DecimalText | null,
  asset: string,
): TransferEffect {
  const held = balance === null ? null : decimal(balance)
  if (asset !== BALANCE_ASSET)
    return {
      words: held === null ? 'not known' : `${exact(held)} USDC now; in ${asset} it is not known`,
      warnings: [
        `Openpit knows balances in USDC only. It cannot check this amount of ${asset} against what the customer holds.`,
      ],
    }
  if (held === null)
    return {
      words: 'not known',
      warnings: [
        'The balance is not known. Openpit cannot check this amount against it: look at the ledger first.',
      ],
    }
  if (amount === null) return { words: `${exact(held)} USDC`, warnings: [] }
  const moved = decimal(amount)
  const after = kind === 'deposit' ? add(held, moved) : subtract(held, moved)
  return {
    words: `${exact(held)} → ${exact(after)} USDC`,
    warnings: amountWarnings(held, kind, moved),
  }
}

function amountWarnings(held: Decimal, kind: TransferKind, moved: Decimal): readonly string[] {
  const present = `the present balance of ${exact(held)} USDC`
  if (kind === 'withdrawal')
    return compare(moved, held) > 0
      ? [`The withdrawal is more than ${present}. The venue may refuse it.`]
      : []
  if (held <= 0n || compare(moved, multiply(held, FAR_ABOVE)) < 0) return []
  const times = grouped(roundToStep(divide(moved, held), decimal('1'), 'down'), 0)
  return [`The deposit is ${times} times ${present}. Check the digits.`]
}
