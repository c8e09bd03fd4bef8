/** Orders of a customer: create, look up, list, cancel, amend (docs/api.md#part-4, #gap.10 and #gap.11). */

import type { OrderEntry } from '../../brokerage/orders/orderEntry.ts'
import { readChanges, readOrder, readReference, wireName } from './orderRequest.ts'
import { reply, type ApiRequest } from '../request.ts'
import type { Route } from '../router.ts'
import { orderOnWire } from './wire.ts'

const COLLECTION = '/v1/customers/:customer/orders'
const ONE = `${COLLECTION}/:reference`

export function orderRoutes(orders: OrderEntry): Route[] {
  const onOne = (act: OrderEntry['find']) => (request: ApiRequest) => {
    const reference = readReference(request.path['reference'] ?? '')
    if (!reference.ok) return reference
    const order = act(request.path['customer'] ?? '', reference.value)
    return order.ok ? reply(orderOnWire(order.value)) : order
  }
  return [
    {
      method: 'POST',
      path: COLLECTION,
      handle(request) {
        const read = readOrder(request, request.path['customer'] ?? '')
        if (!read.ok) return read
        const order = orders.submit(read.value.draft, read.value.reference)
        return order.ok ? reply(orderOnWire(order.value)) : order
      },
    },
    {
      /** docs/api.md#gap.10: open orders, oldest first, optionally of one `symbol`. */
      method: 'GET',
      path: COLLECTION,
      handle({ path, query }) {
        const open = orders.open(path['customer'] ?? '', query.get('symbol'))
        return open.ok ? reply(open.value.map(orderOnWire)) : open
      },
    },
    { method: 'GET', path: ONE, handle: onOne(orders.find) },
    { method: 'DELETE', path: ONE, handle: onOne(orders.cancel) },
    {
      method: 'PATCH',
      path: ONE,
      handle(request) {
        const changes = readChanges(request)
        if (!changes.ok) return changes
        return onOne((customer, reference) => orders.amend(customer, reference, changes.value, wireName))(
          request,
        )
      },
    },
  ]
}
