/** The interface between ladder and window. Types only. */

import type { MovedKeys } from '../../keyboard/panelKeys.ts'
import type { Clock } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { BookState } from '../../../shared/domain/book/bookFrame.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import type { ReactNode } from 'react'
import type { LadderShape } from '../../paint/ladder/ladderLayout.ts'
import type { LadderMark } from '../../paint/ladder/markedRows.ts'
import type { OrderLeg } from '../../paint/ladder/ownOrders.ts'
import type { MouseProfile } from '../../../shared/domain/settings/settingList.ts'
import type { EnterWatch } from '../../state/presses/enterWatch.ts'
import type { Side } from '../../../shared/domain/scalars.ts'

/** A request from a key or click. The window adds customer and instrument, checks, previews and sends. */
export type LadderRequest =
  /** A limit order at a row. */
  | { readonly kind: 'limit'; readonly side: Side; readonly price: DecimalText; readonly amount: DecimalText }
  /** A limit IOC a little through the far touch: take the offer, hit the bid. */
  | { readonly kind: 'take'; readonly side: Side; readonly price: DecimalText; readonly amount: DecimalText }
  /** An order that waits for its trigger at a row: a stop loss, or a take profit. `limitPrice` null: then at market. */
  | {
      readonly kind: 'trigger'
      readonly type: 'stop_loss' | 'take_profit'
      readonly side: Side
      readonly price: DecimalText
      readonly limitPrice: DecimalText | null
      readonly amount: DecimalText
    }
  /** A stop loss in the size of the position, with its trigger at a row. */
  | { readonly kind: 'stopPosition'; readonly price: DecimalText }
  /** Moves an own order by ticks. `both`: take profit and stop loss of a combo, else its one price. */
  | { readonly kind: 'move'; readonly order: Order; readonly ticks: 1 | -1; readonly both: boolean }
  /** Moves an own order to a price. `leg`: of a combo; left out for any other order. */
  | {
      readonly kind: 'moveTo'
      readonly order: Order
      readonly price: DecimalText
      readonly leg?: OrderLeg | undefined
    }
  /** One market order of twice the position. */
  | { readonly kind: 'reverse' }
  /** Take profit and stop loss for the whole position, at the offset of the settings. */
  | { readonly kind: 'protect' }
  | { readonly kind: 'cancel'; readonly orders: readonly Order[] }
  /** All orders of this customer and instrument, or of one side. */
  | { readonly kind: 'cancelAll'; readonly side: Side | null }
  | { readonly kind: 'flatten' }

/** The price and side that a proposal is about: its sentence stands beside that row. */
export interface NoteSpot {
  readonly price: DecimalText
  readonly side: Side
}

export interface LadderProps {
  readonly clock: Clock
  /** Which presses may choose from the menu of a row. */
  readonly enters: Pick<EnterWatch, 'show' | 'counts' | 'follows'>
  readonly instrument: Instrument
  /** Null: none chosen, so the ladder shows prices only. `closed`: why nothing new may be sent for the customer; null when it may. */
  readonly customer: { readonly code: string; readonly name: string; readonly closed: string | null } | null
  readonly armed: boolean
  /** Limit orders within the limits of express leave without Enter. */
  readonly express: boolean
  /** Live orders of this customer and instrument. */
  readonly orders: readonly Order[]
  readonly position: Position | null
  /** Unrealised PnL in USDC, already formatted with sign; null while unknown. */
  readonly unrealised: string | null
  /** Six size presets (contracts) and the index in use. */
  readonly sizes: readonly DecimalText[]
  readonly sizeIndex: number
  /** Ticks per row. */
  readonly grouping: number
  /** The order waiting for Enter: its whole sentence; null when none waits. */
  readonly proposal: string | null
  /** The price and side of that order; null where it has no single price. */
  readonly spot: NoteSpot | null
  /** The own order at the price to which the proposal would move it; null where none moves. */
  readonly ghost: Order | null
  /** The prices that the position gives a meaning; the same list while none changes. */
  readonly marks: readonly LadderMark[]
  readonly shape: LadderShape
  /** What a compact ladder says of the market's day: the change in its head, the turnover below. */
  readonly day: { readonly change: ReactNode; readonly turnover: ReactNode }
  /** The keys that the dealer moved. */
  readonly movedKeys: MovedKeys
  /** What the buttons of the mouse do. */
  readonly mouseProfile: MouseProfile
  /** Counts the requests to recentre every ladder. */
  readonly recentres: number
  onSizes(sizes: readonly DecimalText[], index: number): void
  onGrouping(ticksPerRow: number): void
  /** Columns on or off. */
  onShape(shape: LadderShape): void
  onRequest(request: LadderRequest): void
  /** Shift Space: recentres every ladder of the window. */
  onRecentreAll(): void
  /** Enter on the proposal. */
  onSend(): void
  /** Esc on the proposal. */
  onDrop(): void
  /** F10 on the ladder. The window decides whether it may be armed. */
  onToggleArmed(): void
  /** Ctrl Shift E. The window decides whether express may begin. */
  onToggleExpress(): void
  /** Receives a function that returns why no order may be based on the book (null: one may). Receives null once the ladder is gone. */
  onBook(whyNot: (() => string | null) | null): void
  /** The book's state changed, or the book became stale (no message for over 5 s). The window then disarms. */
  onBookState(state: BookState, stale: boolean): void
}
