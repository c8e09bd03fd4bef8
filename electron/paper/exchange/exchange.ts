/** The exchange of the paper broker, as its brokerage uses it: books, matching, prices. Handles order ids, never customers or money. */

import type { EpochMs, Stop } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { Side, Symbol } from '../../../shared/domain/scalars.ts'

/** `post_only`: limit orders rest, no order matches. `trade_halt`: no new orders (docs/api.md#instrument). */
export type InstrumentStatus = 'open' | 'post_only' | 'trade_halt'

/** Prices are in ticks and amounts in lots of the instrument, both safe integers. */
export interface ExchangeInstrument {
  readonly symbol: Symbol
  readonly underlying: string
  readonly tickSize: DecimalText
  readonly lotSize: DecimalText
  /** USDC; larger orders are refused. */
  readonly maximumNotional: DecimalText
  /** Percent of notional, such as `8`. */
  readonly initialMargin: DecimalText
  readonly maintenanceMargin: DecimalText
}

export type Liquidity = 'maker' | 'taker'

export interface Fill {
  readonly orderId: string
  readonly symbol: Symbol
  readonly side: Side
  readonly ticks: number
  readonly lots: number
  readonly liquidity: Liquidity
  readonly at: EpochMs
}

export interface ExchangeOrder {
  /** Unique for all time at this exchange. */
  readonly id: string
  readonly symbol: Symbol
  readonly side: Side
  /** Null: any price. */
  readonly limitTicks: number | null
  readonly lots: number
  /** The unfilled rest of an order rests (`GTC`) or is dropped (`IOC`). `FOK` fills whole or not at all. */
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK'
}

export interface Placed {
  /** Best price first; empty when nothing filled. */
  readonly fills: readonly Fill[]
  /** Lots now resting; 0 when nothing rests. */
  readonly restingLots: number
}

/** One level as `[ticks, lots]`. */
export type Level = readonly [ticks: number, lots: number]

export interface BookChange {
  readonly action: 'new' | 'change' | 'delete'
  readonly type: 'bid' | 'ask'
  readonly ticks: number
  /** The level's lots after the change; 0 on `delete`. */
  readonly lots: number
}

export interface MarketPrint {
  readonly code: string
  readonly symbol: Symbol
  readonly ticks: number
  readonly lots: number
  /** The taker's side. */
  readonly side: Side
  readonly at: EpochMs
}

export interface Prices {
  readonly lastTicks: number | null
  /** Mark and index are exact decimals: they need not lie on a tick. */
  readonly mark: DecimalText | null
  readonly index: DecimalText | null
  readonly high24hTicks: number | null
  readonly low24hTicks: number | null
  readonly ticks24hAgo: number | null
  readonly volume24hLots: number
  /** Lots. */
  readonly openInterestLots: number | null
  /** Fraction of notional for the next funding, such as `0.0001`. */
  readonly fundingRate: DecimalText | null
  readonly nextFundingAt: EpochMs | null
}

export type ExchangeEvent =
  /** Changes that belong together: the depth before plus these changes is the depth after. */
  | { readonly kind: 'book'; readonly symbol: Symbol; readonly changes: readonly BookChange[] }
  | { readonly kind: 'print'; readonly print: MarketPrint }
  /** A resting order filled. Fills of an order being placed are in `Placed` only. */
  | { readonly kind: 'fill'; readonly fill: Fill }
  | { readonly kind: 'mark'; readonly symbol: Symbol; readonly mark: DecimalText }

export interface Exchange {
  readonly instruments: readonly ExchangeInstrument[]
  /** Starts the market on the clock given at its creation. Events flow until stopped. */
  start(): Stop
  /**
   * Matches against the book at once, and emits the book and print events before it returns. Without matching, only orders that do not cross rest.
   * Throws on an unknown symbol or an order of 0 lots.
   */
  place(order: ExchangeOrder): Placed
  /** Puts a resting order of an earlier run back without matching. It fills when the market reaches it. */
  restore(order: ExchangeOrder): void
  /** Cancels an order. Returns the lots that were still resting, 0 for none. */
  cancel(orderId: string): number
  /** Reduces a resting order to `lots`, at least 1 and fewer than now. It keeps its place. Throws when the order is not resting. */
  reduce(orderId: string, lots: number): void
  status(symbol: Symbol): InstrumentStatus
  /** A symbol whose status is not `open` has no market movement. */
  setStatus(symbol: Symbol, status: InstrumentStatus): void
  depth(symbol: Symbol): { readonly bids: readonly Level[]; readonly asks: readonly Level[] }
  prices(symbol: Symbol): Prices
  /** Prints before `beforeCode` (or the newest), newest first, at most `limit`. Reaches back hours, so that a chart starts full. */
  prints(symbol: Symbol, limit: number, beforeCode: string | null): readonly MarketPrint[]
  onEvent(listener: (event: ExchangeEvent) => void): Stop
}
