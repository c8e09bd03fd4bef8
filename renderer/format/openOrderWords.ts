/** How many orders an act takes, in words that claim no more than has been read of the customer's list. Pure. */

import {
  countWords,
  readingWords,
  unseenIn,
  type OpenOrderReading,
} from '../../shared/domain/orders/openOrderReading.ts'

/** `3 orders`, or `at least 3 orders` where the list is not whole. `live`: those known here, above 0. */
export const takenWords = (live: number, reading: OpenOrderReading): string =>
  countWords(live, unseenIn(reading.state === 'whole' ? [] : [reading]))

/** Null where no order is open for certain; else a clause that says what is not known of them. */
export const mayBeOpen = (reading: OpenOrderReading): string | null =>
  reading.state === 'whole' ? null : `no live order is known here, but ${readingWords(reading)}`
