/** Reads from the venue what a window asks for: one trade, and pages of trades and ledger by filter. Stores no result. Sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { fail, ok } from '../../../shared/base/result.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { CommandHandlers } from '../../../shared/contract/ports.ts'
import type { Access } from '../support/brokerAccess.ts'
import { createReadForWindow, setFilters } from '../support/readVenueForWindow.ts'
import type { CashLedger } from './cashLedger.ts'
import type { HistoryPage } from '../ports/brokerAnswers.ts'
import type { TradeBook } from './tradeBook.ts'

type Reads = Pick<CommandHandlers, 'ledger.read' | 'trades.read' | 'trade.read'>

const backwards = (from: number | null, to: number | null): Failure | null =>
  from !== null && to !== null && from > to
    ? failureOf('refused', 'The range ends before it begins. Choose a later end.', { field: 'to' })
    : null

/** The cursor of the next page, what the list leaves out at its end, and how many rows of the page cannot be read. The number of rows on earlier pages is unknown here and counts as unlimited. */
function endOf(
  { items, unreadable = 0, next, behind, fault = null }: HistoryPage<unknown>,
  hasEarlier: boolean,
): { readonly next: string | null; readonly missing: string | null; readonly unreadable?: number } {
  const known = hasEarlier ? Number.MAX_SAFE_INTEGER : items.length + unreadable
  const end = fault === null ? { next, missing: behind?.(known) ?? null } : { next: null, missing: fault }
  return unreadable > 0 ? { ...end, unreadable } : end
}

export function createTradeAndLedgerReads(
  access: Access,
  ledger: Pick<CashLedger, 'signed'>,
  trades: Pick<TradeBook, 'filledIn'>,
): Reads {
  const readFrom = createReadForWindow(access)

  return {
    async 'ledger.read'({ customerCode, from, to, status, before }) {
      const wrong = backwards(from, to)
      if (wrong) return fail(wrong)
      return readFrom(async (broker) => {
        const page = await broker.ledger(setFilters({ customer: customerCode, from, to, status, before }))
        return page.ok
          ? ok({
              rows: page.value.items.map((row) => ledger.signed(row)),
              ...endOf(page.value, before !== null),
            })
          : page
      })
    },
    async 'trades.read'({ customerCode, symbol, from, to, sort, before }) {
      const wrong = backwards(from, to)
      if (wrong) return fail(wrong)
      return readFrom(async (broker) => {
        const page = await broker.trades(
          setFilters({ customer: customerCode, symbol, from, to, sort, before }),
        )
        return page.ok
          ? ok({
              trades: page.value.items.map((trade) => trades.filledIn(trade)),
              // Oldest first no page is the last one.
              ...endOf(page.value, before !== null || sort === 'asc'),
            })
          : page
      })
    },
    async 'trade.read'({ customerCode, code }) {
      const read = await readFrom((broker) => broker.trade(customerCode, code))
      if (read.ok) return ok(trades.filledIn(read.value))
      return read.failure.code === 'NOT_FOUND'
        ? fail({
            ...read.failure,
            message: `The venue shows no trade ${code} of ${shownCode(customerCode)}. Read the trade again in a moment. If it stays missing, ask the broker.`,
          })
        : read
    },
  }
}
