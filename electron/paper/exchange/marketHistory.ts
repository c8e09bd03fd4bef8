/** The past of a simulated market before its opening: a day by the minute, hours of prints. The same seed and opening time give the same past. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { Side } from '../../../shared/domain/scalars.ts'
import { sourceFor, takerSize } from './randomDraws.ts'
import { MINUTE, type Minute } from './dayStats.ts'
import type { MarketPrint } from './exchange.ts'
import { lotTickValue, ticksPerRootSecond, type MarketSpec } from './marketSpecs.ts'
import type { Past } from './matchingEngine.ts'
import { CODES_PER_MS } from './printLog.ts'

interface PastMinute extends Minute {
  readonly close: number
  /** Number of prints in this minute. */
  readonly prints: number
  /** End of the minute, ms since epoch. The last minute ends at the opening. */
  readonly until: EpochMs
}

const DAY = 1440
/** Mean prints a second per spontaneous taker, including excited takers and several levels per order. */
const PRINTS_PER_TAKER = 3.6
/** Mean print in median taker sizes: large orders sweep levels, and the tail is heavy. */
const TAKERS_PER_PRINT = 5

/**
 * The minutes are drawn backwards from the opening price, so that past and present join without a step.
 * Prints are created on request, each minute from a random source of its own.
 */
export function marketHistory(spec: MarketSpec, seed: number, opening: EpochMs, hours: number): Past {
  const minutes = pastMinutes(spec, seed, opening)
  const oldest = opening - hours * 3_600_000
  const first = minutes[0]?.minute ?? 0

  function older(before: number, limit: number): MarketPrint[] {
    const page: MarketPrint[] = []
    const newest = Math.min(Math.floor(before / CODES_PER_MS), opening)
    for (let n = Math.min(minutes.length - 1, Math.floor(newest / MINUTE) - first); n >= 0; n--) {
      const minute = minutes[n]
      if (!minute || minute.minute * MINUTE < oldest - MINUTE) break
      const prints = printsOf(spec, seed, minute)
      for (let k = prints.length - 1; k >= 0; k--) {
        const print = prints[k]
        if (!print || Number(print.code) >= before) continue
        if (page.length === limit || print.at < oldest) return page
        page.push(print)
      }
    }
    return page
  }

  return { minutes, older, lastTicks: spec.startTicks }
}

function pastMinutes(spec: MarketSpec, seed: number, opening: EpochMs): PastMinute[] {
  const random = sourceFor(seed, `${spec.instrument.symbol} day`)
  const sigma = ticksPerRootSecond(spec)
  const lotsPerPrint = (spec.takerNotional * TAKERS_PER_PRINT) / (lotTickValue(spec) * spec.startTicks)
  const last = Math.floor(opening / MINUTE)
  const minutes: PastMinute[] = []
  let price = spec.startTicks
  let heat = 0
  for (let n = 0; n <= DAY; n++) {
    const minute = last - n
    const until = n === 0 ? opening : (minute + 1) * MINUTE
    const seconds = (until - minute * MINUTE) / 1000
    heat = heat * (1 - 1 / 45) + 0.45 * Math.sqrt(2 / 45) * random.normal()
    const calm = Math.exp(heat - 0.1)
    const swing = sigma * calm * Math.sqrt(seconds)
    const close = price
    const open = Math.max(1, Math.round(close - swing * random.normal()))
    const high = Math.max(open, close) + Math.round(swing * 0.4 * Math.abs(random.normal()))
    const low = Math.max(1, Math.min(open, close) - Math.round(swing * 0.4 * Math.abs(random.normal())))
    const busy = seconds * spec.takerRate * PRINTS_PER_TAKER * Math.exp(1.2 * heat)
    const prints = Math.min(5000, Math.round(busy * (0.7 + 0.6 * random.next())))
    const lots = Math.max(prints, Math.round(prints * lotsPerPrint * Math.exp(0.4 * random.normal())))
    // A minute without prints has no volume and no price change.
    if (prints === 0)
      minutes.push({ minute, until, open: close, close, high: close, low: close, lots: 0, prints })
    else {
      minutes.push({ minute, until, open, close, high, low, lots, prints })
      price = open
    }
  }
  return minutes.toReversed()
}

/** The prints of one minute, oldest first: from its open to its close, through high and low, with its volume. */
function printsOf(spec: MarketSpec, seed: number, minute: PastMinute): MarketPrint[] {
  const { symbol } = spec.instrument
  const random = sourceFor(seed, `${symbol} ${minute.minute}`)
  const { prints: count, open, close, high, low, lots } = minute
  const from = minute.minute * MINUTE
  if (count === 0) return []
  const times = Array.from({ length: count }, () => from + Math.floor(random.next() * (minute.until - from)))
  times.sort((a, b) => a - b)
  const walk = bridge(count, open, close, high, low, () => random.normal())
  const sizes = Array.from({ length: count }, () => takerSize(random))
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  let left = lots - count
  let code = 0
  let side: Side = 'buy'
  return walk.map((ticks, n) => {
    const at = times[n] ?? from
    const share =
      n === count - 1 ? left : Math.min(left, Math.floor(((lots - count) * (sizes[n] ?? 0)) / whole))
    left -= share
    code = Math.max(code + 1, at * CODES_PER_MS)
    const before = walk[n - 1] ?? open
    side = ticks > before ? 'buy' : ticks < before ? 'sell' : random.next() < 0.7 ? side : 'sell'
    if (ticks === before && random.next() < 0.2) side = 'buy'
    return { code: String(code), symbol, ticks, lots: 1 + share, side, at }
  })
}

/** `count` prices from open to close within high and low. Includes both where `count` allows. */
function bridge(
  count: number,
  open: number,
  close: number,
  high: number,
  low: number,
  normal: () => number,
): number[] {
  const noise = Math.max(0.4, (high - low) * 0.9) / Math.sqrt(Math.max(1, count))
  const walk: number[] = [0]
  for (let n = 1; n < count; n++) walk.push((walk[n - 1] ?? 0) + noise * normal())
  const drift = walk[count - 1] ?? 0
  const span = Math.max(1, count - 1)
  const prices = walk.map((value, n) => {
    const straight = open + ((close - open) * n) / span
    return Math.min(high, Math.max(low, Math.round(straight + value - (drift * n) / span)))
  })
  if (count > 3) {
    const inner = prices.slice(1, -1)
    prices[1 + inner.indexOf(Math.max(...inner))] = high
    prices[1 + inner.lastIndexOf(Math.min(...inner))] = low
  }
  prices[0] = count > 1 ? open : close
  prices[count - 1] = close
  return prices
}
