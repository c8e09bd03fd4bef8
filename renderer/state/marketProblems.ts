/** Checks a draft against its instrument, its market and the limits on price, for the fields. The core applies the same rules again. Pure. */

import { decimal, type Decimal } from '../../shared/base/decimal.ts'
import { amendedDraft } from '../../shared/domain/orders/amendedDraft.ts'
import type { Instrument, Ticker } from '../../shared/domain/instrument.ts'
import { priceBlocks } from '../../shared/domain/limits/limitCheck.ts'
import { freshPrices, type FreshPrices } from '../../shared/domain/limits/limitMeasures.ts'
import type { LimitRule } from '../../shared/domain/limits/limits.ts'
import {
  amendFitProblems,
  fitProblems,
  type FitContext,
  type FitProblem,
} from '../../shared/domain/orders/marketFit.ts'
import type { Order, OrderChanges, OrderDraft } from '../../shared/domain/orders/order.ts'
import { triggerPricesOf } from '../../shared/domain/orders/triggerFit.ts'

export interface MarketView {
  readonly instrument: Instrument
  readonly ticker: Ticker | undefined
  /** Contracts held, signed; null while unknown. */
  readonly position: Decimal | null
  readonly rules: readonly LimitRule[]
  /** Wall clock, ms: how old the prices are. */
  readonly now: number
}

const read = (text: string | null | undefined): Decimal | null => (text ? decimal(text) : null)

/** The market that a draft is fitted to: the mark, else the last price. */
const fitContextOf = ({ instrument, ticker, position, now }: Omit<MarketView, 'rules'>): FitContext => ({
  instrument,
  market: read(ticker?.markPrice ?? ticker?.lastPrice),
  prices: triggerPricesOf(ticker, now),
  position,
})

/** The field of a limit on price: the limit price, else the trigger price. */
const fieldOf = (draft: OrderDraft, limit: string): FitProblem['field'] =>
  limit !== 'trigger' ? 'limitPrice' : draft.triggerPrice === null ? 'takeProfitPrice' : 'triggerPrice'

/** The prices for checks of an order, by the rules of the core; null for each price that is unknown or too old. */
export const freshPricesOf = ({ ticker, now }: Pick<MarketView, 'ticker' | 'now'>): FreshPrices =>
  freshPrices({
    now,
    prices: {
      bid: read(ticker?.bestBid),
      ask: read(ticker?.bestAsk),
      touchAt: ticker?.touchAt ?? null,
      mark: read(ticker?.markPrice),
      markAt: ticker?.listedAt ?? null,
    },
  })

/** The prices of a draft that the limits on price block. Checks nothing against a price that is too old. */
function blockedPrices(draft: OrderDraft, view: MarketView): FitProblem[] {
  return priceBlocks(draft, view.rules, freshPricesOf(view)).map(({ limit, sentence }) => ({
    field: fieldOf(draft, limit),
    sentence,
    offer: null,
  }))
}

/** Misfits first, then blocked prices. The dealer sees the first problem of each field. */
export const marketProblems = (draft: OrderDraft, view: MarketView): FitProblem[] => [
  ...fitProblems(draft, fitContextOf(view)),
  ...blockedPrices(draft, view),
]

/** The same for an amend: its new values against the instrument, and the resulting order against the limits. */
export const amendMarketProblems = (order: Order, changes: OrderChanges, view: MarketView): FitProblem[] => [
  ...amendFitProblems(order, changes, fitContextOf(view)),
  ...blockedPrices(amendedDraft(order, changes), view),
]
