/** What a chart needs from the window. Types only. */

import type { ReactNode } from 'react'
import type { Clock } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { ContractClient } from '../../../shared/contract/ports.ts'
import type { Interval } from '../../../shared/domain/candles/candle.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import type { LadderRequest } from '../ladder/ladderProps.ts'
import type { SampledTickers } from '../../live/tickerSamples.ts'
import type { ChartChoices } from '../../state/stores/chartChoices.ts'

/** How a chart changes own orders: it asks, and the window checks, proposes and sends. */
export interface ChartDealing {
  readonly clock: Clock
  /** The change waiting for Enter: its whole sentence; null when none waits. */
  readonly proposal: string | null
  /** The own order as that change would leave it. */
  readonly ghost: Order | null
  onRequest(request: LadderRequest): void
  /** Enter on the proposal. */
  onSend(): void
  /** Esc on the proposal. */
  onDrop(): void
  /** Receives why a drag or key came to nothing, a sentence. */
  onRefused(why: string): void
}

/** What the window knows for a comparison. */
export interface Comparable {
  /** Every listed instrument. */
  readonly instruments: readonly Instrument[]
  /** The stream of market trades of the compared instrument is lost. */
  readonly isLost: boolean
}

export interface ChartProps {
  readonly client: ContractClient
  readonly instrument: Instrument
  readonly interval: Interval
  /** Live orders of the customer and instrument, drawn as lines. */
  readonly orders: readonly Order[]
  /** Own trades of the customer and instrument, oldest first, drawn as marks. */
  readonly fills?: readonly Trade[]
  /** Why own trades may be missing, one sentence; null when the list was read whole. */
  readonly fillsUnread?: string | null
  /** Drawn as a line at its average entry. */
  readonly position: Position | null
  /** Unrealised PnL in USDC, already formatted with sign; null while unknown. */
  readonly unrealised: string | null
  /** Where the mark liquidates the position, drawn as a line; null while unknown or uncertain, and where no mark does. */
  readonly liquidation?: DecimalText | null
  /** What is known of the customer's account in the instrument, below the head. */
  readonly account?: ReactNode
  /** Left out: the chart compares with no other instrument. */
  readonly comparable?: Comparable
  /** The stream of market trades is lost, so no candle can change. */
  readonly tradesLost?: boolean
  /** Muted facts at the right end of the head. */
  readonly facts?: ReactNode
  readonly choices: ChartChoices
  /** Mark and funding as the window sampled them; left out: none. Stays the same object for one instrument. */
  readonly samples?: SampledTickers
  /** Left out: own orders are shown and cannot be moved. */
  readonly dealing?: ChartDealing
  /** Begins an alert at a price, or without one where null; the dealer completes its line in Alerts. Left out: the chart shows no alerts. */
  readonly onAlert?: (price: DecimalText | null) => void
  onInterval(interval: Interval): void
  readonly onChoices: (change: Partial<ChartChoices>) => void
  /** Saves or copies a picture of the chart; left out: the chart has no button for it. */
  readonly onPicture?: (picture: HTMLCanvasElement, to: 'file' | 'clipboard') => void
}
