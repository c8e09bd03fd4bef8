/** The lists of open orders that are not whole, as far as this window has been told. Says nothing of them itself. */

import { neverRead, unseenOf, type OpenOrderReading } from '../../shared/domain/openOrderReading.ts'
import type { ServerStores } from './serverStores.ts'

/** One for every customer known here whose list is not whole. */
export function unseenLists(
  stores: Pick<ServerStores, 'customers' | 'openOrderReadings'>,
): readonly OpenOrderReading[] {
  const customers = stores.customers.getState().value ?? []
  const readings = stores.openOrderReadings.getState().value ?? new Map<string, OpenOrderReading>()
  return unseenOf(
    customers.map(({ code }) => code),
    readings,
  )
}

/** How much of one customer's list has been read. */
export const readingOf = (
  stores: Pick<ServerStores, 'openOrderReadings'>,
  customer: OpenOrderReading['customerCode'],
): OpenOrderReading => stores.openOrderReadings.getState().value?.get(customer) ?? neverRead(customer)
