/** Sends one window the data of one instrument at the pace of its credit (docs/architecture.md#the-contract, C4). Folds news until the window is ready; never queues news. */

import {
  BOOK_DOUBT_REASONS,
  BOOK_STATES,
  HEADER,
  LONGEST_FRAME,
  middleRow,
  type BookDoubt,
  type BookFrame,
  type BookState,
} from '../../shared/domain/book/bookFrame.ts'
import type { Clock, EpochMs } from '../../shared/base/clock.ts'
import type { Book } from '../../shared/domain/book/book.ts'
import type { TradedVolume } from '../../shared/domain/book/tradedVolume.ts'
import type { Interval } from '../../shared/domain/candles/candle.ts'
import type { SalesTrade } from '../../shared/domain/marketTrade.ts'
import type { FeedId, Post } from './protocol.ts'
import { TAPE_LENGTH } from './trades/newestTrades.ts'
import type { ChangedSince, TradeHistory } from './trades/tradeHistory.ts'

/** Runs `run` after the messages of this turn have been applied, so that a burst makes one frame. */
export type Defer = (run: () => void) => void

/** Calls `send` when there is news and credit. Each `ready` grants one credit. */
export class PacedView {
  private readonly defer: Defer
  private readonly send: (changedAt: EpochMs) => void
  private credit: boolean
  private changedAt: EpochMs = 0
  private news: boolean
  private planned = false
  private closed = false
  private isBegun = false

  /**
   * `send` gets when the oldest change since the last send arrived; 0: there was none, or it is the first send. `news`: whether there is something to
   * send at once.
   */
  constructor(defer: Defer, credit: boolean, send: (changedAt: EpochMs) => void, news = true) {
    this.defer = defer
    this.credit = credit
    this.send = send
    this.news = news
    this.plan()
  }

  /** Whether the next change will be the oldest of the next send. */
  get awaitsOldest(): boolean {
    return this.changedAt === 0 && this.isBegun
  }

  /** There is news to send. `changedAt`: when the change arrived, wall clock; 0: nothing changed but its age or its state. */
  mark(changedAt: EpochMs = 0): void {
    this.news = true
    if (this.awaitsOldest) this.changedAt = changedAt
    this.plan()
  }

  ready(): void {
    this.credit = true
    this.plan()
  }

  close(): void {
    this.closed = true
  }

  private plan(): void {
    if (this.planned || !this.credit || !this.news) return
    this.planned = true
    this.defer(() => {
      this.planned = false
      if (this.closed) return
      this.credit = false
      this.news = false
      this.isBegun = true
      const { changedAt } = this
      this.changedAt = 0
      this.send(changedAt)
    })
  }
}

const US_OF_MS = 1_000

/** Whole µs of a duration in ms: never less than 1, and never less than it took. */
const wholeUs = (ms: number): number => Math.max(1, Math.ceil(ms * US_OF_MS))

/** Sends one window frames of a book, each with the times of its oldest change. */
export class BookView {
  readonly pace: PacedView
  private readonly clock: Pick<Clock, 'monotonic'>
  /** Of the oldest change since the last send: µs until it was in the book, and monotonic ms when it was. */
  private foldedIn = 0
  private foldedAt = 0

  constructor(
    defer: Defer,
    credit: boolean,
    clock: Pick<Clock, 'now' | 'monotonic'>,
    frame: (changedAt: EpochMs) => BookFrame,
    post: (frame: BookFrame) => void,
  ) {
    this.clock = clock
    this.pace = new PacedView(defer, credit, (changedAt) => {
      const made = frame(changedAt)
      const isTimed = changedAt > 0
      made[HEADER.foldedIn] = isTimed ? this.foldedIn : 0
      made[HEADER.waitedFor] = isTimed ? wholeUs(clock.monotonic() - this.foldedAt) : 0
      made[HEADER.sentAt] = Math.round(clock.now())
      post(made)
    })
  }

  /** The book changed. `at`: as in `mark`. `heardAt`: monotonic ms when the message with the change was received. */
  mark(at: EpochMs = 0, heardAt = 0): void {
    if (at !== 0 && this.pace.awaitsOldest) {
      this.foldedAt = this.clock.monotonic()
      this.foldedIn = wholeUs(this.foldedAt - heardAt)
    }
    this.pace.mark(at)
  }
}

const scratch = new Float64Array(LONGEST_FRAME)

/** The nearest rows of a book, with the volumes of as many rows to either side of the middle and the newest trades, in new memory, which the caller may transfer. */
export function frameOf(
  book: Book,
  volume: TradedVolume,
  key: { grouping: number; rows: number },
  heard: { readonly receivedAt: EpochMs; readonly aliveAt: EpochMs; readonly changedAt: EpochMs },
  trust: { readonly state: BookState; readonly doubt: BookDoubt },
): BookFrame {
  const bookLength = book.writeFrame(key.grouping, key.rows, scratch)
  scratch[HEADER.receivedAt] = Math.round(heard.receivedAt)
  scratch[HEADER.aliveAt] = Math.round(heard.aliveAt)
  scratch[HEADER.changedAt] = Math.round(heard.changedAt)
  scratch[HEADER.state] = BOOK_STATES.indexOf(trust.state)
  scratch[HEADER.doubt] = BOOK_DOUBT_REASONS.indexOf(trust.doubt)
  return scratch.slice(0, bookLength + writeTrades(volume, key.rows, bookLength))
}

/** Returns how many numbers it wrote behind the book. */
function writeTrades(volume: TradedVolume, rows: number, from: number): number {
  const { since, isMissing } = volume
  const middle = middleRow(scratch)
  if (since === null || middle === null) return 0
  const units = {
    priceScale: scratch[HEADER.priceScale] ?? 0,
    amountScale: scratch[HEADER.amountScale] ?? 0,
  }
  const count = volume.write(scratch, from, {
    ...units,
    rowStep: scratch[HEADER.rowStep] ?? 1,
    lowest: middle - rows,
    highest: middle + rows,
  })
  scratch[HEADER.volumeSince] = Math.round(since)
  scratch[HEADER.volumeMissing] = isMissing ? 1 : 0
  scratch[HEADER.volumeCount] = count
  const prints = volume.writePrints(scratch, from + 2 * count, units)
  scratch[HEADER.printCount] = prints
  return 2 * count + 4 * prints
}

/** Time and sales: the newest trades once they are known, then the trades since the last send. A list that nobody read is not sent: it would say that there is no trade. */
export class TapeView {
  readonly pace: PacedView
  private pending: SalesTrade[] = []
  private whole = true

  constructor(id: FeedId, history: TradeHistory, post: Post, defer: Defer, credit: boolean) {
    const send = () => {
      const trades = this.whole ? history.newestTrades() : this.pending
      post({ kind: 'trades', id, whole: this.whole, trades })
      this.pending = []
      this.whole = false
    }
    this.pace = new PacedView(defer, credit, send, history.isListKnown)
  }

  add(trade: SalesTrade): void {
    if (!this.whole) this.pending.push(trade)
    if (this.pending.length > 2 * TAPE_LENGTH) this.pending.splice(0, this.pending.length - TAPE_LENGTH)
    this.pace.mark()
  }

  /** Older trades were found, or that there is none: sends all of the newest trades again. */
  restart(): void {
    this.pending = []
    this.whole = true
    this.pace.mark()
  }
}

/** Candles of one interval: all of them, then those that changed or began. */
export class CandlesView {
  readonly pace: PacedView
  private whole = true
  /** Oldest open time that changed since the last send. */
  private changedFrom = Infinity

  constructor(
    id: FeedId,
    interval: Interval,
    history: TradeHistory,
    post: Post,
    defer: Defer,
    credit: boolean,
  ) {
    this.pace = new PacedView(defer, credit, () => {
      const { whole, changedFrom } = this
      const news = whole ? history.candles(interval) : history.candlesSince(interval, changedFrom)
      post({ kind: 'candles', id, whole, news })
      this.whole = false
      this.changedFrom = Infinity
    })
  }

  /** Candles changed from a moment on. */
  changed(since: ChangedSince): void {
    this.changedFrom = Math.min(this.changedFrom, since)
    this.pace.mark()
  }

  /** Sends all candles again. */
  restart(): void {
    this.whole = true
    this.pace.mark()
  }
}
