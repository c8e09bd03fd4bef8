/** The number of a statement: customer, period, the records, and what proves them. Pure. Equal contents have one number, and other contents another. */

import type { EpochMs } from '../../base/clock.ts'
import { isoDay } from './statementPeriod.ts'
import type { StatementInput } from './statementRecords.ts'

/** SHA-256, hex, of `recordsText` and of `proofText`. */
export interface StatementDigests {
  readonly records: string
  readonly proof: string
}

const dayDigits = (at: EpochMs): string => isoDay(at).replaceAll('-', '')

/** What statements of the same records have in common, whatever their proof: `S-C1042-20261101-20261130-1A2B3C4D5E6F`. */
export const recordsNumberOf = (
  { customerCode, from, to }: Pick<StatementInput, 'customerCode' | 'from' | 'to'>,
  { records }: StatementDigests,
): string => `S-${customerCode}-${dayDigits(from)}-${dayDigits(to)}-${records.slice(0, 12).toUpperCase()}`

/** `S-C1042-20261101-20261130-1A2B3C4D5E6F-P7F3A9C04`. */
export const numberOf = (
  input: Pick<StatementInput, 'customerCode' | 'from' | 'to'>,
  digests: StatementDigests,
): string => `${recordsNumberOf(input, digests)}-P${digests.proof.slice(0, 8).toUpperCase()}`
