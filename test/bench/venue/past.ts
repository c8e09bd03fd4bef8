/** The past of the customers of the bench's venue: some trades and ledger rows each, which agree to the last digit. Lists them by page, newest first. */

import { customersOf, SYMBOLS, TRADES_EACH } from './words.ts'

/** Rows of a page. A venue with pages of a hundred rows would have a terminal wait for the first 2,000 rows, and read the others later. */
export const PAGE = 2_000
const BEGAN = Date.UTC(2026, 0, 5, 9)

interface Row {
  readonly code: string
}

export interface Past {
  page(list: 'trades' | 'rows', before: string | null): object
}

/** Buys a lot, then sells half of it, and so on: `n` is the place in the customer's past. */
function tradeOf(customer: string, n: number, at: number) {
  const isBuy = n % 2 === 0
  return {
    code: `T${customer}-${n}`,
    customer_code: customer,
    type: 'trade',
    symbol: SYMBOLS[0],
    side: isBuy ? 'buy' : 'sell',
    price: '100',
    amount: isBuy ? '0.02' : '0.01',
    quote: isBuy ? '2' : '1',
    fee: '0.01',
    realised_pnl: '0',
    created_at: new Date(at).toISOString(),
  }
}

const rowOf = (
  customer: string,
  code: string,
  type: string,
  total: string,
  direction: string,
  at: number,
) => ({
  code,
  customer_code: customer,
  transaction_type: type,
  status: 'completed',
  asset: 'USDC',
  ...(type === 'trade' && { symbol: SYMBOLS[0], realised_pnl: '0' }),
  total_amount: total,
  amount: total,
  direction,
  created_at: new Date(at).toISOString(),
  updated_at: new Date(at).toISOString(),
})

export function pastOf(count: number): Past {
  const trades: Row[] = []
  const rows: Row[] = []
  for (const [place, customer] of customersOf(count).entries()) {
    const from = BEGAN + place * 1_000
    rows.push(rowOf(customer, `D${customer}`, 'deposit', '1000', 'in', from))
    for (let n = 0; n < TRADES_EACH; n++) {
      const trade = tradeOf(customer, n, from + 1 + n)
      trades.push(trade)
      rows.push(rowOf(customer, trade.code, 'trade', '0.01', 'out', from + 1 + n))
    }
  }
  const lists = { trades: trades.toReversed(), rows: rows.toReversed() }
  const placeOf = { trades: placesOf(lists.trades), rows: placesOf(lists.rows) }
  return {
    page(list, before) {
      const from = before === null ? 0 : (placeOf[list].get(before) ?? 0) + 1
      const items = lists[list].slice(from, from + PAGE)
      const next = from + PAGE < lists[list].length ? (items.at(-1)?.code ?? null) : null
      return { items, response_metadata: { next } }
    },
  }
}

const placesOf = (list: readonly Row[]): ReadonlyMap<string, number> =>
  new Map(list.map(({ code }, place) => [code, place]))
