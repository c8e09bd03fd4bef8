/** Instruments with the steps that were detected (docs/api.md#gap.23), and tickers merged from lists and streams (docs/api.md#gap.16). Decides nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import {
  add,
  decimal,
  decimalOf,
  divide,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import { blankTicker, type Instrument, type Ticker } from '../../../shared/domain/instrument.ts'
import type { ReferencePrices } from '../../../shared/domain/limits/limitMeasures.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { triggerPricesOf, type TriggerPrices } from '../../../shared/domain/orders/triggerFit.ts'
import type { Top } from '../ports.ts'
import { publish, type Published } from '../support/topicSubscribers.ts'

type Steps = Pick<Instrument, 'tickSize' | 'lotSize'>

export interface InstrumentStore {
  readonly instruments: Published<'instruments'>
  readonly tickers: Published<'tickers'>
  get(symbol: Symbol): Instrument | undefined
  symbols(): readonly Symbol[]
  /** The newest prices to check an order against, of any age, each with the time at which it was received. */
  prices(symbol: Symbol): ReferencePrices
  /** The value of one contract in USDC: the mark, else the last price, else the middle of the touch, of any age; null where none is known. */
  valuation(symbol: Symbol): Decimal | null
  /** The prices that trigger waiting orders, as windows show them; null for each price that is too old. */
  triggerPrices(symbol: Symbol): TriggerPrices
  setInstruments(list: readonly Instrument[]): void
  /** Takes over tick and lot that were detected in the stream. */
  learn(symbol: Symbol, steps: Steps): void
  takeTickers(list: readonly Ticker[]): void
  takeTops(tops: readonly Top[]): void
  clear(): void
}

/** Ms by which a list of tickers may be older than its arrival: a request on a slow line. */
const LIST_LAG = 5_000

/** The newer last trade of list and stream, with its own time: a live book makes no trade younger. */
function newerLast(listed: Ticker, top: Top): Pick<Ticker, 'lastPrice' | 'lastAt'> {
  const fromList = { lastPrice: listed.lastPrice, lastAt: listed.lastAt }
  const fromStream = { lastPrice: top.lastPrice, lastAt: top.lastAt }
  if (top.lastPrice === null) return fromList
  if (listed.lastPrice === null) return fromStream
  if (listed.lastAt !== null && top.lastAt !== null) return listed.lastAt > top.lastAt ? fromList : fromStream
  // The list gives no time. Another price that was read later is a trade that the stream did not bring.
  const isMissed =
    listed.lastPrice !== top.lastPrice && listed.receivedAt - (top.lastReceivedAt ?? 0) > LIST_LAG
  return isMissed ? fromList : fromStream
}

/** The ticker of a list with newer prices of the stream. The list is read once a second, so the stream is ahead of it. */
export function mergeTicker(listed: Ticker | undefined, top: Top | undefined, symbol: Symbol): Ticker {
  const base = listed ? { ...listed, listedAt: listed.receivedAt } : blankTicker(symbol, top?.receivedAt ?? 0)
  if (!top) return base
  return {
    ...base,
    bestBid: top.bestBid ?? base.bestBid,
    bestAsk: top.bestAsk ?? base.bestAsk,
    ...newerLast(base, top),
    receivedAt: Math.max(base.receivedAt, top.receivedAt),
  }
}

/** Ms for which prices of the stream replace those of the list. */
const TOP_LASTS = 10_000

const parsed = (price: DecimalText | null | undefined): Decimal | null =>
  price === null || price === undefined ? null : decimal(price)

export function createInstrumentStore(clock: Clock): InstrumentStore {
  let known = new Map<Symbol, Instrument>()
  const steps = new Map<Symbol, Steps>()
  const listed = new Map<Symbol, Ticker>()
  const tops = new Map<Symbol, Top>()
  const merged = new Map<Symbol, Ticker>()
  const list = () => [...known.values()]
  const instruments = publish<'instruments'>(list)
  const tickers = publish<'tickers'>(() => [...merged.values()])

  const withSteps = (instrument: Instrument): Instrument => {
    const detected = steps.get(instrument.symbol)
    return {
      ...instrument,
      tickSize: instrument.tickSize ?? detected?.tickSize ?? null,
      lotSize: instrument.lotSize ?? detected?.lotSize ?? null,
    }
  }
  const merge = (symbols: readonly Symbol[]): void => {
    const changed: Ticker[] = []
    for (const symbol of symbols) {
      const top = tops.get(symbol)
      const fresh = top && clock.now() - top.receivedAt < TOP_LASTS ? top : undefined
      const next = mergeTicker(listed.get(symbol), fresh, symbol)
      const before = merged.get(symbol)
      if (before && JSON.stringify(before) === JSON.stringify(next)) continue
      merged.set(symbol, next)
      changed.push(next)
    }
    if (changed.length > 0) tickers.delta(changed)
  }

  return {
    instruments,
    tickers,
    get: (symbol) => known.get(symbol),
    symbols: () => [...known.keys()],
    prices(symbol) {
      const touches = [tops.get(symbol), listed.get(symbol)].filter((top) => top?.bestBid && top.bestAsk)
      const [touch] = touches.toSorted((a, b) => (b?.receivedAt ?? 0) - (a?.receivedAt ?? 0))
      const ticker = listed.get(symbol)
      return {
        bid: parsed(touch?.bestBid),
        ask: parsed(touch?.bestAsk),
        touchAt: touch?.receivedAt ?? null,
        mark: parsed(ticker?.markPrice),
        markAt: ticker?.receivedAt ?? null,
      }
    },
    valuation(symbol) {
      const ticker = merged.get(symbol)
      const price = parsed(ticker?.markPrice ?? ticker?.lastPrice)
      if (price !== null || !ticker?.bestBid || !ticker.bestAsk) return price
      return divide(add(decimal(ticker.bestBid), decimal(ticker.bestAsk)), decimalOf(2))
    },
    triggerPrices: (symbol) => triggerPricesOf(merged.get(symbol), clock.now()),
    setInstruments(more) {
      const before = JSON.stringify(list())
      known = new Map(more.map((instrument) => [instrument.symbol, withSteps(instrument)]))
      if (JSON.stringify(list()) !== before) instruments.delta(list())
    },
    learn(symbol, detected) {
      steps.set(symbol, detected)
      const instrument = known.get(symbol)
      if (!instrument) return
      known.set(symbol, { ...instrument, ...detected })
      instruments.delta(list())
    },
    takeTickers(more) {
      for (const ticker of more) listed.set(ticker.symbol, ticker)
      merge(more.map((ticker) => ticker.symbol))
    },
    takeTops(more) {
      for (const top of more) tops.set(top.symbol, top)
      merge(more.map((top) => top.symbol))
    },
    clear() {
      known = new Map()
      steps.clear()
      listed.clear()
      tops.clear()
      merged.clear()
      instruments.replace()
      tickers.replace()
    },
  }
}
