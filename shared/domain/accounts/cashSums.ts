/** Sums of a customer's ledger that account figures need beside the balance. Pure. */

import { z } from 'zod'
import { customerCode, decimalText, epochMs, symbol } from '../scalars.ts'

export const cashSums = z.strictObject({
  customerCode,
  /** Whether the ledger is known from its first row until now. Until it is, rows may be missing from every sum. */
  whole: z.boolean(),
  /** USDC, unsigned: withdrawals that the venue has not settled. */
  pendingOut: decimalText,
  /** 00:00 UTC of the day that `today` counts from, ms. */
  dayFrom: epochMs,
  /** Sums by instrument; null for rows that name none. An instrument without such rows is left out. */
  instruments: z.array(
    z.strictObject({
      symbol: symbol.nullable(),
      /** USDC of all settlement rows; null where a row has no known sign. */
      settled: decimalText.nullable(),
      /** USDC of today's trades, fundings and settlements (docs/money.md#pnl-of-the-day); null where a row has no known sign or no time. */
      today: decimalText.nullable(),
      /** How many completed rows of these types have no time, so that their day is not known. Left out where none. */
      undated: z.number().int().positive().optional(),
    }),
  ),
  /** Sums of completed movements in other assets, which no figure values; null where a row has no known sign. Left out where every sum is 0. */
  others: z.array(z.strictObject({ asset: z.string(), amount: decimalText.nullable() })).optional(),
})
export type CashSums = z.infer<typeof cashSums>

const DAY = 86_400_000
/** Ms after 00:00 UTC within which a settlement row still pays for the day before. */
const SETTLES_DAY_BEFORE = 300_000

/** 00:00 UTC of the day of `now`, both ms. */
export const dayStart = (now: number): number => now - (now % DAY)

const OF_THE_DAY = new Set(['trade', 'liquidation', 'auto_deleveraging', 'funding', 'settlement'])

/** Whether a completed row counts in the PnL of the day that began at `dayFrom`; null: it may, but it has no time. */
export function countsToday(type: string, createdAt: number | null, dayFrom: number): boolean | null {
  if (!OF_THE_DAY.has(type)) return false
  if (createdAt === null) return null
  return createdAt >= (type === 'settlement' ? dayFrom + SETTLES_DAY_BEFORE : dayFrom)
}
