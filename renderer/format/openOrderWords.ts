/** The number of orders in an act, in words that claim no more than was read of the customer's list. Pure. */

import {
  countWords,
  readingWords,
  unseenIn,
  type OpenOrderReading,
} from '../../shared/domain/orders/openOrderReading.ts'

/** `3 orders`, or `at least 3 orders` where the list is not whole. `live`: the known orders, above 0. */
export const takenWords = (live: number, reading: OpenOrderReading): string =>
  countWords(live, unseenIn(reading.state === 'whole' ? [] : [reading]))

/** Null where certainly no order is open; else a clause about the unread list. */
export const mayBeOpen = (reading: OpenOrderReading): string | null =>
  reading.state === 'whole' ? null : `no live order is known here, but ${readingWords(reading)}`
