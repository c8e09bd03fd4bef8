/** One ladder in the paint worker: follows the book, stores the view state, paints at most once a frame. No page, no React. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { ContractClient } from '../../../shared/contract/ports.ts'
import { invariant } from '../../../shared/base/result.ts'
import type { BookFrame, BookState } from '../../../shared/domain/book/bookFrame.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { mirrorBook, type BookMirror } from '../../live/bookMirror.ts'
import {
  REDRAW,
  type FrameLoop,
  type Redraw,
  type Surface,
  type SurfaceHandle,
} from '../../live/frameLoop.ts'
import type { Theme } from '../../style/theme.ts'
import {
  applyLadder,
  bookCondition,
  emptyLadder,
  FEWEST_ROWS,
  rowsToAsk,
  type LadderEvent,
} from './ladderModel.ts'
import { digitWidth } from './ladderBrush.ts'
import { drawLadder } from './ladderRenderer.ts'
import { ladderView, rowsThatFit, type LadderScene, type LadderSight } from './ladderView.ts'
import { steadyOwnOrders } from './ownOrders.ts'
import { PixelCanvas } from './pixelCanvas.ts'

/** The cursor counts as in use for so long after it was last moved, ms. */
const CURSOR_IN_USE = 10_000

export interface LiveLadderOptions {
  readonly client: ContractClient
  readonly clock: Clock
  readonly symbol: Symbol
  readonly theme: Theme
  readonly canvas: OffscreenCanvas
  readonly loop: FrameLoop
  /** Runs it when the next data should be asked for. */
  readonly grant: (run: () => void) => void
  /** Called after each frame in which this ladder had its turn, drawn or out of sight. */
  readonly onTurn: () => void
}

export class LiveLadder implements Surface {
  private readonly options: LiveLadderOptions
  private readonly context: OffscreenCanvasRenderingContext2D
  private readonly surface: SurfaceHandle
  private mirror: BookMirror | null = null
  /** Follows the same book in rows of another size or number; it takes the mirror's place with its first frame. */
  private next: BookMirror | null = null
  private asked: number = FEWEST_ROWS
  private grouping = 0
  private state = emptyLadder
  private frame: BookFrame | null = null
  private pointerOver = false
  private proposing = false
  private usedAt = Number.NEGATIVE_INFINITY
  private orders: readonly Order[] = []
  private readonly ownOrders = steadyOwnOrders()
  private size = { width: 0, height: 0, ratio: 1 }
  private drawn: LadderScene | null = null
  /** Null until the canvas has taken its size. */
  private picture: PixelCanvas | null = null

  constructor(options: LiveLadderOptions) {
    this.options = options
    // Every pixel is drawn: the screen need not blend the ladder with what lies under it, half of the cost of showing it.
    // Its pixels come from memory in small boxes: each would go to a graphics card by itself, if the canvas lay there.
    const context = options.canvas.getContext('2d', { alpha: false, willReadFrequently: true })
    invariant(context, 'The ladder got a canvas that cannot be drawn on')
    this.context = context
    this.surface = options.loop.add(this)
    // The driver threw the picture away: no row of it stands.
    options.canvas.addEventListener('contextrestored', () => this.surface.invalidate(REDRAW.layout))
  }

  /** Follows the book in rows of so many ticks; until the first such frame comes, the last one stays. */
  follow(grouping: number): void {
    if (grouping === this.grouping) return
    this.grouping = grouping
    this.mirror?.close()
    this.mirror = null
    this.open()
  }

  close(): void {
    this.mirror?.close()
    this.next?.close()
    this.surface.remove()
  }

  /** CSS px, and device px per CSS px. The canvas takes its size when it is drawn next. */
  resize(width: number, height: number, ratio: number): void {
    this.size = { width, height, ratio }
    this.picture = null
    this.apply({ kind: 'resized', rows: rowsThatFit(height, this.options.theme.rowLadder) })
    // The first book may have come before the size: it can be put in the middle only now.
    if (this.frame) this.take(this.frame)
    this.surface.invalidate(REDRAW.layout)
  }

  setOrders(orders: readonly Order[]): void {
    this.orders = orders
    this.invalidate()
  }

  setHeld(by: { readonly pointerOver?: boolean; readonly proposing?: boolean }): void {
    this.pointerOver = by.pointerOver ?? this.pointerOver
    this.proposing = by.proposing ?? this.proposing
  }

  /** An act of the dealer: for a while the ladder does not move by itself, unless the dealer set it to follow the market. */
  use(event: LadderEvent): void {
    if (event.kind === 'recentre') this.usedAt = Number.NEGATIVE_INFINITY
    else this.usedAt = this.options.clock.monotonic()
    this.apply(event)
  }

  apply(event: LadderEvent): void {
    const next = applyLadder(this.state, event, this.options.clock.monotonic())
    if (next === this.state) return
    this.state = next
    this.invalidate()
  }

  /** Draws again what differs by then, although nothing may have arrived: the age of the book moves on. */
  invalidate(): void {
    this.surface.invalidate(REDRAW.rows)
  }

  /** What was drawn last: what the dealer saw when a key or click came. */
  get scene(): LadderScene | null {
    return this.drawn
  }

  get link(): BookState {
    return (this.mirror ?? this.next)?.state ?? 'waiting'
  }

  /** State, frame, what the frame is worth and own orders by row: all that is drawn. */
  get sight(): LadderSight {
    const { state, frame } = this
    const condition = bookCondition(frame, this.link, this.options.clock.now())
    return {
      state,
      frame,
      condition,
      own: this.ownOrders(this.orders, this.state.rowStep, this.state.priceScale),
    }
  }

  paint(redraw: Redraw): void {
    if (!this.visible) return
    const { theme } = this.options
    const { width, height, ratio } = this.size
    this.picture ??= new PixelCanvas(this.context, Math.round(width * ratio), Math.round(height * ratio))
    const metrics = { width, height, rowHeight: theme.rowLadder, digit: digitWidth(theme, ratio) }
    const before = redraw === REDRAW.layout ? null : this.drawn
    this.drawn = ladderView(this.sight, metrics)
    drawLadder(this.picture, this.drawn, theme, ratio, before)
  }

  painted(): void {
    // Out of sight costs nothing: no frame is granted until it can be seen again.
    if (this.visible) this.options.grant(() => this.mirror?.painted())
    this.options.onTurn()
    const rows = rowsToAsk(this.asked, this.state, this.frame)
    if (rows === this.asked) return
    this.asked = rows
    if (this.grouping > 0) this.open()
  }

  /** Follows the book by the present grouping and number of rows. What is there stays until its first frame. */
  private open(): void {
    const { client, symbol } = this.options
    this.next?.close()
    let next: BookMirror | null = null
    const onNews = () => {
      if (next === null) return
      if (next === this.next && next.frame !== null) {
        this.mirror?.close()
        this.mirror = next
        this.next = null
      }
      if (next !== (this.mirror ?? this.next)) return
      if (next.frame !== null) this.take(next.frame)
      this.invalidate()
    }
    next = mirrorBook(client, { symbol, grouping: this.grouping, rows: this.asked }, onNews)
    this.next = next
    // A snapshot may have come while the subscription was being opened.
    onNews()
  }

  private get visible(): boolean {
    const { width, height, ratio } = this.size
    return Math.round(width * ratio) > 0 && Math.round(height * ratio) > 0
  }

  private take(frame: BookFrame): void {
    this.frame = frame
    const inUse = this.options.clock.monotonic() - this.usedAt < CURSOR_IN_USE
    const held = this.pointerOver || this.proposing || inUse
    this.apply({ kind: 'frame', frame, held })
  }
}
