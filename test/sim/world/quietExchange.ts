/** An exchange for the simulator: the paper broker's own matching under a slow seeded market of two instruments. Moves the market; matches nothing itself. */

import type { Clock } from '../../../shared/base/clock.ts'
import { fromInteger, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import type { Random } from '../../../shared/base/random.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import type { Exchange, ExchangeInstrument } from '../../../electron/paper/exchange/exchange.ts'
import { MatchingEngine, engineDoor } from '../../../electron/paper/exchange/matchingEngine.ts'

const LEVELS = 8
const LOTS = 4_000
const MOVES_EVERY_MS = 2_000

const instrument = (underlying: string, initial: string): ExchangeInstrument => ({
  symbol: `${underlying}USDC_PERP` as Symbol,
  underlying,
  tickSize: '0.5' as DecimalText,
  lotSize: '0.001' as DecimalText,
  maximumNotional: '2000000' as DecimalText,
  initialMargin: initial as DecimalText,
  maintenanceMargin: '4' as DecimalText,
})

export const INSTRUMENTS = [instrument('BTC', '8'), instrument('ETH', '10')] as const
/** Where each market begins, in ticks. */
export const MIDDLES: ReadonlyMap<Symbol, number> = new Map([
  [INSTRUMENTS[0].symbol, 120_000],
  [INSTRUMENTS[1].symbol, 6_000],
])

interface QuietMarket {
  readonly symbol: Symbol
  middle: number
  /** Levels that stand: what the next move takes away. */
  standing: [type: 'bid' | 'ask', ticks: number][]
}

/** `names`: symbols of this venue by those of the plain one. */
export function quietExchange(
  clock: Clock,
  random: Random,
  names: Readonly<Record<string, string>> = {},
): Exchange {
  const nameOf = (symbol: Symbol) => (names[symbol] ?? symbol) as Symbol
  const instruments = INSTRUMENTS.map((item) => ({ ...item, symbol: nameOf(item.symbol) }))
  const engine = new MatchingEngine(clock, instruments, [])
  const markets = INSTRUMENTS.map(({ symbol }): QuietMarket => ({
    symbol: nameOf(symbol),
    middle: MIDDLES.get(symbol) ?? 0,
    standing: [],
  }))
  const markOf = (symbol: Symbol): DecimalText => {
    const middle = markets.find((market) => market.symbol === symbol)?.middle ?? 0
    return toText(fromInteger(middle * 5, 1))
  }

  const quote = (market: QuietMarket): void => {
    const { book } = engine.market(market.symbol)
    for (const [type, ticks] of market.standing) book.setMarket(type, ticks, 0)
    market.standing = []
    for (let n = 1; n <= LEVELS; n++)
      market.standing.push(['bid', market.middle - n], ['ask', market.middle + n])
    for (const [type, ticks] of market.standing) book.setMarket(type, ticks, LOTS)
    engine.market(market.symbol).commit(clock.now())
  }
  for (const market of markets) quote(market)

  const move = (market: QuietMarket): void => {
    if (engine.status(market.symbol) !== 'open') return
    const side = random.next() < 0.5 ? 'buy' : 'sell'
    const { book } = engine.market(market.symbol)
    book.take(side, 1 + random.integer(400), side === 'buy' ? market.middle + 3 : market.middle - 3)
    engine.market(market.symbol).commit(clock.now())
    market.middle += random.integer(7) - 3
    quote(market)
    engine.emit({ kind: 'mark', symbol: market.symbol, mark: markOf(market.symbol) })
  }

  return {
    instruments,
    start: () =>
      clock.every(MOVES_EVERY_MS, () => {
        const market = markets[random.integer(markets.length)]
        if (market) move(market)
      }),
    prices: (symbol) => ({
      lastTicks: engine.market(symbol).lastTicks,
      mark: markOf(symbol),
      index: markOf(symbol),
      high24hTicks: null,
      low24hTicks: null,
      ticks24hAgo: null,
      volume24hLots: 0,
      openInterestLots: null,
      fundingRate: null,
      nextFundingAt: null,
    }),
    ...engineDoor(engine),
  }
}
