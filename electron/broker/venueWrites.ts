/** Writes to the venue: orders, transfers and fees. Each is sent once; an answer counts only when it confirms this very request. */

import { parseExact } from '../../shared/base/json.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import { readFeeProfileItem, readOrder, readTransfer } from '../../shared/broker/accountRecords.ts'
import { readList } from '../../shared/broker/lists/lists.ts'
import {
  amendBody,
  feeBody,
  feeProfilePath,
  orderBody,
  orderPath,
  ordersPath,
  transferBody,
  transferPath,
} from '../../shared/broker/requests.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import { contradictionOf } from '../../shared/domain/orders/orderContradiction.ts'
import type { Broker } from '../core/ports/broker.ts'
import { about } from './rest/classify.ts'
import type { HttpAnswer } from './rest/http.ts'
import type { VenueRest } from './venueRest.ts'

type VenueWrites = Pick<Broker, 'createOrder' | 'cancelOrder' | 'amendOrder' | 'transfer' | 'writeFeeProfile'>

const parsed = (answer: HttpAnswer): Result<unknown, string> => parseExact(answer.body)

export const createVenueWrites = (profile: VenueProfile, rest: Pick<VenueRest, 'mutate'>): VenueWrites => ({
  async createOrder(id, draft, dispatchGate, turn = 'order') {
    const { customerCode } = draft
    let contradiction: string | null = null
    const outcome = await rest.mutate(
      turn,
      'POST',
      ordersPath(profile, customerCode),
      orderBody(id, draft, profile),
      dispatchGate,
      (answer) => {
        const body = parsed(answer)
        if (!body.ok) return body
        const order = about('order', { referenceId: id }, readOrder(body.value, customerCode))
        contradiction = order.ok ? contradictionOf(draft, order.value) : null
        return contradiction === null ? order : fail(`it shows the order otherwise: ${contradiction}`)
      },
    )
    return outcome.kind === 'unknown' && contradiction !== null ? { ...outcome, contradiction } : outcome
  },
  cancelOrder: (customer, id, dispatchGate) =>
    rest.mutate('cancel', 'DELETE', orderPath(profile, customer, id), ok(null), dispatchGate, () => ok(null)),
  amendOrder(customer, id, changes, dispatchGate, turn = 'order') {
    if (!profile.capabilities.amend)
      return Promise.resolve({
        kind: 'not-sent' as const,
        message: 'Not sent: this venue has no amend (venue profile, capabilities.amend).',
      })
    return rest.mutate(
      turn,
      'PATCH',
      orderPath(profile, customer, id),
      amendBody(changes, profile),
      dispatchGate,
      (answer) => {
        const body = parsed(answer)
        return body.ok
          ? about('order', { referenceId: id, customerCode: customer }, readOrder(body.value, customer))
          : body
      },
    )
  },
  transfer: (request, dispatchGate) =>
    rest.mutate(
      'order',
      'POST',
      transferPath(profile, request),
      ok(transferBody(request, profile)),
      dispatchGate,
      (answer) => {
        const body = parsed(answer)
        return body.ok ? readTransfer(body.value, request, profile) : body
      },
    ),
  writeFeeProfile: (customer, symbol, makerFee, takerFee, dispatchGate) =>
    rest.mutate(
      'order',
      'PUT',
      feeProfilePath(profile, customer, symbol),
      ok(feeBody(makerFee, takerFee, profile)),
      dispatchGate,
      (answer) => {
        const body = parsed(answer)
        if (!body.ok) return body
        if (symbol === null) {
          const list = readList(body.value, 'fees', profile, readFeeProfileItem)
          return list.ok ? ok(list.value.items) : list
        }
        const item = about('fee', { symbol }, readFeeProfileItem(body.value))
        return item.ok ? ok([item.value]) : item
      },
    ),
})
