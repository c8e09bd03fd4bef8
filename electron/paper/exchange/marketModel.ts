/** One simulated market: a random fair price, quotes around it, takers, mark and funding. Changes one symbol's book and emits through it. */

import { fromInteger, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import type { EpochMs } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import type { BookSide } from './bookSide.ts'
import { geometric, leaning, poisson, sourceFor, takerSize } from './randomDraws.ts'
import { lotTickValue, ticksPerRootSecond, type MarketSpec } from './marketSpecs.ts'
import type { SymbolMarket } from './matchingEngine.ts'

/** Model seconds per step. */
export const STEP_SECONDS = 0.05

const FEWEST_LEVELS = 360
const MOST_LEVELS = 520
/** Mean number of takers that one taker excites, and over how many seconds. */
const BRANCHING = 0.5
const EXCITEMENT_SECONDS = 1.5
const HOTTEST = 4
/** The farthest that one taker sweeps, as a share of the price. */
const FARTHEST_SWEEP = 0.002

/** Step of a mean-reverting process: returns to 0 within about `seconds`, with long-run standard deviation `spread`. */
const wander = (value: number, seconds: number, spread: number, random: Random): number =>
  value * (1 - STEP_SECONDS / seconds) + spread * Math.sqrt((2 * STEP_SECONDS) / seconds) * random.normal()

/**
 * The fair price follows a volatility that clusters (a slow and a fast factor), with occasional jumps.
 * Quotes hold still until the fair price has left them by more than the spread, then move at once.
 * Takers arrive in bursts (each excites more), lean towards the fair price and split their orders.
 * Levels near the touch change most.
 */
export class MarketModel {
  readonly spec: MarketSpec
  private readonly market: SymbolMarket
  private readonly random: Random
  private readonly sigma: number
  private fair: number
  /** The market's own best quotes. Customers' orders may be better. */
  private bid: number
  private ask: number
  private slowHeat = 0
  private fastHeat = 0
  private excitement = 0
  private buying = true
  private indexTicks: number
  private basis = 0
  private premium = 0
  private openLots: number

  constructor(spec: MarketSpec, market: SymbolMarket, seed: number) {
    this.spec = spec
    this.market = market
    this.random = sourceFor(seed, `${spec.instrument.symbol} live`)
    this.sigma = ticksPerRootSecond(spec)
    this.fair = spec.startTicks
    this.indexTicks = spec.startTicks
    this.bid = spec.startTicks - 1
    this.ask = spec.startTicks
    this.openLots = Math.round(spec.openNotional / lotTickValue(spec) / spec.startTicks)
    for (const side of [market.book.bids, market.book.asks]) {
      for (let distance = 0; side.count < (FEWEST_LEVELS + MOST_LEVELS) / 2; distance++)
        if (distance === 0 || this.random.next() < this.occupancy(distance)) this.quote(side, distance)
    }
  }

  /** Advances the market by `STEP_SECONDS`, with events at time `at`. Does nothing while the market is not open. */
  step(at: EpochMs): void {
    const { random, market } = this
    if (market.status !== 'open') return
    if (market.book.admitWaiting()) market.commit(at)
    this.moveFairPrice()
    const heat = Math.min(HOTTEST, Math.exp(this.fastHeat))
    this.excitement *= 1 - STEP_SECONDS / EXCITEMENT_SECONDS
    const takers = poisson(random, this.spec.takerRate * (heat + this.excitement) * STEP_SECONDS)
    for (let n = 0; n < takers; n++) {
      this.sendTaker()
      market.commit(at)
    }
    if (random.next() < 1 - Math.exp(-this.spec.bookRate * 0.4 * STEP_SECONDS)) {
      this.requote(heat)
      market.commit(at)
    }
    const changes = poisson(random, this.spec.bookRate * heat * 0.8 * STEP_SECONDS)
    for (let n = 0; n < changes; n++) {
      this.churn()
      market.commit(at)
    }
  }

  /** Refreshes mark, index, funding and open interest after `seconds` of the model. Returns the mark. */
  reprice(seconds: number): DecimalText {
    const mid = (this.bid + this.ask) / 2
    const follow = (tau: number) => 1 - Math.exp(-seconds / tau)
    this.premium +=
      (2e-4 * this.slowHeat - this.premium) * follow(1800) + 4e-5 * this.random.normal() * follow(60)
    this.indexTicks += (this.fair * (1 - this.premium) - this.indexTicks) * follow(2)
    this.basis += (mid / this.indexTicks - 1 - this.basis) * follow(20)
    this.openLots = Math.max(
      1,
      Math.round(this.openLots * (1 + 2e-5 * Math.sqrt(seconds) * this.random.normal())),
    )
    return this.mark
  }

  /** One decimal place finer than the tick. */
  get mark(): DecimalText {
    return this.fineText(this.indexTicks * (1 + this.basis))
  }

  get index(): DecimalText {
    return this.fineText(this.indexTicks)
  }

  get openInterestLots(): number {
    return this.openLots
  }

  /** Premium of the mark over the index plus a base of 0.01 %, within ±0.1 %; six places. */
  get fundingRate(): DecimalText {
    const rate = 1e-4 + Math.max(-5e-4, Math.min(5e-4, this.basis - 1e-4))
    return toText(fromInteger(Math.round(Math.max(-1e-3, Math.min(1e-3, rate)) * 1e6), 6))
  }

  private fineText(ticks: number): DecimalText {
    return toText(
      fromInteger(
        Math.round(ticks * Number(this.spec.instrument.tickSize) * 10 ** (this.spec.tickPlaces + 1)),
        this.spec.tickPlaces + 1,
      ),
    )
  }

  private moveFairPrice(): void {
    const { random, sigma } = this
    this.slowHeat = wander(this.slowHeat, 900, 0.4, random)
    this.fastHeat = wander(this.fastHeat, 20, 0.35, random)
    const now = sigma * Math.exp(this.slowHeat + this.fastHeat - 0.3)
    this.fair += now * Math.sqrt(STEP_SECONDS) * random.normal()
    if (random.next() < STEP_SECONDS / 400) {
      this.fair += (random.next() < 0.5 ? -1 : 1) * sigma * (4 + 8 * random.next())
      this.fastHeat += 0.5
    }
    // Pulls the price weakly to its start, so that weeks of it stay plausible.
    const anchor = this.spec.startTicks
    this.fair += ((anchor - this.fair) * STEP_SECONDS) / (5 * 86_400)
    this.fair = Math.max(anchor * 0.3, this.fair)
  }

  private sendTaker(): void {
    const { random, spec } = this
    const width = Math.max(this.ask - this.bid, this.sigma * 0.3)
    const towardsFair = leaning((this.fair - (this.bid + this.ask) / 2) / width)
    // Large orders come in pieces: half of the takers continue in the direction of the last one.
    if (random.next() < 0.5) this.buying = random.next() < towardsFair
    const lots = Math.max(
      1,
      Math.round((spec.takerNotional * takerSize(random)) / (lotTickValue(spec) * this.fair)),
    )
    const side = this.buying ? 'buy' : 'sell'
    const touch = this.market.book.against(side).best
    const farthest = Math.max(3, Math.round(touch * FARTHEST_SWEEP))
    this.market.book.take(side, lots, this.buying ? touch + farthest : touch - farthest)
    this.excitement += BRANCHING / (this.spec.takerRate * EXCITEMENT_SECONDS)
  }

  /** Moves the quotes to the fair price once it has left them, and varies the spread. */
  private requote(heat: number): void {
    const { random } = this
    const spread = 1 + geometric(random, Math.min(6, (0.04 + this.sigma * 0.012) * heat * heat))
    const mid = (this.bid + this.ask) / 2
    const left = Math.abs(this.fair - mid) > Math.max(0.7, (this.ask - this.bid) * 0.6, this.sigma * 0.2)
    if (left) this.moveQuotes(Math.round(this.fair - spread / 2), spread)
    else if (random.next() < 0.25) this.moveQuotes(random.next() < 0.5 ? this.bid : this.ask - spread, spread)
    this.refill(this.market.book.bids)
    this.refill(this.market.book.asks)
  }

  private moveQuotes(bid: number, spread: number): void {
    const { bids, asks } = this.market.book
    this.bid = bid
    this.ask = bid + spread
    this.clear(asks)
    this.clear(bids)
  }

  /** Market levels that the quotes have passed trade in part, then disappear. */
  private clear(side: BookSide): void {
    const { book } = this.market
    const quote = this.quoteOf(side)
    if (side.count === 0 || !side.isBetter(side.best, quote)) return
    const beyond = side.type === 'ask' ? quote - 1 : quote + 1
    if (this.random.next() < 0.5) {
      const lots = side.lotsWithin(beyond, Number.POSITIVE_INFINITY)
      const taker = Math.min(lots, Math.ceil(this.spec.touchLots * 0.8 * this.random.next()))
      book.take(side.type === 'ask' ? 'buy' : 'sell', taker, beyond)
    }
    for (let rank = 0; rank < side.count && side.isBetter(side.ticksAt(rank), quote);) {
      const ticks = side.ticksAt(rank)
      if (side.market(ticks) > 0) book.setMarket(side.type, ticks, 0)
      // A level with customers' orders stays when the market's lots are removed.
      if (side.ticksAt(rank) === ticks) rank++
    }
  }

  /** Fills the gap between the quotes and the levels behind them, a few levels at a time, and keeps the side deep. */
  private refill(side: BookSide): void {
    const away = side.type === 'ask' ? 1 : -1
    const quote = this.quoteOf(side)
    if (side.market(quote) === 0) this.quote(side, 0)
    for (let distance = 1, added = 0; distance < 60 && added < 12; distance++) {
      const ticks = quote + away * distance
      if (side.market(ticks) > 0) {
        if (distance > 12) break
      } else if (this.random.next() < this.occupancy(distance) * 0.5) {
        this.quote(side, distance)
        added++
      }
    }
    this.keepDeep(side)
  }

  /** Changes a few levels, mostly near the touch. */
  private churn(): void {
    const { random } = this
    const { bids, asks } = this.market.book
    const changes = 1 + geometric(random, 2.5)
    for (let n = 0; n < changes; n++) {
      const side = random.next() < 0.5 ? bids : asks
      const quote = this.quoteOf(side)
      const away = side.type === 'ask' ? 1 : -1
      const anywhere = random.next() < 0.2
      const ticks = anywhere
        ? side.ticksAt(random.integer(side.count))
        : quote + away * geometric(random, random.next() < 0.6 ? 4 : 30)
      const distance = (ticks - quote) * away
      if (ticks < 1 || distance < 0 || !(distance >= 0)) continue
      if (side.market(ticks) === 0) {
        if (random.next() < this.occupancy(distance)) this.quote(side, distance)
      } else if (distance > 0 && random.next() < 0.6 * (1 - this.occupancy(distance))) {
        this.market.book.setMarket(side.type, ticks, 0)
      } else this.quote(side, distance)
    }
    this.keepDeep(bids)
    this.keepDeep(asks)
  }

  private keepDeep(side: BookSide): void {
    const away = side.type === 'ask' ? 1 : -1
    while (side.count < FEWEST_LEVELS) {
      const quote = this.quoteOf(side)
      // Where only customers' orders are left, and before the quote, the market's levels start at the quote.
      const worst = side.ticksAt(side.count - 1)
      const last = side.count === 0 || side.isBetter(worst, quote) ? quote - away : worst
      const ticks = last + away * (1 + geometric(this.random, 1 / this.spec.density - 1))
      if (ticks < 1) return
      this.quote(side, (ticks - quote) * away)
    }
    while (side.count > MOST_LEVELS) {
      const worst = side.ticksAt(side.count - 1)
      if (side.customers(worst) > 0) return
      this.market.book.setMarket(side.type, worst, 0)
    }
  }

  /** Sets the market's lots of the level `distance` ticks behind the quote. */
  private quote(side: BookSide, distance: number): void {
    const away = side.type === 'ask' ? 1 : -1
    const ticks = this.quoteOf(side) + away * distance
    if (ticks < 1) return
    const { touchLots, density } = this.spec
    const depth = 0.6 + 2.6 * (1 - Math.exp((-distance * density) / 60)) + distance * density * 0.004
    // Round prices hold more lots, as on real books.
    const round = ticks % 1000 === 0 ? 5 : ticks % 100 === 0 ? 2.5 : ticks % 10 === 0 ? 1.3 : 1
    const noise = Math.exp(0.75 * this.random.normal() - 0.28)
    this.market.book.setMarket(side.type, ticks, Math.max(1, Math.round(touchLots * depth * round * noise)))
  }

  private quoteOf(side: BookSide): number {
    return side.type === 'ask' ? this.ask : this.bid
  }

  /** Share of ticks at this distance with a level: nearly all at the touch, `density` far away. */
  private occupancy(distance: number): number {
    const { density } = this.spec
    return density + (0.92 - density) * Math.exp(-distance / 15)
  }
}
