/** Stores and publishes instruments with the steps that were detected (docs/api.md#gap.23), and tickers of lists and streams. Decides nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import { add, decimal, decimalOf, divide, type Decimal } from '../../../shared/base/decimal.ts'
import type { Instrument, Ticker } from '../../../shared/domain/instrument.ts'
import type { ReferencePrices } from '../../../shared/domain/limits/limitMeasures.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { triggerPricesOf, type TriggerPrices } from '../../../shared/domain/orders/triggerFit.ts'
import type { Top } from '../ports/market.ts'
import { arrivalAt, type ArrivalOf } from './arrivalMid.ts'
import { createListeners, type Listeners } from '../support/listeners.ts'
import { publish, type Published } from '../support/publishTopic.ts'
import { mergeTicker, parsed, touchOf } from './mergeListedAndStreamedTicker.ts'

type Steps = Pick<Instrument, 'tickSize' | 'lotSize'>

export interface InstrumentStore {
  readonly instruments: Published<'instruments'>
  readonly tickers: Published<'tickers'>
  get(symbol: Symbol): Instrument | undefined
  /** The newest prices of an instrument, as windows see them; of any age. */
  ticker(symbol: Symbol): Ticker | undefined
  /** Called with the tickers that changed. */
  readonly tickersChanged: Listeners<[changed: readonly Ticker[]]>
  symbols(): readonly Symbol[]
  /** The newest prices to check an order against, of any age, each with the time at which it was received. */
  prices(symbol: Symbol): ReferencePrices
  /** The middle of the newest book of an instrument, for the record of an order. */
  readonly arrivalOf: ArrivalOf
  /** The value of one contract in USDC: the mark, else the last price, else the middle of the touch, of any age; null where none is known. */
  valuation(symbol: Symbol): Decimal | null
  /** The prices that trigger waiting orders, as windows show them; null for each price that is too old. */
  triggerPrices(symbol: Symbol): TriggerPrices
  /** `isWhole`: the venue lists no other. Else those that are known stay. */
  setInstruments(list: readonly Instrument[], isWhole: boolean): void
  /** Whether the venue may list instruments that are not known here. */
  mayListMore(): boolean
  /** Takes over tick and lot that were detected in the stream. */
  learn(symbol: Symbol, steps: Steps): void
  takeTickers(list: readonly Ticker[]): void
  takeTops(tops: readonly Top[]): void
  clear(): void
}

export function createInstrumentStore(clock: Clock): InstrumentStore {
  let known = new Map<Symbol, Instrument>()
  let isListWhole = false
  const steps = new Map<Symbol, Steps>()
  const listed = new Map<Symbol, Ticker>()
  const tops = new Map<Symbol, Top>()
  const merged = new Map<Symbol, Ticker>()
  const list = () => [...known.values()]
  const instruments = publish<'instruments'>(list)
  const tickers = publish<'tickers'>(() => [...merged.values()])
  const tickersChanged = createListeners<[changed: readonly Ticker[]]>()

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
      const next = mergeTicker(listed.get(symbol), tops.get(symbol), symbol, clock.now())
      const before = merged.get(symbol)
      if (before && JSON.stringify(before) === JSON.stringify(next)) continue
      merged.set(symbol, next)
      changed.push(next)
    }
    if (changed.length === 0) return
    tickers.delta(changed)
    tickersChanged.call(changed)
  }

  return {
    instruments,
    tickers,
    get: (symbol) => known.get(symbol),
    ticker: (symbol) => merged.get(symbol),
    tickersChanged,
    symbols: () => [...known.keys()],
    prices(symbol) {
      const ticker = listed.get(symbol)
      const { bestBid, bestAsk, touchAt } = touchOf(ticker, tops.get(symbol), clock.now())
      return {
        bid: parsed(bestBid),
        ask: parsed(bestAsk),
        touchAt,
        mark: parsed(ticker?.markPrice),
        markAt: ticker?.receivedAt ?? null,
      }
    },
    arrivalOf: (symbol) => arrivalAt(tops.get(symbol), listed.get(symbol), clock.now()),
    valuation(symbol) {
      const ticker = merged.get(symbol)
      const price = parsed(ticker?.markPrice ?? ticker?.lastPrice)
      if (price !== null || !ticker?.bestBid || !ticker.bestAsk) return price
      return divide(add(decimal(ticker.bestBid), decimal(ticker.bestAsk)), decimalOf(2))
    },
    triggerPrices: (symbol) => triggerPricesOf(merged.get(symbol), clock.now()),
    mayListMore: () => !isListWhole,
    setInstruments(more, isWhole) {
      const before = JSON.stringify(list())
      const entries = more.map((instrument) => [instrument.symbol, withSteps(instrument)] as const)
      known = new Map(isWhole ? entries : [...known, ...entries])
      isListWhole = isWhole
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
      isListWhole = false
      steps.clear()
      listed.clear()
      tops.clear()
      merged.clear()
      instruments.replace()
      tickers.replace()
    },
  }
}
