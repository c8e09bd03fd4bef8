/** What the limits say about an order or a scale. Types only. */

import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type {
  LimitDecision,
  LimitFinding,
  NumberMeaning,
} from '../../../../shared/domain/orders/limitDecision.ts'

export type LimitVerdict =
  | {
      readonly kind: 'pass'
      readonly decision: LimitDecision
    }
  /** A second dealer must approve first: sentences. Nothing counts. */
  | { readonly kind: 'held'; readonly sentence: string }
  | { readonly kind: 'block'; readonly findings: readonly LimitFinding[]; readonly version: number }
  | {
      readonly kind: 'warn'
      /** At most three, worst first. */
      readonly findings: readonly LimitFinding[]
      /** The number to type. */
      readonly type: string
      readonly means: NumberMeaning
      /** USDC at most; null without a price. */
      readonly notional: DecimalText | null
      readonly version: number
    }
