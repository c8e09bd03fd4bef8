/** One ladder at work: follows the book, keeps its state, paints at most once a frame. No React; asks the window nothing. */

import type { Clock } from '../../shared/base/clock.ts'
import type { ContractClient } from '../../shared/contract/ports.ts'
import type { BookFrame } from '../../shared/domain/bookFrame.ts'
import type { Order } from '../../shared/domain/order.ts'
import type { Symbol } from '../../shared/domain/text.ts'
import { mirrorBook, type BookMirror } from '../live/bookMirror.ts'
import {
  openFrameLoop,
  REDRAW,
  type FrameScheduler,
  type Surface,
  type SurfaceHandle,
} from '../live/frameLoop.ts'
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

/** The cursor counts as in use for so long after it was last moved, ms. */
const CURSOR_IN_USE = 10_000
/** Rows of each side asked of the core: a few screens of scrolling. */
const ROWS = 200

export interface LiveLadderSeams {
  readonly client: ContractClient
  readonly clock: Clock
  readonly symbol: Symbol
  readonly theme: Theme
  readonly context: LadderContext
  readonly scheduler: FrameScheduler
  /** A defect in drawing: told, and this ladder draws no more. */
  readonly onError: (error: unknown) => void
}

export class LiveLadder implements Surface {
  private readonly seams: LiveLadderSeams
  private readonly loop
  private readonly surface: SurfaceHandle
  private mirror: BookMirror | null = null
  private grouping = 0
  private state = emptyLadder
  private frame: BookFrame | null = null
  private pointerOver = false
  private proposing = false
  private usedAt = Number.NEGATIVE_INFINITY
  private orders: readonly Order[] = []
  private own: OwnOrders = noOwnOrders
  private ownOf = { orders: this.orders, rowStep: 0, priceScale: 0 }
  private size = { width: 0, height: 0, ratio: 1 }
  private drawn: LadderScene | null = null

  constructor(seams: LiveLadderSeams) {
    this.seams = seams
    this.loop = openFrameLoop(seams.scheduler, seams.onError)
    this.surface = this.loop.add(this)
  }

  /** Follows the book in rows of so many ticks; until the first such frame comes, the last one stays. */
  follow(grouping: number): void {
    if (grouping === this.grouping) return
    this.grouping = grouping
    this.mirror?.close()
    const { client, symbol } = this.seams
    let mirror: BookMirror | null = null
    const onNews = () => {
      if (mirror?.frame) this.take(mirror.frame)
      this.invalidate()
    }
    mirror = mirrorBook(client, { symbol, grouping, rows: ROWS }, onNews)
    this.mirror = mirror
    // A snapshot may have come while the subscription was being opened.
    onNews()
  }

  close(): void {
    this.mirror?.close()
    this.loop.close()
  }

  /** CSS px, and device px per CSS px. The canvas has been given its size already. */
  resize(width: number, height: number, ratio: number): void {
    this.size = { width, height, ratio }
    this.apply({ kind: 'resized', rows: rowsThatFit(height, this.seams.theme.rowLadder) })
    // The first book may have come before the size: it can be put in the middle only now.
    if (this.frame) this.take(this.frame)
    // A canvas that changed its size is blank: draw before the page shows it.
    this.paint()
  }

  setOrders(orders: readonly Order[]): void {
    this.orders = orders
    this.invalidate()
  }

  setHeld(by: { readonly pointerOver?: boolean; readonly proposing?: boolean }): void {
    this.pointerOver = by.pointerOver ?? this.pointerOver
    this.proposing = by.proposing ?? this.proposing
  }

  /** What the dealer did: for a while the ladder will not move by itself, unless it was told to follow the market. */
  use(event: LadderEvent): void {
    if (event.kind === 'recentre') this.usedAt = Number.NEGATIVE_INFINITY
    else this.usedAt = this.seams.clock.monotonic()
    this.apply(event)
  }

  apply(event: LadderEvent): void {
    const next = applyLadder(this.state, event, this.seams.clock.monotonic())
    if (next === this.state) return
    this.state = next
    this.invalidate()
  }

  /** Draws again although nothing arrived: the age of the book moves on. */
  invalidate(): void {
    this.surface.invalidate(REDRAW.layout)
  }

  /** What was drawn last: what the dealer saw when a key or click came. */
  get scene(): LadderScene | null {
    return this.drawn
  }

  get condition(): BookCondition {
    return bookCondition(this.frame, this.mirror?.state ?? 'waiting', this.seams.clock.now())
  }

  /** State, frame and own orders, for the meaning of keys and clicks. */
  get sight() {
    const { state, frame, condition } = this
    return { state, frame, condition, own: this.placed() }
  }

  paint(): void {
    if (!this.visible) return
    const { context, theme } = this.seams
    const { width, height, ratio } = this.size
    const metrics = { width, height, rowHeight: theme.rowLadder, digit: digitWidth(context, theme) }
    this.drawn = ladderView(this.sight, metrics)
    drawLadder(context, this.drawn, theme, ratio)
  }

  painted(): void {
    // Out of sight costs nothing: no frame is granted until it can be seen again.
    if (this.visible) this.mirror?.painted()
  }

  private get visible(): boolean {
    return this.size.width > 0 && this.size.height > 0
  }

  private take(frame: BookFrame): void {
    this.frame = frame
    const inUse = this.seams.clock.monotonic() - this.usedAt < CURSOR_IN_USE
    const held = this.pointerOver || this.proposing || inUse
    this.apply({ kind: 'frame', frame, held })
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
}
