/** What the ticket reads of market, customer and limits. Types only. */

import type { Decimal } from '../../../shared/base/decimal.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { LimitRule } from '../../../shared/domain/limits/limits.ts'
import type { Market } from '../../format/agedPrices.ts'

/** What the ticket may look at; nothing is guessed from elsewhere. */
export interface TicketContext extends Market {
  readonly instrument: Instrument | undefined
  /** Contracts held, signed; null while unknown. */
  readonly position: Decimal | null
  /** Leverage that stands for customer and instrument; null while unknown. */
  readonly leverage: Decimal | null
  /** Whether the desk knows this customer. */
  readonly customerKnown: boolean
  /** The limits in force. */
  readonly rules: readonly LimitRule[]
}
