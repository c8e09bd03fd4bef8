/** Reads a deposit or withdrawal, and builds its sentence and its effect (docs/api.md#deposit-and-withdrawal). Pure. */

import {
  ZERO,
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
import { shownCode } from '../../../shared/base/shownCode.ts'
import {
  LEDGER_ASSET,
  isCashRow,
  type LedgerRow,
  type TransferKind,
} from '../../../shared/domain/accounts/ledger.ts'
import { exact, grouped, readTyped } from '../../format/numbers.ts'
import { customerFirst } from '../../format/customerFirst.ts'

/** The asset of a transfer until another is typed. Perpetuals are quoted in it (docs/api.md#1.symbols). */
export const TRANSFER_ASSET = 'USDC'
/** The only asset in which balances are known (docs/api.md#gap.18). */
const BALANCE_ASSET = 'USDC'

/** Reads an amount above 0 with at most 8 digits behind the point. Fails with one sentence. */
export function readTransferAmount(text: string): Result<DecimalText, string> {
  if (text.trim() === '') return fail('Type an amount.')
  const read = readTyped(text)
  if (!read.ok) return fail(`Amount: ${read.failure}.`)
  if (read.value <= 0n) return fail('Amount must be above 0.')
  return decimalPlaces(read.value) > 8
    ? fail('Amount may have at most 8 decimal places.')
    : ok(toText(read.value))
}

/** An asset's name in capitals, as the venue writes it. */
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
  return customerFirst(customer, `${verb} ${exact(decimal(amount))} ${asset}`)
}

export const isTransfer = (row: LedgerRow): boolean =>
  row.transactionType === 'deposit' || row.transactionType === 'withdrawal'

/** `100 USDC and 2 BTC`: the amounts without sign, summed for each asset; an amount without an asset is in USDC. Null without rows. */
function sumsByAsset(rows: readonly LedgerRow[]): string | null {
  const sums = new Map<string, Decimal>()
  for (const row of rows) {
    const asset = row.asset === null || isCashRow(row) ? LEDGER_ASSET : row.asset
    sums.set(asset, add(sums.get(asset) ?? ZERO, decimal(row.totalAmount)))
  }
  return [...sums].map(([asset, sum]) => `${exact(sum)} ${shownCode(asset)}`).join(' and ') || null
}

/** `3 pending: 100 USDC and 2 BTC in, 5 USDC out`: the deposits and withdrawals that the venue has not settled; null: none. */
export function pendingWords(rows: readonly LedgerRow[]): string | null {
  const pending = rows.filter((row) => isTransfer(row) && row.status === 'pending')
  if (pending.length === 0) return null
  const sums = (kind: TransferKind) => sumsByAsset(pending.filter((row) => row.transactionType === kind))
  const [deposits, withdrawals] = [sums('deposit'), sums('withdrawal')]
  const ways = [deposits && `${deposits} in`, withdrawals && `${withdrawals} out`].filter(Boolean)
  return `${pending.length} pending: ${ways.join(', ')}`
}

/** A transfer of this many times the present balance, or more, may have a digit too many. */
const FAR_ABOVE = decimal('10')

interface TransferEffect {
  /** Balance before and after, in the asset of balances. */
  readonly words: string
  /** Warnings for the dealer. None blocks the transfer, because the venue decides. */
  readonly warnings: readonly string[]
}

/** The effect of a transfer on a customer's balance. `balance`: USDC, null while unknown; `amount`: null while none is typed. */
export function transferEffect(
  balance: DecimalText | null,
  kind: TransferKind,
  amount: DecimalText | null,
  asset: string,
): TransferEffect {
  const held = balance === null ? null : decimal(balance)
  if (asset !== BALANCE_ASSET)
    return {
      words: held === null ? 'not known' : `${exact(held)} USDC now; the balance in ${asset} is not known`,
      warnings: [
        `Openpit knows balances in USDC only. It cannot check this amount of ${asset} against the balance.`,
      ],
    }
  if (held === null)
    return {
      words: 'not known',
      warnings: [
        'The balance is not known. Openpit cannot check this amount against the balance. Check the ledger first.',
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
