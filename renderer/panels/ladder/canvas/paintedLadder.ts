/** A ladder as its page knows it: where it stands, foreseen from the dealer's own acts, and the rows as drawn. The worker draws; no React. */

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
import type { LadderScene } from '../../../paint/ladder/ladderView.ts'
import { steadyOwnOrders, type OwnOrders } from '../../../paint/ladder/ownOrders.ts'

interface PaintedLadderOptions {
  readonly painter: Painter
  readonly clock: Clock
  readonly symbol: Symbol
  readonly canvas: HTMLCanvasElement
  /** Something new is drawn; `look` has the rows. */
  readonly onSighted?: () => void
}

/** What the ladder knows when a key comes. */
interface Sight {
  readonly state: LadderState
  /** The newest frame's head: it has no rows. */
  readonly frame: BookFrame | null
  readonly condition: BookCondition
  readonly own: OwnOrders
}

interface Act {
  readonly place: number
  readonly event: LadderEvent
  /** Monotonic ms. */
  readonly at: number
  /** The rows that it speaks of. */
  readonly rowStep: number
  readonly priceScale: number
}

const afterAct = (state: LadderState, act: Act): LadderState =>
  meantFor(act, act.event, state) ? applyLadder(state, act.event, act.at) : state

export class PaintedLadder implements LadderListener {
  private readonly clock: Clock
  private readonly handle: PaintHandle
  private readonly onSighted: (() => void) | undefined
  /** What the worker said last, its times in this page's ms. */
  private known = emptyLadder
  private move = { worker: emptyLadder.movedAt, page: emptyLadder.movedAt }
  /** The dealer's acts that were not in it yet, and where they lead: a key acts at once on the keys before it. */
  private ahead: Act[] = []
  private state = emptyLadder
  private head: BookFrame | null = null
  private link: BookState = 'waiting'
  private place = 0
  private looks = 0
  private readonly looking = new Map<number, (scene: LadderScene | null) => void>()
  private orders: readonly Order[] = []
  private readonly ownOrders = steadyOwnOrders()

  constructor({ painter, clock, symbol, canvas, onSighted }: PaintedLadderOptions) {
    this.clock = clock
    this.onSighted = onSighted
    this.handle = painter.open(symbol, canvas, this)
  }

  /** Which of the window's ladders this is. */
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

  setOrders(orders: readonly Order[]): void {
    this.orders = orders
    this.handle.tell({ kind: 'orders', orders })
  }

  setHeld(by: { readonly pointerOver?: boolean; readonly proposing?: boolean }): void {
    this.handle.tell({ kind: 'held', ...by })
  }

  /** What the dealer did. For a while the ladder does not move by itself, unless it follows the market. */
  use(event: LadderEvent): void {
    this.act(event, true)
  }

  apply(event: LadderEvent): void {
    this.act(event, false)
  }

  /**
   * The rows as they were drawn last. Asked of the worker, so that a page that was busy cannot take a click for rows that are gone;
   * `sight` is then as new as they are. Null once closed.
   */
  look(): Promise<LadderScene | null> {
    return new Promise((resolve) => {
      const look = ++this.looks
      this.looking.set(look, resolve)
      this.handle.tell({ kind: 'look', look })
    })
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
    }
  }

  sighted({ place, state, head, link }: LadderSnapshot): void {
    // A move counts from when this page heard of it: one that was busy meanwhile had the clicks before it in other rows.
    if (state.movedAt !== this.move.worker)
      this.move = { worker: state.movedAt, page: this.clock.monotonic() }
    this.known = { ...state, movedAt: this.move.page }
    this.head = head
    this.link = link
    this.ahead = this.ahead.filter((act) => act.place > place)
    this.state = this.ahead.reduce(afterAct, this.known)
    this.onSighted?.()
  }

  seen(look: number, scene: LadderScene | null): void {
    this.looking.get(look)?.(scene)
    this.looking.delete(look)
  }

  private act(event: LadderEvent, use: boolean): void {
    const { rowStep, priceScale } = this.state
    const place = ++this.place
    const one: Act = { place, event, at: this.clock.monotonic(), rowStep, priceScale }
    this.ahead.push(one)
    this.state = afterAct(this.state, one)
    this.handle.tell({ kind: 'event', place, event, use, rowStep, priceScale })
  }
}
