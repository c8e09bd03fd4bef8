/** What each customer's resting orders would cost, kept up with every stored order, so that a new order costs the same behind ten thousand as behind ten. Stores nothing. */

import {
  ZERO,
  add,
  decimal,
  multiply,
  negate,
  signOf,
  subtract,
  type Decimal,
} from '../../../shared/base/decimal.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { OrderRecord } from '../bookkeeping/records.ts'

/** USDC that the unfilled parts of the orders of one instrument cost at their limits. */
export interface RestingQuotes {
  readonly buys: Decimal
  readonly sells: Decimal
}

type Part = Pick<OrderRecord, 'symbol' | 'side'> & { readonly quote: Decimal }

interface Sums {
  readonly quotes: Map<Symbol, RestingQuotes>
  /** By reference id. */
  readonly parts: Map<string, Part>
}

const NOTHING: RestingQuotes = { buys: ZERO, sells: ZERO }

const isOnBook = ({ status }: OrderRecord): boolean => status === 'open' || status === 'partially_filled'

const quoteOf = ({ amount, filledAmount, limitPrice }: OrderRecord): Decimal =>
  multiply(subtract(decimal(amount), decimal(filledAmount)), decimal(limitPrice ?? '0'))

export class RestingSums {
  /** Customers that were asked for since the start or since `forget`. */
  private readonly known = new Map<CustomerCode, Sums>()

  /** By instrument. `load` reads the customer's orders on the book, where they are not known yet. */
  of(customer: CustomerCode, load: () => readonly OrderRecord[]): ReadonlyMap<Symbol, RestingQuotes> {
    let sums = this.known.get(customer)
    if (!sums) {
      sums = { quotes: new Map(), parts: new Map() }
      this.known.set(customer, sums)
      for (const order of load()) put(sums, order)
    }
    return sums.quotes
  }

  /** Follows an order that was stored: new, changed or ended. */
  follow(order: OrderRecord): void {
    const sums = this.known.get(order.customerCode)
    if (sums) put(sums, order)
  }

  /** Reads everything anew when it is next asked for: a transaction was undone. */
  forget(): void {
    this.known.clear()
  }
}

function put({ quotes, parts }: Sums, order: OrderRecord): void {
  const count = ({ symbol, side, quote }: Part) => {
    const { buys, sells } = quotes.get(symbol) ?? NOTHING
    const after = side === 'buy' ? { buys: add(buys, quote), sells } : { buys, sells: add(sells, quote) }
    if (signOf(after.buys) === 0 && signOf(after.sells) === 0) quotes.delete(symbol)
    else quotes.set(symbol, after)
  }
  const before = parts.get(order.referenceId)
  if (before) count({ ...before, quote: negate(before.quote) })
  parts.delete(order.referenceId)
  if (!isOnBook(order)) return
  const part = { symbol: order.symbol, side: order.side, quote: quoteOf(order) }
  parts.set(order.referenceId, part)
  count(part)
}
