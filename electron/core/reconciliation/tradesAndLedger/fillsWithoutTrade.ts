/**
 * Detects fills without a trade: reads the newest trades once, then reports the trade as lost. The private channels number no message, so nothing else
 * shows the loss. Says once when a fill is proven only by trades that name no order.
 */

import { compare, decimal, type DecimalText } from '../../../../shared/base/decimal.ts'
import type { Clock, Stop } from '../../../../shared/base/clock.ts'
import { orderKey, type OrderReport } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'

/** Ms that a trade may arrive after the order report with its fill: the channels are not synchronized. */
const TRADE_LATER = 3_000

export interface FillsWithoutTradeOptions {
  readonly clock: Clock
  readonly trades: Pick<TradeBook, 'filledBy' | 'missingFills' | 'isWhole'>
  readonly orderStore: Pick<OrderStore, 'recentOf'>
  readonly notices: Pick<Notices, 'say'>
  /** Reads the newest trades in. */
  readonly readTrades: () => Promise<unknown>
  /** Called for a lost trade; `why`: a clause without a full stop. */
  readonly lost: (customer: CustomerCode, why: string) => void
}

export interface FillsWithoutTrade {
  /** Takes an order report of the stream. */
  orderReported(customer: CustomerCode, report: OrderReport): void
  close(): void
}

export function watchFillsWithoutTrade({
  clock,
  trades,
  orderStore,
  notices,
  readTrades,
  lost,
}: FillsWithoutTradeOptions): FillsWithoutTrade {
  /** Fills that wait for their trade, by order. */
  const waiting = new Map<string, { latest: DecimalText; readonly stop: Stop }>()
  let closed = false

  let hasSaidUnnamed = false

  /** Whether the trades that name the order show less than the fill. False where some trade is unknown: then a fill cannot be checked. */
  const isOpen = (customer: CustomerCode, { symbol, referenceId }: OrderReport, filled: DecimalText) =>
    trades.isWhole() && compare(trades.filledBy(customer, symbol, referenceId).named, decimal(filled)) < 0

  /** Whether no trade can hold the fill, of those that name the order and those that name none. */
  const isMissing = (customer: CustomerCode, report: OrderReport, filled: DecimalText): boolean =>
    isOpen(customer, report, filled) &&
    trades.missingFills(customer, report.symbol, orderStore.recentOf(customer))[report.side] > 0n

  const sayUnnamed = (): void => {
    if (hasSaidUnnamed) return
    hasSaidUnnamed = true
    notices.say(
      'warning',
      'Trades of this venue name no order. Openpit compares their sums with the fills that orders show.',
      'A position counts as not certain until such trades can hold every fill. Openpit then sends no order that the position sizes, and the limits count the fill as missing.',
    )
  }

  const wait = (key: string, customer: CustomerCode, report: OrderReport, filled: DecimalText): void => {
    const look = async (): Promise<void> => {
      if (isMissing(customer, report, filled)) await readTrades()
      if (closed) return
      if (isMissing(customer, report, filled))
        lost(customer, `order ${report.referenceId} filled ${filled}, and its trades show less`)
      else if (isOpen(customer, report, filled)) sayUnnamed()
      const latest = waiting.get(key)?.latest ?? filled
      waiting.delete(key)
      if (latest !== filled && isOpen(customer, report, latest)) wait(key, customer, report, latest)
    }
    waiting.set(key, { latest: filled, stop: clock.after(TRADE_LATER, () => void look()) })
  }

  return {
    orderReported(customer, report) {
      const { referenceId, filledAmount } = report
      const key = orderKey({ customerCode: customer, referenceId })
      const known = waiting.get(key)
      if (known) known.latest = filledAmount
      else if (isOpen(customer, report, filledAmount)) wait(key, customer, report, filledAmount)
    },
    close() {
      closed = true
      for (const { stop } of waiting.values()) stop()
      waiting.clear()
    },
  }
}
