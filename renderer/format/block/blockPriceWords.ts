/** The prices of a block’s orders in words. Pure. */

import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { priceText } from '../priceText.ts'

interface Prices {
  readonly limitPrice: DecimalText | null
  readonly triggerPrice?: DecimalText | null | undefined
}

/** `61,990.0` for a limit price alone, else `limit 61,990.0, trigger 62,000.0`. */
export function blockPriceWords(
  { limitPrice, triggerPrice = null }: Prices,
  instrument: Pick<Instrument, 'tickSize'> | undefined,
): string {
  if (triggerPrice === null) return priceText(limitPrice, instrument)
  const limit = limitPrice === null ? '' : `limit ${priceText(limitPrice, instrument)}, `
  return `${limit}trigger ${priceText(triggerPrice, instrument)}`
}
