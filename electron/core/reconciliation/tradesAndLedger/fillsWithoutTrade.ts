/** Detects fills without a trade: reads the newest trades once, then reports the trade as lost. The private channels number no message, so nothing else shows the loss. */

import { compare, decimal, type DecimalText } from '../../../../shared/base/decimal.ts'
import type { Clock, Stop } from '../../../../shared/base/clock.ts'
import { orderKey, type OrderReport } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'

/** Ms that a trade may arrive after the order report with its fill: the channels are not synchronized. */
const TRADE_LATER = 3_000

export interface FillsWithoutTradeOptions {
  readonly clock: Clock
  readonly trades: Pick<TradeBook, 'filledBy' | 'isWhole'>
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
  readTrades,
  lost,
}: FillsWithoutTradeOptions): FillsWithoutTrade {
  /** Fills that wait for their trade, by order. */
  const waiting = new Map<string, { latest: DecimalText; readonly stop: Stop }>()
  let closed = false

  /** Whether the trades show less than the fill. False where some trade is unknown or names no order: then a fill cannot be checked. */
  const isMissing = (customer: CustomerCode, { symbol, referenceId }: OrderReport, filled: DecimalText) => {
    const traded = trades.isWhole() ? trades.filledBy(customer, symbol, referenceId) : null
    return traded !== null && compare(traded, decimal(filled)) < 0
  }

  const wait = (key: string, customer: CustomerCode, report: OrderReport, filled: DecimalText): void => {
    const look = async (): Promise<void> => {
      if (isMissing(customer, report, filled)) await readTrades()
      if (closed) return
      if (isMissing(customer, report, filled))
        lost(customer, `order ${report.referenceId} filled ${filled}, and its trades show less`)
      const latest = waiting.get(key)?.latest ?? filled
      waiting.delete(key)
      if (latest !== filled && isMissing(customer, report, latest)) wait(key, customer, report, latest)
    }
    waiting.set(key, { latest: filled, stop: clock.after(TRADE_LATER, () => void look()) })
  }

  return {
    orderReported(customer, report) {
      const { referenceId, filledAmount } = report
      const key = orderKey({ customerCode: customer, referenceId })
      const known = waiting.get(key)
      if (known) known.latest = filledAmount
      else if (isMissing(customer, report, filledAmount)) wait(key, customer, report, filledAmount)
    },
    close() {
      closed = true
      for (const { stop } of waiting.values()) stop()
      waiting.clear()
    },
  }
}
