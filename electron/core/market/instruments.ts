/** Instruments with what was learnt of their steps (docs/api.md#gap.23), and tickers merged from lists and streams (docs/api.md#gap.16). */

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
import { publish, type Published } from '../support/publishedTopic.ts'

type Steps = Pick<Instrument, 'tickSize' | 'lotSize'>

export interface InstrumentStore {
  readonly instruments: Published<'instruments'>
  readonly tickers: Published<'tickers'>
  get(symbol: Symbol): Instrument | undefined
  symbols(): readonly Symbol[]
  /** Newest prices to hold an order against, each with when it was heard: however old they are. */
  prices(symbol: Symbol): ReferencePrices
  /** USDC a contract is worth as far as known: the mark, else the last price, else the middle of the touch, of any age. */
  valuation(symbol: Symbol): Decimal | null
  /** What triggers waiting orders, as windows are shown it; null for each price that is too old. */
  triggerPrices(symbol: Symbol): TriggerPrices
  setInstruments(list: readonly Instrument[]): void
  learn(symbol: Symbol, steps: Steps): void
  takeTickers(list: readonly Ticker[]): void
  takeTops(tops: readonly Top[]): void
  clear(): void
}

/** A list's ticker with newer stream prices laid over it: streams are ahead of a list that is read once a second. */
export function mergeTicker(listed: Ticker | undefined, top: Top | undefined, symbol: Symbol): Ticker {
  const base = listed ? { ...listed, listedAt: listed.receivedAt } : blankTicker(symbol, top?.receivedAt ?? 0)
  if (!top) return base
  return {
    ...base,
    bestBid: top.bestBid ?? base.bestBid,
    bestAsk: top.bestAsk ?? base.bestAsk,
    lastPrice: top.lastPrice ?? base.lastPrice,
    receivedAt: Math.max(base.receivedAt, top.receivedAt),
  }
}

/** Ms after which a stream's prices no longer stand over the list's. */
const TOP_STANDS = 10_000

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

  const withSteps = (of: Instrument): Instrument => ({
    ...of,
    tickSize: of.tickSize ?? steps.get(of.symbol)?.tickSize ?? null,
    lotSize: of.lotSize ?? steps.get(of.symbol)?.lotSize ?? null,
  })
  const merge = (symbols: readonly Symbol[]): void => {
    const changed: Ticker[] = []
    for (const symbol of symbols) {
      const top = tops.get(symbol)
      const fresh = top && clock.now() - top.receivedAt < TOP_STANDS ? top : undefined
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
      const told = [tops.get(symbol), listed.get(symbol)].filter((of) => of?.bestBid && of.bestAsk)
      const [touch] = told.toSorted((a, b) => (b?.receivedAt ?? 0) - (a?.receivedAt ?? 0))
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
      const of = merged.get(symbol)
      const price = parsed(of?.markPrice ?? of?.lastPrice)
      if (price !== null || !of?.bestBid || !of.bestAsk) return price
      return divide(add(decimal(of.bestBid), decimal(of.bestAsk)), decimalOf(2))
    },
    triggerPrices: (symbol) => triggerPricesOf(merged.get(symbol), clock.now()),
    setInstruments(more) {
      const before = JSON.stringify(list())
      known = new Map(more.map((of) => [of.symbol, withSteps(of)]))
      if (JSON.stringify(list()) !== before) instruments.delta(list())
    },
    learn(symbol, learnt) {
      steps.set(symbol, learnt)
      const of = known.get(symbol)
      if (!of) return
      known.set(symbol, { ...of, ...learnt })
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
