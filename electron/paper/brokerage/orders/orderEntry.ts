/** Takes, cancels, amends and keeps customers' orders. Never matches: the exchange does. */

import { decimal, subtract, zeroText } from '../../../../shared/base/decimal.ts'
import { invariant, ok } from '../../../../shared/base/result.ts'
import type { OrderChanges, OrderDraft } from '../../../../shared/domain/orders/order.ts'
import {
  amendProblems,
  defaultTimeInForce,
  type OrderProblem,
} from '../../../../shared/domain/orders/orderRules.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../../shared/domain/scalars.ts'
import type { ExchangeEvent, ExchangeInstrument, ExchangeOrder } from '../../exchange/exchange.ts'
import type { BrokerContext } from '../brokerContext.ts'
import { orderAmend } from './orderAmend.ts'
import { checkCover, checkStatus, sizeAtTrigger, sizeNow } from './orderCheck.ts'
import { exchangeId, orderExecution } from './orderExecution.ts'
import { isLive, type OrderRecord } from '../../bookkeeping/records.ts'
import { refuse, unknownCustomer, type Outcome } from '../../refusal.ts'
import { lotsOf, ticksOf } from '../../bookkeeping/sizing.ts'
import { triggerOrders } from './triggerOrders.ts'
import { waitsForPrice } from './triggers.ts'

export interface OrderEntry {
  /** Places a draft that keeps the order rules 1 to 5; answers the order as it stands after matching. */
  submit(draft: OrderDraft, reference: ReferenceId): Outcome<OrderRecord>
  readonly find: (customer: string, reference: string) => Outcome<OrderRecord>
  /** Live orders, those that wait for a trigger too, oldest first; null means every instrument. */
  open(customer: string, symbol: string | null): Outcome<readonly OrderRecord[]>
  /** Ends a live order; NOT_FOUND when it is over. */
  readonly cancel: (customer: string, reference: string) => Outcome<OrderRecord>
  /** Changes a live order; NOT_FOUND when it is over. `nameOf` a field is how the API calls it. */
  amend(
    customer: string,
    reference: string,
    changes: OrderChanges,
    nameOf: (field: OrderProblem['field']) => string,
  ): Outcome<OrderRecord>
  /** Fills of resting orders, and the prices that waiting orders wait for. */
  hear(event: ExchangeEvent): void
  /** Takes up the live orders of an earlier run; those that no longer fit the market are canceled. */
  restore(): void
}

export function orderEntry(floor: BrokerContext): OrderEntry {
  const { accounts, orders } = floor.store
  const execution = orderExecution(floor)
  const triggers = triggerOrders(floor, execution)
  const amend = orderAmend(floor, execution, triggers)

  const submit = (draft: OrderDraft, reference: ReferenceId): Outcome<OrderRecord> => {
    const customer = draft.customerCode
    if (accounts.balance(customer) === null) return unknownCustomer(customer)
    const instrument = floor.instruments.get(draft.symbol)
    if (!instrument) return refuse('NOT_FOUND', `symbol ${draft.symbol} is not known`)
    if (orders.find(customer, reference))
      return refuse('ORDER_REJECTED', `reference_id ${reference} was used before; choose another`)
    // The override is set before the order is placed and stays whatever becomes of it (docs/api.md#4.rule.5).
    if (draft.leverage !== null) accounts.setLeverage(customer, draft.symbol, draft.leverage)

    const taken = checkStatus(floor, draft, instrument)
    if (!taken.ok) return taken
    const waits = waitsForPrice(draft)
    const sized = waits ? sizeAtTrigger(draft, instrument) : sizeNow(floor, draft, instrument)
    if (!sized.ok) return sized
    const covered = checkCover(floor, customer, draft, sized.value.quote)
    if (!covered.ok) return covered

    const now = floor.clock.now()
    const order: OrderRecord = {
      customerCode: customer,
      referenceId: reference,
      symbol: draft.symbol,
      side: draft.side,
      type: draft.type,
      amount: sized.value.amount,
      cashAmount: draft.cashAmount,
      limitPrice: draft.limitPrice,
      triggerPrice: draft.triggerPrice,
      stopLossPrice: draft.stopLossPrice,
      takeProfitPrice: draft.takeProfitPrice,
      timeInForce: timeInForceOf(draft),
      leverage: draft.leverage,
      status: waits ? 'untriggered' : 'open',
      filledAmount: zeroText,
      filledQuote: zeroText,
      triggeredAt: null,
      createdAt: now,
      updatedAt: now,
    }
    if (!waits) return ok(execution.place(order, sized.value, instrument, execution.insert))
    execution.insert(order)
    return ok(triggers.wait(order))
  }

  const find = (customer: string, reference: string): Outcome<OrderRecord> => {
    if (accounts.balance(customer) === null) return unknownCustomer(customer)
    const order = orders.find(customer, reference)
    return order ? ok(order) : refuse('NOT_FOUND', `order ${reference} is not known`)
  }
  const findLive = (customer: string, reference: string): Outcome<OrderRecord> => {
    const found = find(customer, reference)
    return found.ok && !isLive(found.value)
      ? refuse('NOT_FOUND', `order ${reference} is ${found.value.status}; nothing of it is live`)
      : found
  }
  const end = (order: OrderRecord): OrderRecord => {
    const canceled: OrderRecord = { ...order, status: 'canceled', updatedAt: floor.clock.now() }
    execution.keep(canceled)
    return canceled
  }

  return {
    submit: (draft, reference) => floor.change(() => submit(draft, reference)),
    find,
    open(customer, symbol) {
      if (accounts.balance(customer) === null) return unknownCustomer(customer)
      return ok(orders.live(customer as CustomerCode, symbol as Symbol | null))
    },
    cancel: (customer, reference) =>
      floor.change(() => {
        const found = findLive(customer, reference)
        if (!found.ok) return found
        if (found.value.status === 'untriggered') triggers.forget(found.value)
        else floor.exchange.cancel(exchangeId(found.value))
        return ok(end(found.value))
      }),
    amend: (customer, reference, changes, nameOf) =>
      floor.change(() => {
        const found = findLive(customer, reference)
        if (!found.ok) return found
        const [problem] = amendProblems(found.value, changes)
        return problem
          ? refuse('VALIDATION_ERROR', `${nameOf(problem.field)}: ${problem.sentence}`)
          : amend(found.value, changes)
      }),
    hear(event) {
      if (event.kind !== 'fill') {
        triggers.hear(event)
        return
      }
      floor.change(() => {
        const { orderId, symbol } = event.fill
        const [customer = '', reference = ''] = orderId.split('/')
        const order = orders.find(customer, reference)
        const instrument = floor.instruments.get(symbol)
        invariant(order && instrument, `the exchange filled ${orderId}, which this broker does not know`)
        execution.keep(execution.post(order, event.fill, instrument))
      })
    },
    restore: () =>
      floor.change(() => {
        for (const order of orders.live(null, null)) {
          const instrument = floor.instruments.get(order.symbol)
          if (order.status === 'untriggered') {
            if (instrument && sizeAtTrigger(order, instrument).ok) triggers.wait(order)
            else end(order)
            continue
          }
          const again = restingPart(order, instrument)
          if (again) floor.exchange.restore(again)
          else end(order)
        }
      }),
  }
}

/** Market orders never rest, whatever was asked for; one that waits for a trigger keeps what was asked until then. */
const timeInForceOf = (draft: OrderDraft): OrderRecord['timeInForce'] => {
  const asked = draft.timeInForce ?? defaultTimeInForce(draft.type, draft.cashAmount !== null)
  if (draft.type === 'market' && asked !== 'FOK') return 'IOC'
  return asked ?? (draft.limitPrice === null ? 'IOC' : 'GTC')
}

/** What of a kept order goes back on the book; null when the market of this run has no such instrument, tick or lot. */
function restingPart(order: OrderRecord, instrument: ExchangeInstrument | undefined): ExchangeOrder | null {
  if (!instrument || order.limitPrice === null) return null
  const limitTicks = ticksOf(instrument, decimal(order.limitPrice))
  const lots = lotsOf(instrument, subtract(decimal(order.amount), decimal(order.filledAmount)))
  if (limitTicks === null || lots === null) return null
  return {
    id: exchangeId(order),
    symbol: order.symbol,
    side: order.side,
    limitTicks,
    lots,
    timeInForce: 'GTC',
  }
}
