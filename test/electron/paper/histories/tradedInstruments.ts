/** The instruments of a history market, and their prices and amounts in ticks and lots. */

import type { ExchangeInstrument } from '../../../../electron/paper/exchange/exchange.ts'
import { fromInteger, toText, type DecimalText } from '../../../../shared/base/decimal.ts'
import type { Random } from '../../../../shared/base/random.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { DRIVEN, drivenInstrument } from '../money/drivenExchange.ts'

/** Three instruments whose ticks, lots and margins differ. The third has margins with a fraction of a percent. */
export const INSTRUMENTS: readonly ExchangeInstrument[] = [
  ...DRIVEN,
  drivenInstrument('SOL', '0.05', '0.7', '6.25', '12.5'),
]

/** Tick and lot as whole numbers with their decimal places, and the first mid price in ticks. */
const SHAPES = [
  { tick: 5, pricePlaces: 1, lot: 1, amountPlaces: 3, mid: 120_000 },
  { tick: 1, pricePlaces: 5, lot: 1, amountPlaces: 0, mid: 11_934 },
  { tick: 5, pricePlaces: 2, lot: 7, amountPlaces: 1, mid: 2_800 },
] as const

export interface Traded {
  readonly symbol: Symbol
  readonly price: (ticks: number) => DecimalText
  readonly amount: (lots: number) => DecimalText
  /** A mark near the mid price, one digit finer than a tick, USDC per contract. */
  readonly mark: () => DecimalText
  /** USDC per lot at the mid price, for the choice of sizes alone. */
  readonly lotValue: () => number
  /** Ticks around which the market stands. */
  mid: number
}

export const tradedInstruments = (random: Random): readonly Traded[] =>
  INSTRUMENTS.map(({ symbol }, at) => {
    const { tick, pricePlaces, lot, amountPlaces, mid } = SHAPES[at] ?? SHAPES[0]
    const traded: Traded = {
      symbol,
      price: (ticks) => toText(fromInteger(ticks * tick, pricePlaces)),
      amount: (lots) => toText(fromInteger(lots * lot, amountPlaces)),
      mark: () => toText(fromInteger(traded.mid * tick * 10 + random.integer(10 * tick), pricePlaces + 1)),
      lotValue: () => (traded.mid * tick * lot) / 10 ** (pricePlaces + amountPlaces),
      mid,
    }
    return traded
  })
