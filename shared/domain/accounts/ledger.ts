/** Movements of a customer's cash, and their sum. Never guesses a sign. */

import { z } from 'zod'
import { customerCode, decimalText, epochMs, referenceId, symbol } from '../scalars.ts'

/** The statuses that a ledger may be filtered by (docs/api.md#4.transactionsQuery.status). */
export const ledgerStatus = z.enum(['pending', 'completed', 'cancelled'])
export type LedgerStatus = z.infer<typeof ledgerStatus>

/** The asset of a movement for which the venue names none (docs/api.md#2.ledger.totalAmount). */
export const LEDGER_ASSET = 'USDC'

export const ledgerRow = z.strictObject({
  code: z.string(),
  customerCode,
  /** `deposit`, `withdrawal`, `trade`, `settlement`, `funding`, `liquidation`, `auto_deleveraging`; unknown words pass unchanged. */
  transactionType: z.string(),
  /** One of `ledgerStatus`; unknown words pass unchanged. */
  status: z.string(),
  asset: z.string().nullable(),
  symbol: symbol.nullable(),
  /** Without a sign, in `asset`: the authoritative amount of the movement (docs/api.md#2.ledger.totalAmount). */
  totalAmount: decimalText,
  /** In `asset`, with its sign; null when the word in `direction` is unknown (docs/api.md#gap.17). */
  signedAmount: decimalText.nullable(),
  /** As it came on the REST ledger. */
  direction: z.string().nullable(),
  realisedPnl: decimalText.nullable(),
  referenceId: referenceId.nullable(),
  markPrice: decimalText.nullable(),
  fundingRate: decimalText.nullable(),
  createdAt: epochMs.nullable(),
})
export type LedgerRow = z.infer<typeof ledgerRow>

/** Whether the movement is in the asset of balances and figures. A movement of another asset counts in none of them. */
export const isCashRow = ({ asset }: Pick<LedgerRow, 'asset'>): boolean =>
  asset === null || asset.trim().toUpperCase() === LEDGER_ASSET

/** A customer's cash (docs/api.md#gap.18). */
export const balance = z.strictObject({
  customerCode,
  /** USDC; null, never 0, while unknown. */
  amount: decimalText.nullable(),
  /** `event`: reported by the venue · `ledger`: sum of the whole ledger · `unknown`. */
  source: z.enum(['event', 'ledger', 'unknown']),
  asOf: epochMs.nullable(),
})
export type Balance = z.infer<typeof balance>

export const transferKind = z.enum(['deposit', 'withdrawal'])
export type TransferKind = z.infer<typeof transferKind>

export const transferRequest = z.strictObject({
  customerCode,
  kind: transferKind,
  amount: decimalText,
  asset: z.string().regex(/^[A-Za-z0-9]{1,16}$/),
})
export type TransferRequest = z.infer<typeof transferRequest>
