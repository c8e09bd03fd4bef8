/** Formats the prices of an instrument with the digits of its tick, the same everywhere in the window. Pure. */

import { decimal, decimalPlaces, type DecimalText } from '../../shared/base/decimal.ts'
import type { Instrument } from '../../shared/domain/instrument.ts'
import { UNKNOWN, grouped, placesOf } from './numbers.ts'

/** Digits of a price while the tick is not known. */
const PLACES = 2

export const pricePlaces = (instrument: Pick<Instrument, 'tickSize'> | undefined): number =>
  placesOf(instrument?.tickSize ?? null, PLACES)

/** A price that a person set. Shows all its digits, even where it does not fit the tick. */
export function priceText(
  price: DecimalText | null,
  instrument: Pick<Instrument, 'tickSize'> | undefined,
): string {
  if (price === null) return UNKNOWN
  const value = decimal(price)
  return grouped(value, Math.max(pricePlaces(instrument), decimalPlaces(value)))
}

/** A computed price, such as an average: rounded to the digits of the tick. */
export const averageText = (
  price: DecimalText | null,
  instrument: Pick<Instrument, 'tickSize'> | undefined,
): string => (price === null ? UNKNOWN : grouped(decimal(price), pricePlaces(instrument)))
