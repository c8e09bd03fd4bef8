/** One ladder in the paint worker: follows the book, stores the view state, paints at most once a frame. No page, no React. */

import { momentOf, type Clock } from '../../../shared/base/clock.ts'
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
import { digitWidth } from './brush/ladderBrush.ts'
import { drawLadder } from './ladderRenderer.ts'
import { FULL_LADDER, rowsThatFit, type LadderShape } from './ladderLayout.ts'
import { ladderView, type LadderScene, type LadderSight } from './ladderView.ts'
import { steadyMarkedRows, type LadderMark } from './markedRows.ts'
import { steadyOwnOrders, type OwnOrders } from './ownOrders.ts'
import { NO_QUEUES, withQueues } from './queueEstimate.ts'
import { PixelCanvas } from './brush/pixelCanvas.ts'
import type { WireToPixel } from '../wireToPixel.ts'

/** Ms for which the cursor counts as in use after its last move. */
const CURSOR_IN_USE = 10_000

export interface LiveLadderOptions {
  readonly client: ContractClient
  readonly clock: Clock
  readonly symbol: Symbol
  readonly theme: Theme
  readonly canvas: OffscreenCanvas
  readonly loop: FrameLoop
  /** Calls `run` when the next data should be requested. */
  readonly grant: (run: () => void) => void
  readonly wireToPixel: WireToPixel
  /** Called after each frame that processed this ladder, visible or not. */
  readonly onTurn: () => void
}

export class LiveLadder implements Surface {
  private readonly options: LiveLadderOptions
  private theme: Theme
  private readonly context: OffscreenCanvasRenderingContext2D
  private readonly surface: SurfaceHandle
  private mirror: BookMirror | null = null
  /** The same book in rows of another size or number. Replaces `mirror` with its first frame. */
  private next: BookMirror | null = null
  private asked: number = FEWEST_ROWS
  private grouping = 0
  private state = emptyLadder
  private frame: BookFrame | null = null
  /** When the present frame was received. */
  private arrived = { wall: 0, monotonic: 0 }
  /** The newest frame whose drawing was counted. */
  private counted: BookFrame | null = null
  private pointerOver = false
  private proposing = false
  private usedAt = Number.NEGATIVE_INFINITY
  private orders: readonly Order[] = []
  private readonly ownOrders = steadyOwnOrders()
  private queues = NO_QUEUES
  private marks: readonly LadderMark[] = []
  private readonly markedRows = steadyMarkedRows()
  private shape = FULL_LADDER
  private size = { width: 0, height: 0, ratio: 1 }
  private drawn: LadderScene | null = null
  /** Null until the canvas has taken its size. */
  private picture: PixelCanvas | null = null

  constructor(options: LiveLadderOptions) {
    this.options = options
    this.theme = options.theme
    // Opaque, because blending with the page below would be half of the cost of showing a ladder.
    // In main memory, because the pixels come in small boxes and each would be a separate upload to the graphics card.
    const context = options.canvas.getContext('2d', { alpha: false, willReadFrequently: true })
    invariant(context, 'The canvas of the ladder has no 2D context')
    this.context = context
    this.surface = options.loop.add(this)
    // The driver discarded the picture, so everything is drawn again.
    options.canvas.addEventListener('contextrestored', () => this.surface.invalidate(REDRAW.layout))
  }

  /** Follows the book in rows of `grouping` ticks. The old frame stays until the first new frame. */
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

  /** CSS px, and device px per CSS px. The next drawing resizes the canvas. */
  resize(width: number, height: number, ratio: number): void {
    const wasVisible = this.visible
    this.size = { width, height, ratio }
    if (!wasVisible && this.visible) this.options.wireToPixel.inSight()
    this.picture = null
    this.apply({ kind: 'resized', rows: rowsThatFit(height, this.theme.rowLadder) })
    // The first frame may have come before the size; only now can the ladder center it.
    if (this.frame) this.take(this.frame)
    this.surface.invalidate(REDRAW.layout)
  }

  /** Other colors, row height or marks of numbers. */
  restyle(theme: Theme): void {
    this.theme = theme
    const { width, height, ratio } = this.size
    if (width > 0) this.resize(width, height, ratio)
  }

  setOrders(orders: readonly Order[]): void {
    this.orders = orders
    this.foldQueues()
    this.invalidate()
  }

  setMarks(marks: readonly LadderMark[]): void {
    this.marks = marks
    this.invalidate()
  }

  setShape(shape: LadderShape): void {
    this.shape = shape
    this.surface.invalidate(REDRAW.layout)
  }

  setHeld(by: { readonly pointerOver?: boolean; readonly proposing?: boolean }): void {
    this.pointerOver = by.pointerOver ?? this.pointerOver
    this.proposing = by.proposing ?? this.proposing
  }

  /** An act of the dealer. For a while the ladder does not move by itself, unless the act is to recentre it. */
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

  /** Draws changed rows in the next frame. Needed without new data too, because the age of the book grows. */
  invalidate(): void {
    this.surface.invalidate(REDRAW.rows)
  }

  /** The scene drawn last: what the dealer saw at a key or click. */
  get scene(): LadderScene | null {
    return this.drawn
  }

  get link(): BookState {
    return (this.mirror ?? this.next)?.state ?? 'waiting'
  }

  /** Everything that is drawn: state, frame, condition of the book and own orders by row. */
  get sight(): LadderSight {
    const { state, frame } = this
    const condition = bookCondition(frame, this.link, this.options.clock.now())
    return {
      state,
      frame,
      condition,
      queues: this.queues,
      own: this.own,
      marked: this.markedRows(this.marks, this.state),
    }
  }

  paint(redraw: Redraw): void {
    if (!this.visible) return
    const { theme, shape } = this
    const { width, height, ratio } = this.size
    this.picture ??= new PixelCanvas(this.context, Math.round(width * ratio), Math.round(height * ratio))
    const metrics = { width, height, rowHeight: theme.rowLadder, digit: digitWidth(theme, ratio), shape }
    const before = redraw === REDRAW.layout ? null : this.drawn
    this.drawn = ladderView(this.sight, metrics)
    drawLadder(this.picture, this.drawn, theme, ratio, before)
  }

  painted(): void {
    // An invisible ladder grants no frames, so it costs nothing.
    if (this.visible) {
      this.countDrawn()
      this.options.grant(() => this.mirror?.painted())
    }
    this.options.onTurn()
    const rows = rowsToAsk(this.asked, this.state, this.frame)
    if (rows === this.asked) return
    this.asked = rows
    if (this.grouping > 0) this.open()
  }

  private countDrawn(): void {
    const { frame } = this
    if (frame === null || frame === this.counted) return
    this.counted = frame
    this.options.wireToPixel.drawn(frame, this.arrived)
  }

  /** Follows the book with the present grouping and number of rows. The old data stays until the first new frame. */
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
      if (next.frame !== null) {
        if (next.frame !== this.frame) this.arrived = momentOf(this.options.clock)
        this.take(next.frame)
      }
      this.foldQueues()
      this.invalidate()
    }
    next = mirrorBook(client, { symbol, grouping: this.grouping, rows: this.asked }, onNews)
    this.next = next
    // A snapshot may have come while the subscription was being opened.
    onNews()
  }

  private get own(): OwnOrders {
    return this.ownOrders(this.orders, this.state.rowStep, this.state.priceScale)
  }

  private foldQueues(): void {
    const { own, frame, link } = this
    if (frame !== null) this.queues = withQueues(this.queues, own, frame, link, this.asked)
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
