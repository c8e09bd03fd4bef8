/** A real matching engine whose market a test moves by hand: books, marks, funding rates of two instruments. */

import { MatchingEngine, engineDoor } from '../../../../electron/paper/exchange/matchingEngine.ts'
import type { Exchange, ExchangeInstrument } from '../../../../electron/paper/exchange/exchange.ts'
import type { Clock, EpochMs } from '../../../../shared/base/clock.ts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'

const text = (value: string) => value as DecimalText
export const drivenInstrument = (
  underlying: string,
  tickSize: string,
  lotSize: string,
  maintenanceMargin: string,
  initialMargin = '8',
): ExchangeInstrument => ({
  symbol: `${underlying}USDC_PERP` as Symbol,
  underlying,
  tickSize: text(tickSize),
  lotSize: text(lotSize),
  maximumNotional: text('10000000'),
  initialMargin: text(initialMargin),
  maintenanceMargin: text(maintenanceMargin),
})

/** A coarse one and one whose prices have five places and whose lots are whole. */
export const DRIVEN: readonly ExchangeInstrument[] = [
  drivenInstrument('BTC', '0.5', '0.001', '4'),
  drivenInstrument('DOGE', '0.00001', '1', '5'),
]

export interface DrivenExchange extends Exchange {
  /** Sets the market's own levels: `bids` and `asks` as [ticks, lots]; what stood before is gone. */
  setBook(
    symbol: Symbol,
    bids: readonly (readonly [number, number])[],
    asks: readonly (readonly [number, number])[],
  ): void
  /** Sets the mark price, and tells of it unless `isTold` is false. */
  setMark(symbol: Symbol, mark: DecimalText, isTold?: boolean): void
  setFundingRate(rate: DecimalText): void
}

export function drivenExchange(
  clock: Clock,
  start: Readonly<Record<Symbol, DecimalText>>,
  fundingEveryMs: number,
  instruments: readonly ExchangeInstrument[] = DRIVEN,
): DrivenExchange {
  const engine = new MatchingEngine(clock, instruments, [])
  const marks = new Map(Object.entries(start))
  const standing = new Map<string, { bids: Set<number>; asks: Set<number> }>()
  let fundingRate = text('0.0001')
  const nextFundingAt = (): EpochMs => (Math.floor(clock.now() / fundingEveryMs) + 1) * fundingEveryMs
  return {
    instruments,
    start: () => () => {},
    ...engineDoor(engine),
    prices: (symbol) => ({
      lastTicks: engine.market(symbol).lastTicks,
      mark: marks.get(symbol) ?? null,
      index: null,
      high24hTicks: null,
      low24hTicks: null,
      ticks24hAgo: null,
      volume24hLots: 0,
      openInterestLots: null,
      fundingRate,
      nextFundingAt: nextFundingAt(),
    }),
    setBook(symbol, bids, asks) {
      const market = engine.market(symbol)
      const old = standing.get(symbol)
      for (const ticks of old?.bids ?? []) market.book.setMarket('bid', ticks, 0)
      for (const ticks of old?.asks ?? []) market.book.setMarket('ask', ticks, 0)
      for (const [ticks, lots] of bids) market.book.setMarket('bid', ticks, lots)
      for (const [ticks, lots] of asks) market.book.setMarket('ask', ticks, lots)
      standing.set(symbol, {
        bids: new Set(bids.map(([ticks]) => ticks)),
        asks: new Set(asks.map(([ticks]) => ticks)),
      })
      market.commit(clock.now())
    },
    setMark(symbol, mark, isTold = true) {
      marks.set(symbol, mark)
      if (isTold) engine.emit({ kind: 'mark', symbol, mark })
    },
    setFundingRate(rate) {
      fundingRate = rate
    },
  }
}
