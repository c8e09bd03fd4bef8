/** Which lists of open orders are not known whole in this window. Makes no sentences. */

import { whyCustomersUnknown } from '../../../shared/contract/status.ts'
import {
  neverRead,
  unseenOf,
  type OpenOrderReading,
  type Unseen,
} from '../../../shared/domain/orders/openOrderReading.ts'
import type { ServerStores } from './serverMirrors.ts'

/** One reading per known customer, for lists that are not whole. */
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

/** The lists that are not whole, and whether there may be customers of whom none is known. */
export const unseenOrders = (
  stores: Pick<ServerStores, 'customers' | 'openOrderReadings' | 'reads'>,
): Unseen => ({
  lists: unseenLists(stores),
  customers: whyCustomersUnknown(stores.reads.getState().value),
})

/** How much of one customer's list has been read. */
export const readingOf = (
  stores: Pick<ServerStores, 'openOrderReadings'>,
  customer: OpenOrderReading['customerCode'],
): OpenOrderReading => stores.openOrderReadings.getState().value?.get(customer) ?? neverRead(customer)
