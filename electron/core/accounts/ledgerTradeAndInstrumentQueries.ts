/** Answers queries of windows: one trade, and pages of ledger, trades and instruments by filter. Stores no result. Sends nothing. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { CommandHandlers } from '../../../shared/contract/ports.ts'
import { notSignedIn, type Access } from '../support/brokerAccess.ts'
import { readFailed } from '../support/failureMessages.ts'
import type { CashLedger } from './cashLedger.ts'
import type { Broker, HistoryPage, ReadFailure } from '../ports.ts'
import type { TradeBook } from './tradeBook.ts'

type Reads = Pick<CommandHandlers, 'ledger.read' | 'trades.read' | 'trade.read' | 'instruments.read'>

/** The query with the filters that are set; the others are left out. */
const chosen = <T extends object>(query: T): { [F in keyof T]?: NonNullable<T[F]> } =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null)) as {
    [F in keyof T]?: NonNullable<T[F]>
  }

const backwards = (from: number | null, to: number | null): Failure | null =>
  from !== null && to !== null && from > to
    ? failureOf('refused', 'The range ends before it begins. Choose a later end.', { field: 'to' })
    : null

/** The cursor of the next page, or what the list leaves out at its end. The number of rows on earlier pages is unknown here and counts as unlimited. */
function endOf(
  { items, unreadable = 0, next, behind, fault = null }: HistoryPage<unknown>,
  hasEarlier: boolean,
): { readonly next: string | null; readonly missing: string | null } {
  const known = hasEarlier ? Number.MAX_SAFE_INTEGER : items.length + unreadable
  return fault === null ? { next, missing: behind?.(known) ?? null } : { next: null, missing: fault }
}

export function createLedgerTradeAndInstrumentQueries(
  access: Access,
  ledger: Pick<CashLedger, 'signed'>,
  trades: Pick<TradeBook, 'filledIn'>,
): Reads {
  const readFrom = async <T>(
    read: (broker: Broker) => Promise<Result<T, ReadFailure>>,
  ): Promise<Result<T, Failure>> => {
    const broker = access.broker()
    if (!broker) return fail(notSignedIn())
    const answer = await read(broker)
    return answer.ok ? answer : fail(readFailed(answer.failure))
  }

  return {
    async 'ledger.read'({ customerCode, from, to, status, before }) {
      const wrong = backwards(from, to)
      if (wrong) return fail(wrong)
      return readFrom(async (broker) => {
        const page = await broker.ledger(chosen({ customer: customerCode, from, to, status, before }))
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
        const page = await broker.trades(chosen({ customer: customerCode, symbol, from, to, sort, before }))
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
            message: `The venue shows no trade ${code} of ${customerCode}. Read the trade again in a moment. If it stays missing, ask the broker.`,
          })
        : read
    },
    'instruments.read': (filter) =>
      readFrom(async (broker) => {
        const list = await broker.instruments(chosen(filter))
        return list.ok ? ok([...list.value]) : list
      }),
  }
}
