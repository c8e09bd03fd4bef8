/** Leverage, and the margin of an order or position. The venue's margin profile outranks every estimate. */

import { z } from 'zod'
import {
  absolute,
  decimal,
  decimalOf,
  divide,
  multiply,
  roundToStep,
  type Decimal,
} from '../../base/decimal.ts'
import { decimalText, symbol } from '../scalars.ts'

/** A customer's margin settings (docs/api.md#margin-profile). Percentages of notional, as decimals: 10 means 10 %. */
export const marginProfile = z.strictObject({
  initialMargin: decimalText.nullable(),
  maintenanceMargin: decimalText.nullable(),
  /** Highest leverage selectable at order entry. */
  maxLeverage: decimalText.nullable(),
  /** Instruments whose initial margin is not the default. */
  instrumentMargins: z.array(
    z.strictObject({ symbol, leverage: decimalText.nullable(), initialMargin: decimalText.nullable() }),
  ),
})
export type MarginProfile = z.infer<typeof marginProfile>

/** Initial margin of a leverage, in percent: 100 ÷ leverage rounded up to a whole percent (docs/api.md#gap.20). An estimate. */
export const initialMarginOfLeverage = (leverage: number): Decimal =>
  roundToStep(divide(decimal('100'), decimalOf(leverage), 'up'), decimalOf(1), 'up')

/** USDC that a notional binds at an initial margin given in percent. */
export const marginOfNotional = (notional: Decimal, percent: Decimal): Decimal =>
  divide(multiply(absolute(notional), percent), decimal('100'))
