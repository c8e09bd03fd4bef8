/** The perpetuals of the simulated exchange and the parameters of each market. Data only. */

import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import type { ExchangeInstrument } from './exchange.ts'

export interface MarketSpec {
  readonly instrument: ExchangeInstrument
  /** Start price of every run. */
  readonly startTicks: number
  /** Number of decimal places of a tick. */
  readonly tickPlaces: number
  /** Standard deviation of the price's logarithm over a year. */
  readonly volatility: number
  /** Changes of resting quotes a second, as events. */
  readonly bookRate: number
  /** Spontaneous takers a second. Excitement adds about as many again. */
  readonly takerRate: number
  /** USDC of a median taker. */
  readonly takerNotional: number
  /** Lots of a median level at the touch. */
  readonly touchLots: number
  /** Share of ticks far from the touch that hold a level. */
  readonly density: number
  /** USDC of all open positions. */
  readonly openNotional: number
}

interface Row {
  readonly underlying: string
  readonly price: string
  readonly tickSize: string
  readonly lotSize: string
  readonly maximumNotional: string
  readonly volatility: number
  readonly bookRate: number
  readonly takerRate: number
  readonly takerNotional: number
  /** USDC of a median level at the touch. */
  readonly touchNotional: number
  readonly density: number
  readonly openNotional: number
}

// prettier-ignore
const ROWS: readonly Row[] = [
  { underlying: 'BTC', price: '62150', tickSize: '0.1', lotSize: '0.001', maximumNotional: '10000000', volatility: 0.32, bookRate: 30, takerRate: 1.6, takerNotional: 900, touchNotional: 40_000, density: 0.3, openNotional: 4.1e9 },
  { underlying: 'ETH', price: '3118', tickSize: '0.01', lotSize: '0.001', maximumNotional: '8000000', volatility: 0.4, bookRate: 16, takerRate: 1, takerNotional: 600, touchNotional: 25_000, density: 0.35, openNotional: 2.2e9 },
  { underlying: 'SOL', price: '148', tickSize: '0.01', lotSize: '0.01', maximumNotional: '4000000', volatility: 0.6, bookRate: 9, takerRate: 0.6, takerNotional: 450, touchNotional: 18_000, density: 0.75, openNotional: 6.4e8 },
  { underlying: 'XRP', price: '0.5872', tickSize: '0.0001', lotSize: '1', maximumNotional: '3000000', volatility: 0.5, bookRate: 7, takerRate: 0.4, takerNotional: 380, touchNotional: 24_000, density: 0.97, openNotional: 3.1e8 },
  { underlying: 'DOGE', price: '0.11934', tickSize: '0.00001', lotSize: '1', maximumNotional: '2000000', volatility: 0.7, bookRate: 6, takerRate: 0.4, takerNotional: 300, touchNotional: 9_000, density: 0.8, openNotional: 2.4e8 },
  { underlying: 'LINK', price: '11.204', tickSize: '0.001', lotSize: '0.01', maximumNotional: '1000000', volatility: 0.65, bookRate: 5, takerRate: 0.3, takerNotional: 260, touchNotional: 6_000, density: 0.75, openNotional: 9.2e7 },
  { underlying: 'AVAX', price: '24.87', tickSize: '0.001', lotSize: '0.01', maximumNotional: '1000000', volatility: 0.7, bookRate: 5, takerRate: 0.3, takerNotional: 240, touchNotional: 5_000, density: 0.6, openNotional: 7.8e7 },
  { underlying: 'ADA', price: '0.3387', tickSize: '0.00001', lotSize: '1', maximumNotional: '1000000', volatility: 0.6, bookRate: 5, takerRate: 0.3, takerNotional: 220, touchNotional: 5_000, density: 0.6, openNotional: 8.5e7 },
]

/** Ticks and lots have at most six places together, so that notional × fee is exact. Margins allow the highest leverage, 13. */
export const MARKET_SPECS: readonly MarketSpec[] = ROWS.map((row) => {
  const price = Number(row.price)
  return {
    instrument: {
      symbol: `${row.underlying}USDC_PERP` as Symbol,
      underlying: row.underlying,
      tickSize: row.tickSize as DecimalText,
      lotSize: row.lotSize as DecimalText,
      maximumNotional: row.maximumNotional as DecimalText,
      initialMargin: '8' as DecimalText,
      maintenanceMargin: '4' as DecimalText,
    },
    startTicks: Math.round(price / Number(row.tickSize)),
    tickPlaces: row.tickSize.split('.')[1]?.length ?? 0,
    volatility: row.volatility,
    bookRate: row.bookRate,
    takerRate: row.takerRate,
    takerNotional: row.takerNotional,
    touchLots: Math.round(row.touchNotional / price / Number(row.lotSize)),
    density: row.density,
    openNotional: row.openNotional,
  }
})

/** Value of one lot at one tick, USDC. Sizes the model's own orders only, never money. */
export const lotTickValue = (spec: MarketSpec): number =>
  Number(spec.instrument.tickSize) * Number(spec.instrument.lotSize)

const SECONDS_PER_YEAR = 365 * 86_400

/** Standard deviation of the price in ticks over one second at the start price. */
export const ticksPerRootSecond = (spec: MarketSpec): number =>
  (spec.startTicks * spec.volatility) / Math.sqrt(SECONDS_PER_YEAR)
