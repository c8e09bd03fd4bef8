/** What may be deposited or withdrawn, and the sentence for it (document part 6). Pure. */

import { decimalPlaces, toText, type DecimalText } from '../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { TransferKind } from '../../shared/domain/ledger.ts'
import { exact, readTyped } from '../words/numbers.ts'

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

export function transferSentence(
  kind: TransferKind,
  amount: Result<DecimalText, string>,
  customer: string,
): string {
  const verb = kind === 'deposit' ? 'DEPOSIT' : 'WITHDRAW'
  const read = amount.ok ? readTyped(amount.value) : null
  return `${verb} ${read?.ok ? exact(read.value) : '…'} ${TRANSFER_ASSET} — ${customer}`
}
