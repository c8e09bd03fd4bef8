/** Takes, cancels and keeps customers' orders, and posts their fills. Never matches: the exchange does. */

import { decimal, subtract, zeroText } from '../../../shared/base/decimal.ts'
import { invariant, ok } from '../../../shared/base/result.ts'
import type { OrderDraft } from '../../../shared/domain/order.ts'
import { defaultTimeInForce } from '../../../shared/domain/orderRules.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/text.ts'
import type { ExchangeInstrument, ExchangeOrder, Fill } from '../exchange/exchange.ts'
import { accountFunds, markPrice } from './accountFunds.ts'
import { bookExecution, feesOf } from './books.ts'
import type { Floor } from './floor.ts'
import { mayPlace } from './margin.ts'
import { sizeOrder, type SizedOrder } from './orderSize.ts'
import { orderAfter } from './posting.ts'
import { isResting, type OrderRecord } from './records.ts'
import { refuse, unknownCustomer, type Outcome } from './refusal.ts'
import { lotsOf, ticksOf } from './sizing.ts'

export interface OrderDesk {
  /** Places a draft that keeps the order rules 1 to 5; answers the order as it stands after matching. */
  submit(draft: OrderDraft, reference: ReferenceId): Outcome<OrderRecord>
  readonly find: (customer: string, reference: string) => Outcome<OrderRecord>
  /** Open orders, oldest first; null means every instrument. */
  open(customer: string, symbol: string | null): Outcome<readonly OrderRecord[]>
  /** Takes the order off the book; NOT_FOUND when it rests nowhere. */
  readonly cancel: (customer: string, reference: string) => Outcome<OrderRecord>
  /** A resting order filled at the exchange. */
  fill(fill: Fill): void
  /** Puts the resting orders of an earlier run back on the book; those that no longer fit the market are canceled. */
  restore(): void
}

/** Customer codes hold no `/`, and a reference id is used once per customer: unique for all time. */
const exchangeId = (order: Pick<OrderRecord, 'customerCode' | 'referenceId'>): string =>
  `${order.customerCode}/${order.referenceId}`

export function orderDesk(floor: Floor): OrderDesk {
  const { accounts, orders } = floor.store

  const keep = (order: OrderRecord) => {
    orders.update(order)
    floor.tell({ kind: 'order', order })
  }

  /** Posts one fill of an order; answers the order after it, not yet kept. */
  const post = (order: OrderRecord, fill: Fill, instrument: ExchangeInstrument): OrderRecord => {
    const { customerCode, referenceId, side } = order
    const { ticks, lots, liquidity, at } = fill
    const fee = decimal(feesOf(floor, customerCode, order.symbol)[liquidity])
    const execution = {
      customerCode,
      type: 'trade',
      side,
      ticks,
      lots,
      liquidity,
      fee,
      referenceId,
      at,
    } as const
    return orderAfter(order, bookExecution(floor, instrument, execution))
  }

  const place = (order: OrderRecord, sized: SizedOrder, instrument: ExchangeInstrument): OrderRecord => {
    const id = exchangeId(order)
    const placed = floor.exchange.place({
      id,
      symbol: order.symbol,
      side: order.side,
      limitTicks: sized.limitTicks,
      lots: sized.lots,
      timeInForce: order.timeInForce,
    })
    try {
      const filled = placed.fills.reduce((known, fill) => post(known, fill, instrument), order)
      const over = placed.restingLots === 0 && filled.status !== 'filled'
      const kept: OrderRecord = over ? { ...filled, status: 'canceled' } : filled
      orders.insert(kept)
      floor.tell({ kind: 'order', order: kept })
      return kept
    } catch (error) {
      floor.exchange.cancel(id)
      throw error
    }
  }

  const submit = (draft: OrderDraft, reference: ReferenceId): Outcome<OrderRecord> => {
    const customer = draft.customerCode
    if (accounts.balance(customer) === null) return unknownCustomer(customer)
    const instrument = floor.instruments.get(draft.symbol)
    if (!instrument) return refuse('NOT_FOUND', `symbol ${draft.symbol} is not known`)
    if (orders.find(customer, reference))
      return refuse('ORDER_REJECTED', `reference_id ${reference} was used before; choose another`)
    if (draft.type !== 'market' && draft.type !== 'limit')
      return refuse('ORDER_REJECTED', `type ${draft.type} is not yet traded here; use market or limit`)
    // The override is set before the order is placed and stays whatever becomes of it (document part 4 rule 5).
    if (draft.leverage !== null) accounts.setLeverage(customer, draft.symbol, draft.leverage)

    const depth = floor.exchange.depth(draft.symbol)
    const levels = draft.side === 'buy' ? depth.asks : depth.bids
    const sized = sizeOrder(draft, instrument, levels, markPrice(floor, instrument))
    if (!sized.ok) return sized
    const intent = { symbol: draft.symbol, side: draft.side, quote: sized.value.quote }
    if (!mayPlace(accountFunds(floor, customer), accountFunds(floor, customer, intent)))
      return refuse('INSUFFICIENT_FUNDS', 'the collateral does not cover the initial margin of this order')

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
      timeInForce: timeInForceOf(draft),
      leverage: draft.leverage,
      status: 'open',
      filledAmount: zeroText,
      filledQuote: zeroText,
      createdAt: now,
      updatedAt: now,
    }
    return ok(place(order, sized.value, instrument))
  }

  const find = (customer: string, reference: string): Outcome<OrderRecord> => {
    if (accounts.balance(customer) === null) return unknownCustomer(customer)
    const order = orders.find(customer, reference)
    return order ? ok(order) : refuse('NOT_FOUND', `order ${reference} is not known`)
  }

  return {
    submit: (draft, reference) => floor.change(() => submit(draft, reference)),
    find,
    open(customer, symbol) {
      if (accounts.balance(customer) === null) return unknownCustomer(customer)
      return ok(orders.resting(customer as CustomerCode, symbol as Symbol | null))
    },
    cancel: (customer, reference) =>
      floor.change(() => {
        const found = find(customer, reference)
        if (!found.ok) return found
        if (!isResting(found.value))
          return refuse('NOT_FOUND', `order ${reference} is ${found.value.status}; nothing of it rests`)
        floor.exchange.cancel(exchangeId(found.value))
        const canceled: OrderRecord = { ...found.value, status: 'canceled', updatedAt: floor.clock.now() }
        keep(canceled)
        return ok(canceled)
      }),
    fill: (fill) =>
      floor.change(() => {
        const [customer = '', reference = ''] = fill.orderId.split('/')
        const order = orders.find(customer, reference)
        const instrument = floor.instruments.get(fill.symbol)
        invariant(order && instrument, `the exchange filled ${fill.orderId}, which this broker does not know`)
        keep(post(order, fill, instrument))
      }),
    restore: () =>
      floor.change(() => {
        for (const order of orders.resting(null, null)) {
          const again = restingPart(order, floor.instruments.get(order.symbol))
          if (again) floor.exchange.restore(again)
          else keep({ ...order, status: 'canceled', updatedAt: floor.clock.now() })
        }
      }),
  }
}

/** Market orders never rest, whatever was asked for. */
const timeInForceOf = (draft: OrderDraft): OrderRecord['timeInForce'] => {
  const asked = draft.timeInForce ?? defaultTimeInForce(draft.type, draft.cashAmount !== null)
  return draft.type === 'market' && asked !== 'FOK' ? 'IOC' : (asked ?? 'IOC')
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
