/** A desk at rest for tests of the limits: fresh prices, nothing open, nothing sent. */

import { ZERO, decimal, multiply, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import type { BookWalk } from '../../../shared/domain/book/bookWalk.ts'
import { nothingOpen, type OpenPair } from '../../../shared/domain/limits/exposure.ts'
import type { LimitContext } from '../../../shared/domain/limits/limitMeasures.ts'
import type { LimitName, LimitRule } from '../../../shared/domain/limits/limits.ts'
import { unseenIn } from '../../../shared/domain/orders/openOrderReading.ts'
import { plainDraft, type OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'

export const text = (word: string) => word as DecimalText
export const C1 = 'C1042' as CustomerCode
export const C2 = 'C2007' as CustomerCode
export const BTC = 'BTCUSDC_PERP' as Symbol
export const ETH = 'ETHUSDC_PERP' as Symbol
export const NOW = 1_000_000

export const draftOf = (more: Partial<OrderDraft> = {}): OrderDraft =>
  plainDraft({
    customerCode: C1,
    symbol: BTC,
    side: 'buy',
    type: 'limit',
    amount: text('2'),
    limitPrice: text('1000'),
    ...more,
  })

export const marketDraft = (more: Partial<OrderDraft> = {}): OrderDraft =>
  draftOf({ type: 'market', limitPrice: null, ...more })

export const pairOf = (position: string, more: Partial<OpenPair> = {}): OpenPair => ({
  customerCode: C1,
  symbol: BTC,
  position: decimal(position),
  certain: true,
  price: decimal('1000'),
  buy: nothingOpen,
  sell: nothingOpen,
  unsized: 0,
  ...more,
})

export const open = (amount: string, cash = '0') => ({ amount: decimal(amount), cash: decimal(cash) })

/** A touch of 999 to 1001 and a mark of 1000, all heard just now. */
export const contextOf = (more: Partial<LimitContext> = {}): LimitContext => ({
  now: NOW,
  prices: {
    bid: decimal('999'),
    ask: decimal('1001'),
    touchAt: NOW,
    mark: decimal('1000'),
    markAt: NOW,
  },
  pairs: [pairOf('0')],
  sent: () => ({ orders: 0, value: ZERO }),
  sentSince: () => null,
  alike: 0,
  crossed: () => [],
  passed: () => [],
  first: () => null,
  favored: () => null,
  unread: () => unseenIn([]),
  leverage: null,
  walk: null,
  ...more,
})

export const walkOf = (best: string, average: string, whole = true): BookWalk => ({
  bestPrice: text(best),
  averagePrice: text(average),
  worstPrice: text(average),
  filled: text('2'),
  quote: toText(multiply(decimal(average), decimal('2'))),
  whole,
  ranOut: !whole,
})

export const ruleOf = (
  bounds: Partial<Record<LimitName, { block?: string; warn?: string }>>,
  scope: Partial<LimitRule> = {},
): LimitRule => ({
  customerCode: null,
  symbol: null,
  instruments: null,
  bounds: Object.fromEntries(
    Object.entries(bounds).map(([name, { block, warn }]) => [
      name,
      { block: block === undefined ? null : text(block), warn: warn === undefined ? null : text(warn) },
    ]),
  ),
  ...scope,
})
