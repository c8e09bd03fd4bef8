/** The messages between a window's page and its paint worker. Types only. */

import type { BookFrame, BookState } from '../../shared/domain/book/bookFrame.ts'
import type { Order } from '../../shared/domain/orders/order.ts'
import type { Symbol } from '../../shared/domain/scalars.ts'
import type { NumberMarks } from '../../shared/domain/settings/settingList.ts'
import type { LadderShape } from './ladder/ladderLayout.ts'
import type { LadderEvent, LadderState } from './ladder/ladderModel.ts'
import type { LadderScene } from './ladder/ladderView.ts'
import type { LadderMark } from './ladder/markedRows.ts'
import type { WorkerTransport } from '../live/paintTransport.ts'
import type { Theme } from '../style/theme.ts'

/** The number of a ladder in its window; never reused. */
export type LadderNumber = number

/** A message from the page to one ladder. */
export type LadderInput =
  | { readonly kind: 'follow'; readonly grouping: number }
  /** CSS px, and device px per CSS px. */
  | { readonly kind: 'size'; readonly width: number; readonly height: number; readonly ratio: number }
  | { readonly kind: 'orders'; readonly orders: readonly Order[] }
  | { readonly kind: 'marks'; readonly marks: readonly LadderMark[] }
  | { readonly kind: 'shape'; readonly shape: LadderShape }
  | { readonly kind: 'held'; readonly pointerOver?: boolean; readonly proposing?: boolean }
  /** `place` counts a ladder's events 1, 2, 3. `rowStep` and `priceScale`: the rows that the event refers to. `use`: an act of the dealer. */
  | {
      readonly kind: 'event'
      readonly place: number
      readonly event: LadderEvent
      readonly use: boolean
      readonly rowStep: number
      readonly priceScale: number
    }
  /** Asks for the rows as drawn. `seen` answers with the same number. */
  | { readonly kind: 'look'; readonly look: number }
  | { readonly kind: 'close' }

export type ToPaint =
  /** The first message. With ports as the transport, the worker asks the page for each port. */
  | { readonly kind: 'start'; readonly theme: Theme; readonly transport: WorkerTransport }
  /** Other colors, row height or marks of numbers: every ladder is drawn again. */
  | { readonly kind: 'look'; readonly theme: Theme; readonly marks: NumberMarks }
  | { readonly kind: 'port'; readonly port: MessagePort }
  | { readonly kind: 'noPort' }
  /** A hidden window draws nothing and grants no frames. */
  | { readonly kind: 'hidden'; readonly hidden: boolean }
  | {
      readonly kind: 'open'
      readonly ladder: LadderNumber
      readonly symbol: Symbol
      readonly canvas: OffscreenCanvas
    }
  | { readonly kind: 'tell'; readonly ladder: LadderNumber; readonly input: LadderInput }

/** The state of a ladder without its rows. */
export interface LadderSnapshot {
  readonly ladder: LadderNumber
  /** The `place` of the newest event that the worker applied. */
  readonly place: number
  readonly state: LadderState
  /** The head of the newest book frame, as a frame without rows; null before the first. */
  readonly head: BookFrame | null
  /** The state of the book; `down` while the link is down. */
  readonly link: BookState
}

export type FromPaint =
  /** The changed ladders, at most once per screen frame. */
  | { readonly kind: 'snapshots'; readonly snapshots: readonly LadderSnapshot[] }
  /** `scene` is left out when it is the scene that was sent before. */
  | {
      readonly kind: 'seen'
      readonly look: number
      readonly snapshot: LadderSnapshot
      readonly scene?: LadderScene | null
    }
  | { readonly kind: 'askPort' }
  /** A defect: the page reports it, and the ladder with the defect is not drawn again. */
  | { readonly kind: 'defect'; readonly sentence: string }
