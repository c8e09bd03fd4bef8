/** A ladder on its page: the worker's state with the dealer's newer acts applied, and the rows as drawn. The worker draws; no React. */

import type { Clock } from '../../../../shared/base/clock.ts'
import type { BookFrame, BookState } from '../../../../shared/domain/book/bookFrame.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { LadderListener, PaintHandle, Painter } from '../../../paint/painter.ts'
import type { LadderNumber, LadderSnapshot } from '../../../paint/paintWords.ts'
import {
  applyLadder,
  bookCondition,
  emptyLadder,
  meantFor,
  type BookCondition,
  type LadderEvent,
  type LadderState,
} from '../../../paint/ladder/ladderModel.ts'
import type { LadderShape } from '../../../paint/ladder/ladderLayout.ts'
import type { LadderScene } from '../../../paint/ladder/ladderView.ts'
import { steadyMarkedRows, type LadderMark, type MarkedRows } from '../../../paint/ladder/markedRows.ts'
import { steadyOwnOrders, type DrawnOrder, type OwnOrders } from '../../../paint/ladder/ownOrders.ts'

interface PaintedLadderOptions {
  readonly painter: Painter
  readonly clock: Clock
  readonly symbol: Symbol
  readonly canvas: HTMLCanvasElement
  /** The worker drew a change; `look` returns the rows. */
  readonly onDrawn?: () => void
}

/** The ladder's state at a key. */
interface Sight {
  readonly state: LadderState
  /** The head of the newest frame, without rows. */
  readonly frame: BookFrame | null
  readonly condition: BookCondition
  readonly own: OwnOrders
  readonly marked: MarkedRows
}

interface Act {
  readonly place: number
  readonly event: LadderEvent
  /** Monotonic ms. */
  readonly at: number
  /** The rows that the act refers to. */
  readonly rowStep: number
  readonly priceScale: number
}

const afterAct = (state: LadderState, act: Act): LadderState =>
  meantFor(act, act.event, state) ? applyLadder(state, act.event, act.at) : state

export class PaintedLadder implements LadderListener {
  private readonly clock: Clock
  private readonly handle: PaintHandle
  private readonly onDrawn: (() => void) | undefined
  /** The worker's newest state, with its times in this page's ms. */
  private known = emptyLadder
  private move = { worker: emptyLadder.movedAt, page: emptyLadder.movedAt }
  /** The dealer's acts that this state lacks. They are applied at once, so that a key acts on the keys before it. */
  private ahead: Act[] = []
  private state = emptyLadder
  private head: BookFrame | null = null
  private link: BookState = 'waiting'
  private place = 0
  private looks = 0
  private seen: LadderScene | null = null
  private readonly looking = new Map<number, (scene: LadderScene | null) => void>()
  private orders: readonly Order[] = []
  private readonly ownOrders = steadyOwnOrders()
  private marks: readonly LadderMark[] = []
  private readonly markedRows = steadyMarkedRows()

  constructor({ painter, clock, symbol, canvas, onDrawn }: PaintedLadderOptions) {
    this.clock = clock
    this.onDrawn = onDrawn
    this.handle = painter.open(symbol, canvas, this)
  }

  /** The ladder's number in the window. */
  get number(): LadderNumber {
    return this.handle.ladder
  }

  follow(grouping: number): void {
    this.handle.tell({ kind: 'follow', grouping })
  }

  /** CSS px, and device px per CSS px. */
  resize(width: number, height: number, ratio: number): void {
    this.handle.tell({ kind: 'size', width, height, ratio })
  }

  /** `ghost`: the order at the price to which a waiting change would move it. Drawn only: no key acts on a ghost. */
  setOrders(orders: readonly Order[], ghost: Order | null = null): void {
    this.orders = orders
    const drawn: readonly DrawnOrder[] = ghost === null ? orders : [...orders, { ...ghost, isGhost: true }]
    this.handle.tell({ kind: 'orders', orders: drawn })
  }

  setMarks(marks: readonly LadderMark[]): void {
    this.marks = marks
    this.handle.tell({ kind: 'marks', marks })
  }

  setShape(shape: LadderShape): void {
    this.handle.tell({ kind: 'shape', shape })
  }

  setHeld(by: { readonly pointerOver?: boolean; readonly proposing?: boolean }): void {
    this.handle.tell({ kind: 'held', ...by })
  }

  /** An act of the dealer. For a while the ladder does not move by itself, unless the act is to recentre it. */
  use(event: LadderEvent): void {
    this.act(event, true)
  }

  /** Brings the market to the middle. */
  recentre(): void {
    this.act({ kind: 'recentre', frame: this.head }, true)
  }

  apply(event: LadderEvent): void {
    this.act(event, false)
  }

  /**
   * The rows as drawn last, from the worker, so that a busy page cannot accept a click for rows that have changed. `sight` is then of the same
   * age. Null once closed.
   */
  look(): Promise<LadderScene | null> {
    return new Promise((resolve) => {
      const look = ++this.looks
      this.looking.set(look, resolve)
      this.handle.tell({ kind: 'look', look })
    })
  }

  /** The rows of the last look. */
  get drawn(): LadderScene | null {
    return this.seen
  }

  close(): void {
    this.handle.close()
    for (const resolve of this.looking.values()) resolve(null)
    this.looking.clear()
  }

  get condition(): BookCondition {
    return bookCondition(this.head, this.link, this.clock.now())
  }

  get sight(): Sight {
    const { state, head, condition } = this
    return {
      state,
      frame: head,
      condition,
      own: this.ownOrders(this.orders, this.state.rowStep, this.state.priceScale),
      marked: this.markedRows(this.marks, this.state),
    }
  }

  onSnapshot({ place, state, head, link }: LadderSnapshot): void {
    // A move counts from its arrival at this page, because clicks before that were in the old rows.
    if (state.movedAt !== this.move.worker)
      this.move = { worker: state.movedAt, page: this.clock.monotonic() }
    this.known = { ...state, movedAt: this.move.page }
    this.head = head
    this.link = link
    this.ahead = this.ahead.filter((act) => act.place > place)
    this.state = this.ahead.reduce(afterAct, this.known)
    this.onDrawn?.()
  }

  onLook(look: number, scene: LadderScene | null): void {
    this.seen = scene
    this.looking.get(look)?.(scene)
    this.looking.delete(look)
  }

  private act(event: LadderEvent, use: boolean): void {
    const { rowStep, priceScale } = this.state
    const place = ++this.place
    const act: Act = { place, event, at: this.clock.monotonic(), rowStep, priceScale }
    this.ahead.push(act)
    this.state = afterAct(this.state, act)
    this.handle.tell({ kind: 'event', place, event, use, rowStep, priceScale })
  }
}
