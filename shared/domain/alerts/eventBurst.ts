/** Joins a burst of fills, or of refused orders, into one sentence with the exact count. Pure. */

import { plural } from '../../base/plural.ts'
import { ZERO, add, decimal, toText, type Decimal } from '../../base/decimal.ts'
import { groupedDigits } from '../../base/groupedText.ts'
import { shownCode } from '../../base/shownCode.ts'
import type { NoticeSound } from '../notice.ts'
import { averagePrice, boughtOrSold } from '../orders/orderNotices.ts'
import type { Order } from '../orders/order.ts'
import type { CustomerCode, Side, Symbol } from '../scalars.ts'
import { tradeQuote, type Trade } from '../trade.ts'

/** Fills of one customer in one instrument and direction. */
interface FillPart {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
  readonly side: Side | null
  /** Contracts; null where a fill had no amount. */
  readonly amount: Decimal | null
  /** USDC; null where a fill had no price. */
  readonly quote: Decimal | null
}

export interface FillBurst {
  /** Fills, each trade of the venue once. */
  readonly count: number
  readonly parts: ReadonlyMap<string, FillPart>
}

export const NO_FILLS: FillBurst = { count: 0, parts: new Map() }

const plus = (sum: Decimal | null, more: string | null): Decimal | null =>
  sum === null || more === null ? null : add(sum, decimal(more))

export function withFill({ count, parts }: FillBurst, trade: Trade): FillBurst {
  const { customerCode, symbol, side } = trade
  const key = `${customerCode} ${symbol} ${side ?? ''}`
  const known = parts.get(key) ?? { customerCode, symbol, side, amount: ZERO, quote: ZERO }
  const part: FillPart = {
    ...known,
    amount: plus(known.amount, trade.amount),
    quote: plus(known.quote, tradeQuote(trade)),
  }
  return { count: count + 1, parts: new Map(parts).set(key, part) }
}

/** Parts that a sentence names one by one. */
const MOST_NAMED = 3

/** What a burst is about: its only customer and instrument, each null where there are several. */
export interface BurstWords {
  readonly sentence: string
  readonly customerCode: CustomerCode | null
  readonly symbol: Symbol | null
  readonly sound: NoticeSound
}

const only = <T>(values: ReadonlySet<T>): T | null => (values.size === 1 ? ([...values][0] ?? null) : null)

function partWords(
  { customerCode, symbol, side, amount, quote }: FillPart,
  nameOf: (symbol: Symbol) => string,
): string {
  const did = side === null ? 'traded' : boughtOrSold(side).toLowerCase()
  const size = amount === null ? 'an unknown amount of' : groupedDigits(toText(amount))
  const price = amount === null || quote === null ? null : averagePrice(amount, quote)
  const at = price === null ? '' : ` at ${groupedDigits(price)}`
  return `${shownCode(customerCode)} ${did} ${size} ${nameOf(symbol)}${at}`
}

/** `C1042 bought 2.5 BTC at 62,150.` `nameOf`: the short name of an instrument. */
export function fillWords({ count, parts }: FillBurst, nameOf: (symbol: Symbol) => string): BurstWords {
  const all = [...parts.values()]
  const customers = new Set(all.map(({ customerCode }) => customerCode))
  const symbols = new Set(all.map(({ symbol }) => symbol))
  const sides = new Set(all.map(({ side }) => side))
  const many =
    all.length > MOST_NAMED
      ? `${count} fills of ${plural(customers.size, 'customer')} in ${plural(symbols.size, 'instrument')}`
      : all.map((part) => partWords(part, nameOf)).join('; ')
  return {
    sentence: `${count > 1 && all.length <= MOST_NAMED ? `${count} fills: ` : ''}${many}.`,
    customerCode: only(customers),
    symbol: only(symbols),
    sound: only(sides) === 'sell' ? 'sold' : 'bought',
  }
}

export type RejectBurst = readonly Order[]

export function rejectWords(orders: RejectBurst, nameOf: (symbol: Symbol) => string): BurstWords {
  const last = orders.at(-1)
  const words = last
    ? `${shownCode(last.customerCode)} ${last.side.toUpperCase()} ${nameOf(last.symbol)}: ${last.refusal?.code ?? 'no reason given'}`
    : ''
  return {
    sentence:
      orders.length === 1
        ? `An order was refused: ${words}.`
        : `${orders.length} orders were refused. The last: ${words}.`,
    customerCode: only(new Set(orders.map(({ customerCode }) => customerCode))),
    symbol: only(new Set(orders.map(({ symbol }) => symbol))),
    sound: 'reject',
  }
}
