/** All that the worker knows of one instrument: its book, its trades, and the views that windows have of them. Owns no socket. */

import type { Clock, EpochMs, Stop } from '../../shared/base/clock.ts'
import { Book, BOOK_PROBLEMS, type BookProblem, type BookTouch } from '../../shared/domain/book/book.ts'
import type { BookChangeText } from '../../shared/broker/stream/streamMessages.ts'
import { HEADER_LENGTH, type BookDoubt, type BookState } from '../../shared/domain/book/bookFrame.ts'
import { walkBook, type BookWalk, type WalkSize } from '../../shared/domain/book/bookWalk.ts'
import type { Side, Symbol } from '../../shared/domain/scalars.ts'
import type { MarketTrade } from '../../shared/domain/trade.ts'
import type { StoredCandles, Page, Top } from '../core/ports.ts'
import { BookConsistency, CONTRADICTIONS } from './bookWitness.ts'
import { CandlesView, frameOf, PacedView, RecordingView, type Defer } from './pacedView.ts'
import { PastTrades, type ReadOn } from './pastTrades.ts'
import type { FeedId, FeedKey, Post } from './protocol.ts'
import type { SlowLane } from './spacedTurns.ts'
import { TradeHistory } from './tradeHistory.ts'

/** A book may look crossed for a moment between two messages; longer than this it is wrong (docs/market-data.md#book-integrity). */
const CROSSED_FOR = 250

/** What the screen says of each. */
const DOUBT_OF: Readonly<Record<BookProblem, BookDoubt>> = {
  'missing-level': 'lost',
  'level-already-there': 'lost',
  crossed: 'crossed',
  'bad-amount': 'bad-amount',
  'bad-number': 'bad-number',
}

/** Levels of a side that a walk looks at; an order that needs more is not held by the book. */
const WALK_ROWS = 2_000
const walked = new Float64Array(HEADER_LENGTH + 4 * WALK_ROWS)

export interface InstrumentFeedDeps {
  readonly symbol: Symbol
  readonly clock: Clock
  readonly defer: Defer
  readonly post: Post
  /** Whether the main thread can read past trades. */
  readonly backfill: boolean
  /** For past trades that nobody waits for. */
  readonly lane: SlowLane
  /** The book is wrong: its channel must bring a new snapshot. */
  distrust(why: string): void
  /** Trades are missing: their channel must be asked again. */
  distrustTrades(why: string): void
  /** Best prices or the last trade changed. */
  onTop(): void
}

export class InstrumentFeed {
  private readonly deps: InstrumentFeedDeps
  private readonly book = new Book()
  private readonly witness = new BookConsistency()
  private readonly touch: BookTouch = { bid: -1, ask: -1, last: -1, tick: 0, scale: 0 }
  private readonly history = new TradeHistory()
  private readonly past: PastTrades
  private readonly books = new Map<FeedId, PacedView>()
  private readonly tapes = new Map<FeedId, RecordingView>()
  private readonly candles = new Map<FeedId, CandlesView>()
  private own: BookState = 'down'
  /** Why it is suspect by itself. */
  private doubt: BookDoubt = 'none'
  private socketSuspect = false
  private bookAt: EpochMs = 0
  private tradeAt: EpochMs = 0
  private aliveAt: EpochMs = 0
  private stepsTold = 0
  private firstCodeOfRun: string | null = null
  private tradesLive = false
  private keptKnown = false
  private stopCrossed: Stop | null = null

  constructor(deps: InstrumentFeedDeps) {
    this.deps = deps
    this.past = new PastTrades({
      clock: deps.clock,
      lane: deps.lane,
      isLookedAt: () => this.candles.size > 0,
      ask: (before) => deps.post({ kind: 'past', symbol: deps.symbol, before }),
      take: (page) => this.takePast(page),
    })
    deps.post({ kind: 'kept', symbol: deps.symbol })
  }

  get inUse(): boolean {
    return this.books.size + this.tapes.size + this.candles.size > 0
  }

  /** Best prices are given while the book is live only: an old one is unknown. */
  top(): Top {
    const live = this.state() === 'live'
    return {
      symbol: this.deps.symbol,
      bestBid: live ? this.book.bestBid : null,
      bestAsk: live ? this.book.bestAsk : null,
      lastPrice: this.book.lastPrice,
      receivedAt: Math.max(this.bookAt, this.tradeAt),
    }
  }

  /** What a market order would meet now; null while the book is not live. */
  walk(side: Side, size: WalkSize): BookWalk | null {
    if (this.state() !== 'live') return null
    this.book.writeFrame(1, WALK_ROWS, walked)
    return walkBook(walked, side, size)
  }

  open(id: FeedId, key: FeedKey, credit: boolean): void {
    const { post, defer } = this.deps
    if (key.topic === 'book') {
      const send = () => {
        const heard = { receivedAt: this.bookAt, aliveAt: this.aliveAt }
        post({ kind: 'frame', id, frame: frameOf(this.book, key, heard, this.trust()) })
      }
      this.books.set(id, new PacedView(defer, credit, send))
    } else if (key.topic === 'marketTrades') {
      this.tapes.set(id, new RecordingView(id, this.history, post, defer, credit))
    } else {
      this.candles.set(id, new CandlesView(id, key.interval, this.history, post, defer, credit))
      this.past.hurry()
      this.readPast()
    }
  }

  ready(id: FeedId): void {
    this.viewOf(id)?.ready()
  }

  /** False when this instrument has no such view. */
  closeView(id: FeedId): boolean {
    const view = this.viewOf(id)
    view?.close()
    this.books.delete(id)
    this.tapes.delete(id)
    this.candles.delete(id)
    return view !== undefined
  }

  close(): void {
    this.past.stop()
    this.stopCrossed?.()
  }

  /** A message that came at `at` (wall clock), as all below. */
  snapshot(changes: readonly BookChangeText[], at: EpochMs): void {
    this.witness.bookBegan(this.deps.clock.monotonic())
    this.settle(this.book.replace(changes), at)
  }

  /** Updates before the snapshot, or after a check failed, are the old subscription's: the next snapshot holds them. */
  update(changes: readonly BookChangeText[], at: EpochMs): void {
    if (this.takesUpdates) this.settle(this.book.apply(changes), at)
  }

  /** As `update`, for changes that are noted as numbers already. */
  updateNoted(at: EpochMs): void {
    if (this.takesUpdates) this.settle(this.book.applyNoted(), at)
  }

  /** A message of the book channel could not be read, so a change may be missing. */
  bookUnreadable(sentence: string): void {
    if (!this.takesUpdates) return
    this.become('suspect', 'unreadable')
    this.deps.distrust(sentence)
  }

  trades(trades: readonly MarketTrade[], at: EpochMs): void {
    const minute = this.history.newestMinute
    for (const trade of trades) {
      const since = this.history.addLive(trade)
      if (since === null) continue
      this.firstCodeOfRun ??= trade.code
      if (this.book.noteTrade(trade.price, trade.amount, trade.side)) this.testify('trade')
      for (const view of this.tapes.values()) view.add(trade)
      for (const view of this.candles.values()) view.changed(since)
    }
    this.tradeAt = at
    if (this.history.newestMinute !== minute) this.keep()
    this.judge()
    this.changed()
  }

  /** Whether the trade channel is live: what happened while it was not is read back. */
  tradesChannel(live: boolean): void {
    if (live === this.tradesLive) return
    this.tradesLive = live
    this.firstCodeOfRun = null
    this.witness.tradesBegan(this.deps.clock.monotonic())
    this.past.stop()
    if (live) this.history.resume()
    else this.history.cut()
    this.readPast()
  }

  /** A trade came that could not be read: its minute is not whole. */
  tradeUnreadable(): void {
    this.firstCodeOfRun = null
    this.past.stop()
    this.history.cut()
    if (this.tradesLive) this.history.resume()
  }

  /** What earlier runs kept. */
  kept(kept: StoredCandles): void {
    this.keptKnown = true
    this.history.takeUp(kept)
    for (const view of this.candles.values()) view.restart()
    this.readPast()
  }

  page(page: Page<MarketTrade> | null): void {
    this.past.page(page)
  }

  /** What the book's channel does: `down` without a socket, `waiting` for a snapshot, `suspect` until it may ask again. */
  bookChannel(state: 'down' | 'waiting' | 'suspect'): void {
    this.become(state, this.own === 'suspect' ? this.doubt : 'closed')
  }

  /** The venue was last heard at `at` on this book's connection: a quiet book is not an old one. Call about once a second. */
  alive(at: EpochMs): void {
    this.judge()
    if (at <= this.aliveAt) return
    this.aliveAt = at
    for (const view of this.books.values()) view.mark()
  }

  socketSilent(suspect: boolean): void {
    if (suspect === this.socketSuspect) return
    this.socketSuspect = suspect
    this.changed()
  }

  /** Reads back for those who look at candles; else only what is missing since the last run. */
  private readPast(): void {
    const wanted = this.candles.size > 0 || this.history.hasTaken
    if (!this.deps.backfill || !this.tradesLive || !this.keptKnown || !wanted) return
    const { reach } = this.history
    if (!reach?.ended) this.past.read(reach?.cursor ?? this.firstCodeOfRun)
  }

  private takePast(page: Page<MarketTrade>): ReadOn | null {
    const since = this.history.addPast(page.items, page.next === null)
    if (since !== null) {
      for (const view of this.candles.values()) view.restart()
      for (const view of this.tapes.values()) view.restart()
      this.keep()
    }
    const { reach } = this.history
    const oldest = page.items.at(-1)
    if (!oldest || page.next === null || reach?.ended) return null
    if (reach === null || reach.from > oldest.createdAt) return { before: page.next, from: oldest.createdAt }
    // An earlier run or reading knows what lies below: reading goes on where that ends, for those who look.
    if (this.candles.size === 0 || reach.cursor === null) return null
    return { before: reach.cursor, from: reach.from }
  }

  private keep(): void {
    const news = this.history.takeUnsaved()
    if (news) this.deps.post({ kind: 'keep', symbol: this.deps.symbol, news })
  }

  private state(): BookState {
    return this.own === 'live' && this.socketSuspect ? 'suspect' : this.own
  }

  private trust(): { readonly state: BookState; readonly doubt: BookDoubt } {
    const state = this.state()
    if (state !== 'suspect') return { state, doubt: 'none' }
    return { state, doubt: this.own === 'live' ? 'stream-silent' : this.doubt }
  }

  private get takesUpdates(): boolean {
    return this.own === 'live' || this.stopCrossed !== null
  }

  private viewOf(id: FeedId): PacedView | undefined {
    return this.books.get(id) ?? this.tapes.get(id)?.pace ?? this.candles.get(id)?.pace
  }

  private settle(problem: BookProblem | null, at: EpochMs): void {
    this.bookAt = at
    if (problem === null) {
      this.endCrossed()
      this.own = 'live'
      this.testify('book')
      this.tellSteps()
    } else if (problem === 'crossed') {
      this.own = 'suspect'
      this.doubt = DOUBT_OF[problem]
      this.stopCrossed ??= this.deps.clock.after(CROSSED_FOR, () => {
        this.stopCrossed = null
        this.deps.distrust(BOOK_PROBLEMS.crossed)
      })
    } else {
      this.endCrossed()
      this.own = 'suspect'
      this.doubt = DOUBT_OF[problem]
      this.deps.distrust(BOOK_PROBLEMS[problem])
    }
    this.changed()
  }

  private testify(of: 'book' | 'trade'): void {
    this.book.readTouch(this.touch)
    this.witness[of](this.touch, this.deps.clock.monotonic())
  }

  /** Asks again for the channel that the other one contradicts. */
  private judge(): void {
    if (this.state() !== 'live') return
    this.book.readTouch(this.touch)
    const found = this.witness.verdict(this.touch, this.deps.clock.monotonic())
    if (found === null) return
    if (found === 'trades-silent') {
      this.witness.tradesBegan(this.deps.clock.monotonic())
      return this.deps.distrustTrades(CONTRADICTIONS[found])
    }
    this.become('suspect', found)
    this.deps.distrust(CONTRADICTIONS[found])
  }

  /** `doubt`: why, where it is suspect from now on. */
  private become(state: BookState, doubt: BookDoubt): void {
    this.endCrossed()
    if (state !== 'live') this.witness.bookBegan(this.deps.clock.monotonic())
    // What was shown before stays marked as suspect until the snapshot is there.
    this.own = state === 'waiting' && this.own === 'suspect' ? 'suspect' : state
    this.doubt = doubt
    this.changed()
  }

  private endCrossed(): void {
    this.stopCrossed?.()
    this.stopCrossed = null
  }

  private changed(): void {
    for (const view of this.books.values()) view.mark()
    this.deps.onTop()
  }

  private tellSteps(): void {
    if (this.book.stepChanges === this.stepsTold) return
    this.stepsTold = this.book.stepChanges
    const { tickSize, lotSize } = this.book
    if (tickSize !== null && lotSize !== null)
      this.deps.post({ kind: 'steps', symbol: this.deps.symbol, tickSize, lotSize })
  }
}
