/** Looks an order up where a stream message about it, or a trade of it, does not agree with what is known, and tells of a bracket that waits for this. Decides nothing about the order. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { compare, decimal, toText, type Decimal } from '../../../shared/base/decimal.ts'
import type { Clock, Stop } from '../../../shared/base/clock.ts'
import { isLive, orderKey, type Order, type OrderReport } from '../../../shared/domain/orders/order.ts'
import { isShownLive } from '../../../shared/domain/orders/orderLife.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { OrderStore, Seen } from './journaledOrderStore.ts'
import { LookUpThrottle } from './throttleLookUpsPerOrder.ts'
import type { Broker } from '../ports/broker.ts'
import type { UnknownOrderResolver } from './unknownOrderResolver.ts'

/** Ms that an order's report may arrive after the trade of its fill: the channels are not synchronized. */
const REPORT_LATER = 3_000

export interface StreamMismatchLookUpsOptions {
  readonly clock: Clock
  readonly broker: Broker
  readonly orderStore: Pick<OrderStore, 'get'>
  readonly resolver: Pick<UnknownOrderResolver, 'ask' | 'watch'>
  readonly notices: Pick<Notices, 'say'>
  /** Contracts of the trades that name an order. It filled at least so much. */
  readonly filledAtLeast: (customer: CustomerCode, symbol: Symbol, order: ReferenceId) => Decimal
}

export interface StreamMismatchLookUps {
  /** Call with every order that the stream reports. `seen`: what the order store did with the report. */
  orderReported(report: OrderReport, customer: CustomerCode, seen: Seen): void
  /** Call with every trade that the stream reports, once the trade book has it. */
  tradeReported(trade: Trade): void
  close(): void
}

/** Whether the message and the order, as it is after the message, do not agree. */
function disagrees(report: OrderReport, now: Order, seen: Seen): boolean {
  if (seen === 'contradicts') return true
  const isOpen = isShownLive(report)
  if (seen === 'taken') return isLive(now) !== isOpen
  // An order that an older message shows open may be done by now.
  return isLive(now) && (!isOpen || compare(decimal(report.filledAmount), decimal(now.filledAmount)) > 0)
}

export function createStreamMismatchLookUps({
  clock,
  broker,
  orderStore,
  resolver,
  notices,
  filledAtLeast,
}: StreamMismatchLookUpsOptions): StreamMismatchLookUps {
  const throttle = new LookUpThrottle(clock)
  /** Orders with a trade whose report may still come. */
  const waiting = new Map<string, Stop>()
  let closed = false

  const lookUp = async (customer: CustomerCode, id: ReferenceId): Promise<void> => {
    const key = orderKey({ customerCode: customer, referenceId: id })
    if (!throttle.claim(key)) return
    const looked = await resolver.ask(broker, customer, id)
    if (looked.ok) return
    if (looked.failure.kind === 'unreachable') throttle.release(key)
    const now = orderStore.get(customer, id)
    if (now && isLive(now)) resolver.watch(now)
  }

  /** The order and the contracts of its trades, where these are more than the order shows. */
  const lessThanTrades = (customer: CustomerCode, id: ReferenceId): [Order, Decimal] | null => {
    const now = orderStore.get(customer, id)
    const traded = now ? filledAtLeast(customer, now.symbol, id) : null
    return now && traded !== null && compare(traded, decimal(now.filledAmount)) > 0 ? [now, traded] : null
  }
  /** Entries of brackets of which an alarm says that their orders show less than their trades. */
  const alarmed = new Set<string>()
  const tell = (
    key: string,
    [{ customerCode, symbol, referenceId, filledAmount }, traded]: [Order, Decimal],
  ) => {
    alarmed.add(key)
    notices.say(
      'error',
      `Trades show that order ${referenceId} of ${shownCode(customerCode)} filled ${toText(traded)} ${shownCode(symbol)}. The order itself shows ${filledAmount}.`,
      'Its take profit and stop loss are placed for what the order shows, so the position has none for the rest. Openpit looks the order up again every 30 s.',
      {
        kind: 'reject',
        key: `less than trades ${key}`,
        customerCode,
        symbol,
        referenceId,
        action: 'Compare position and order with the venue. Place a stop for the rest, or close it.',
      },
    )
  }
  const tellEnd = (key: string, customerCode: CustomerCode, referenceId: ReferenceId): void => {
    if (!alarmed.delete(key)) return
    const sentence = `Order ${referenceId} of ${shownCode(customerCode)} shows what its trades show now.`
    const about = { kind: 'reject', key: `less than trades ${key}`, customerCode, referenceId } as const
    notices.say('info', sentence, null, { ...about, settles: true })
  }
  /** Until the order shows what its trades show: a venue's reads may lag behind its stream. */
  const awaitReport = (customer: CustomerCode, id: ReferenceId): void => {
    const key = orderKey({ customerCode: customer, referenceId: id })
    const look = async (): Promise<void> => {
      waiting.delete(key)
      if (lessThanTrades(customer, id) === null) return tellEnd(key, customer, id)
      await lookUp(customer, id)
      if (closed) return
      const less = lessThanTrades(customer, id)
      if (less === null) return tellEnd(key, customer, id)
      if (less[0].bracket && !alarmed.has(key)) tell(key, less)
      awaitReport(customer, id)
    }
    if (!waiting.has(key))
      waiting.set(
        key,
        clock.after(REPORT_LATER, () => void look()),
      )
  }

  return {
    orderReported(report, customer, seen) {
      const now = orderStore.get(customer, report.referenceId)
      if (now && disagrees(report, now, seen)) void lookUp(customer, report.referenceId)
    },
    tradeReported({ customerCode, referenceId }) {
      if (referenceId !== null && lessThanTrades(customerCode, referenceId) !== null)
        awaitReport(customerCode, referenceId)
    },
    close() {
      closed = true
      for (const stop of waiting.values()) stop()
      waiting.clear()
    },
  }
}
