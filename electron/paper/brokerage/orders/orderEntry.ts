/** Accepts, cancels, amends and stores customers' orders. Never matches: the exchange does. */

import { zeroText } from '../../../../shared/base/decimal.ts'
import { invariant, ok } from '../../../../shared/base/result.ts'
import type { OrderChanges, OrderDraft } from '../../../../shared/domain/orders/order.ts'
import {
  amendProblems,
  defaultTimeInForce,
  type OrderProblem,
} from '../../../../shared/domain/orders/orderFieldRules.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../../shared/domain/scalars.ts'
import type { ExchangeEvent } from '../../exchange/exchange.ts'
import type { BrokerContext } from '../brokerContext.ts'
import { orderAmend } from './orderAmend.ts'
import { checkCover, checkStatus, sizeAtTrigger, sizeNow } from './orderCheck.ts'
import { exchangeId, orderExecution } from './orderExecution.ts'
import { isLive, type OrderRecord } from '../../bookkeeping/records.ts'
import { refuse, unknownCustomer, type Outcome } from '../../refusal.ts'
import { restoreOrders } from './orderRestore.ts'
import { triggerOrders } from './triggerOrders.ts'
import { waitsForPrice } from './waitingOrders.ts'

export interface OrderEntry {
  /** Places a draft that satisfies the order rules 1 to 5. Returns the order after matching. */
  submit(draft: OrderDraft, reference: ReferenceId): Outcome<OrderRecord>
  readonly find: (customer: string, reference: string) => Outcome<OrderRecord>
  /** Live orders, oldest first, including orders that wait for a trigger. Null means every instrument. */
  open(customer: string, symbol: string | null): Outcome<readonly OrderRecord[]>
  /** Cancels a live order; NOT_FOUND when it is no longer live. */
  readonly cancel: (customer: string, reference: string) => Outcome<OrderRecord>
  /** Changes a live order; NOT_FOUND when it is no longer live. `nameOf` gives the API's name of a field. */
  amend(
    customer: string,
    reference: string,
    changes: OrderChanges,
    nameOf: (field: OrderProblem['field']) => string,
  ): Outcome<OrderRecord>
  /** Receives fills of resting orders, and prices that may trigger waiting orders. */
  receive(event: ExchangeEvent): void
  /** Resumes the live orders of an earlier run. Orders that no longer fit the market are canceled. */
  restore(): void
}

export function orderEntry(context: BrokerContext): OrderEntry {
  const { accounts, orders } = context.store
  const execution = orderExecution(context)
  const triggers = triggerOrders(context, execution)
  const amend = orderAmend(context, execution, triggers)

  const submit = (draft: OrderDraft, reference: ReferenceId): Outcome<OrderRecord> => {
    const customer = draft.customerCode
    if (accounts.balance(customer) === null) return unknownCustomer(customer)
    const instrument = context.instruments.get(draft.symbol)
    if (!instrument) return refuse('NOT_FOUND', `symbol ${draft.symbol} is not known`)
    if (orders.find(customer, reference))
      return refuse('ORDER_REJECTED', `reference_id ${reference} was used before; choose another`)
    // The override is set before the order is placed, and stays even when the order is rejected (docs/api.md#4.rule.5).
    if (draft.leverage !== null) accounts.setLeverage(customer, draft.symbol, draft.leverage)

    const permitted = checkStatus(context, draft, instrument)
    if (!permitted.ok) return permitted
    const waits = waitsForPrice(draft)
    const sized = waits ? sizeAtTrigger(draft, instrument) : sizeNow(context, draft, instrument)
    if (!sized.ok) return sized
    const covered = checkCover(context, customer, draft, sized.value.quote)
    if (!covered.ok) return covered

    const now = context.clock.now()
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
    const canceled: OrderRecord = { ...order, status: 'canceled', updatedAt: context.clock.now() }
    execution.update(canceled)
    return canceled
  }

  return {
    submit: (draft, reference) => context.change(() => submit(draft, reference)),
    find,
    open(customer, symbol) {
      if (accounts.balance(customer) === null) return unknownCustomer(customer)
      return ok(orders.live(customer as CustomerCode, symbol as Symbol | null))
    },
    cancel: (customer, reference) =>
      context.change(() => {
        const found = findLive(customer, reference)
        if (!found.ok) return found
        if (found.value.status === 'untriggered') triggers.forget(found.value)
        else context.exchange.cancel(exchangeId(found.value))
        return ok(end(found.value))
      }),
    amend: (customer, reference, changes, nameOf) =>
      context.change(() => {
        const found = findLive(customer, reference)
        if (!found.ok) return found
        const [problem] = amendProblems(found.value, changes)
        return problem
          ? refuse('VALIDATION_ERROR', `${nameOf(problem.field)}: ${problem.sentence}`)
          : amend(found.value, changes)
      }),
    receive(event) {
      if (event.kind !== 'fill') {
        triggers.receive(event)
        return
      }
      context.change(() => {
        const { orderId, symbol } = event.fill
        const [customer = '', reference = ''] = orderId.split('/')
        const order = orders.find(customer, reference)
        const instrument = context.instruments.get(symbol)
        invariant(order && instrument, `the exchange filled ${orderId}, which this broker does not know`)
        execution.update(execution.post(order, event.fill, instrument))
      })
    },
    restore: () => context.change(() => restoreOrders(context, triggers, end)),
  }
}

/** Market orders never rest, whatever time in force was requested. An order that waits for a trigger stores the requested value until then. */
const timeInForceOf = (draft: OrderDraft): OrderRecord['timeInForce'] => {
  const requested = draft.timeInForce ?? defaultTimeInForce(draft.type, draft.cashAmount !== null)
  if (draft.type === 'market' && requested !== 'FOK') return 'IOC'
  return requested ?? (draft.limitPrice === null ? 'IOC' : 'GTC')
}
