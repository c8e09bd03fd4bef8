/** One ladder at work: follows the book, keeps its state, paints at most once a frame. No React; asks the window nothing. */

import type { Clock, Stop } from '../../shared/base/clock.ts'
import type { ContractClient, TopicHandle } from '../../shared/contract/ports.ts'
import type { BookFrame } from '../../shared/domain/bookFrame.ts'
import type { Order } from '../../shared/domain/order.ts'
import type { Symbol } from '../../shared/domain/text.ts'
import type { Theme } from '../style/theme.ts'
import {
  applyLadder,
  bookCondition,
  emptyLadder,
  type BookCondition,
  type LadderEvent,
} from './ladderModel.ts'
import { digitWidth, drawLadder, type LadderContext } from './ladderRenderer.ts'
import { ladderView, rowsThatFit, type LadderScene } from './ladderView.ts'
import { noOwnOrders, ownOrders, type OwnOrders } from './ownOrders.ts'

/** Rows of each side asked of the core: a few screens of scrolling. */
const ROWS = 200

export interface LiveLadderSeams {
  readonly client: ContractClient
  readonly clock: Clock
  readonly symbol: Symbol
  readonly theme: Theme
  readonly context: LadderContext
  /** Calls back once, at the next frame of the screen. */
  readonly nextFrame: (draw: () => void) => Stop
}

export class LiveLadder {
  /** Frames painted since the start. */
  painted = 0
  private readonly seams: LiveLadderSeams
  private handle: TopicHandle | null = null
  private grouping = 0
  private state = emptyLadder
  private frame: BookFrame | null = null
  private linked = true
  /** A delta waits for its painting before the core makes the next (C4). */
  private owesPainted = false
  private pointerOver = false
  private focused = false
  private orders: readonly Order[] = []
  private own: OwnOrders = noOwnOrders
  private ownOf = { orders: this.orders, rowStep: 0, priceScale: 0 }
  private size = { width: 0, height: 0, ratio: 1 }
  private planned: Stop | null = null
  private drawn: LadderScene | null = null

  constructor(seams: LiveLadderSeams) {
    this.seams = seams
  }

  /** Follows the book in rows of so many ticks. */
  follow(grouping: number): void {
    if (grouping === this.grouping) return
    this.grouping = grouping
    this.handle?.close()
    this.owesPainted = false
    const { client, symbol } = this.seams
    const take = (frame: BookFrame, owes: boolean) => {
      this.linked = true
      this.frame = frame
      this.owesPainted ||= owes
      this.apply({ kind: 'frame', frame, held: this.held })
      this.plan()
    }
    this.handle = client.open(
      'book',
      { symbol, grouping, rows: ROWS },
      {
        snapshot: (frame) => take(frame, true),
        delta: (frame) => take(frame, true),
        stale: () => {
          this.linked = false
          this.plan()
        },
      },
    )
  }

  close(): void {
    this.handle?.close()
    this.planned?.()
  }

  /** CSS px, and device px per CSS px. The canvas has been given its size already. */
  resize(width: number, height: number, ratio: number): void {
    this.size = { width, height, ratio }
    this.apply({ kind: 'resized', rows: rowsThatFit(height, this.seams.theme.rowLadder) })
    // A canvas that changed its size is blank: draw before the page shows it.
    this.paint()
  }

  setOrders(orders: readonly Order[]): void {
    this.orders = orders
    this.plan()
  }

  setHeld(by: { readonly pointerOver?: boolean; readonly focused?: boolean }): void {
    this.pointerOver = by.pointerOver ?? this.pointerOver
    this.focused = by.focused ?? this.focused
  }

  apply(event: LadderEvent): void {
    const next = applyLadder(this.state, event, this.seams.clock.monotonic())
    if (next === this.state) return
    this.state = next
    this.plan()
  }

  /** Draws again although nothing arrived: the age of the book moves on. */
  plan(): void {
    this.planned ??= this.seams.nextFrame(() => {
      this.planned = null
      this.paint()
    })
  }

  /** What was drawn last: what the dealer saw when a key or click came. */
  get scene(): LadderScene | null {
    return this.drawn
  }

  get condition(): BookCondition {
    return bookCondition(this.frame, this.linked, this.seams.clock.now())
  }

  /** State, frame and own orders, for the meaning of keys and clicks. */
  get sight() {
    const { state, frame, condition } = this
    return { state, frame, condition, own: this.placed() }
  }

  private get held(): boolean {
    return this.pointerOver || (this.focused && this.state.cursor !== null)
  }

  private placed(): OwnOrders {
    const { orders } = this
    const { rowStep, priceScale } = this.state
    const of = this.ownOf
    if (of.orders !== orders || of.rowStep !== rowStep || of.priceScale !== priceScale) {
      this.ownOf = { orders, rowStep, priceScale }
      this.own = ownOrders(orders, rowStep, priceScale)
    }
    return this.own
  }

  private paint(): void {
    const { context, theme } = this.seams
    const { width, height, ratio } = this.size
    // Out of sight costs nothing: no credit is granted until it can be seen again.
    if (width <= 0 || height <= 0) return
    const metrics = { width, height, rowHeight: theme.rowLadder, digit: digitWidth(context, theme) }
    this.drawn = ladderView(this.sight, metrics)
    drawLadder(context, this.drawn, theme, ratio)
    this.painted++
    if (this.owesPainted) {
      this.owesPainted = false
      this.handle?.painted()
    }
  }
}
