/** The sample customers of a fresh paper broker. Data only. */

import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'

export interface SampleCustomer {
  readonly code: CustomerCode
  /** USDC, posted as a deposit when the account is first opened. */
  readonly collateral: DecimalText
}

const sample = (code: string, collateral: string): SampleCustomer => ({
  code: code as CustomerCode,
  collateral: collateral as DecimalText,
})

/** From a fund to a beginner, so that limits, margins and lists show their range. */
export const SAMPLE_CUSTOMERS: readonly SampleCustomer[] = [
  sample('C1042', '250000'),
  sample('C2007', '1000000'),
  sample('C3311', '50000'),
  sample('C3312', '50000'),
  sample('C5501', '100000'),
  sample('C7719', '5000'),
]
