/** The number of a statement: customer, period and digest of the records. Pure. The same records always give the same number. */

import type { EpochMs } from '../../base/clock.ts'
import { isoDay } from './statementPeriod.ts'
import type { StatementInput } from './statementRecords.ts'

const dayDigits = (at: EpochMs): string => isoDay(at).replaceAll('-', '')

/** `S-C1042-20261101-20261130-1A2B3C4D5E6F`. */
export const numberOf = (
  { customerCode, from, to }: Pick<StatementInput, 'customerCode' | 'from' | 'to'>,
  digest: string,
): string => `S-${customerCode}-${dayDigits(from)}-${dayDigits(to)}-${digest.slice(0, 12).toUpperCase()}`
