/** Holds the worker's data of one instrument: its book, its trades, and the windows' views of both. Owns no socket. */

import type { Clock, EpochMs, Stop } from '../../shared/base/clock.ts'
import { Book, BOOK_PROBLEMS, type BookProblem, type BookTouch } from '../../shared/domain/book/book.ts'
import type { BookChangeText } from '../../shared/broker/stream/streamMessages.ts'
import { HEADER_LENGTH, type BookDoubt, type BookState } from '../../shared/domain/book/bookFrame.ts'
import { walkBook, type BookWalk, type WalkSize } from '../../shared/domain/book/bookWalk.ts'
import type { Side } from '../../shared/domain/scalars.ts'
import type { MarketTrade } from '../../shared/domain/marketTrade.ts'
import type { MarketTradesPage } from '../core/ports/brokerAnswers.ts'
import type { CandlePage } from '../../shared/domain/candles/candle.ts'
import type { CandlePlace, StoredCandles } from '../core/ports/candleHistory.ts'
import type { Top } from '../core/ports/market.ts'
import { TradedVolume } from '../../shared/domain/book/tradedVolume.ts'
import { BookConsistency, CONTRADICTIONS, DOUBT_OF } from './bookConsistency.ts'
import { BookView, CandlesView, frameOf, TapeView, type Defer, type PacedView } from './pacedView.ts'
import { PastTrades, type ReadOn } from './trades/pastTrades.ts'
import type { FeedId, FeedKey, Opening, Post } from './protocol.ts'
import type { SpacedTurns } from './pacing/spacedTurns.ts'
import { TradeHistory } from './trades/tradeHistory.ts'

/** Ms for which a book may be crossed between two messages; after that it is wrong (docs/market-data.md#book-integrity). */
const CROSSED_FOR = 250

/** Ms after an unreadable trade at which past trades are read back, so that many of them cost one request. */
const READ_BACK_AFTER = 2_000

/** Levels of a side that a walk reads. An order that needs more exceeds the book. */
const WALK_ROWS = 2_000
const walked = new Float64Array(HEADER_LENGTH + 4 * WALK_ROWS)

export interface InstrumentFeedOptions {
  readonly opened: Opening
  readonly clock: Clock
  readonly defer: Defer
  readonly post: Post
  /** Monotonic ms when the message that is being read was received. */
  readonly heardAt: () => number
  /** Whether the main thread can read past trades. */
  readonly backfill: boolean
  /** Turns for past trades that no window waits for. */
  readonly pastTurns: SpacedTurns
  /** The book is wrong: its channel must be subscribed again for a new snapshot. */
  distrust(why: string): void
  /** Trades are missing: their channel must be subscribed again. */
  distrustTrades(why: string): void
  /** Best prices or the last trade changed. */
  onTop(): void
}

export class InstrumentFeed {
  private readonly options: InstrumentFeedOptions
  private readonly book = new Book()
  private readonly consistency = new BookConsistency()
  private readonly touch: BookTouch = { bid: -1, ask: -1, last: -1, tick: 0, scale: 0 }
  private readonly volume = new TradedVolume()
  private readonly history = new TradeHistory()
  private readonly past: PastTrades
  private readonly books = new Map<FeedId, BookView>()
  private readonly tradeViews = new Map<FeedId, TapeView>()
  private readonly candles = new Map<FeedId, CandlesView>()
  private own: BookState = 'down'
  /** Why the book itself is suspect. */
  private doubt: BookDoubt = 'none'
  private socketSuspect = false
  private bookAt: EpochMs = 0
  private tradeAt: EpochMs = 0
  /** The venue's time of the trade that is the last price, and when that trade was received; null before the first. */
  private last: { readonly at: EpochMs; readonly receivedAt: EpochMs } | null = null
  private aliveAt: EpochMs = 0
  private stepsReported = 0
  private firstCodeOfRun: string | null = null
  private tradesLive = false
  private storedRead = false
  private stopCrossed: Stop | null = null
  private stopReadBack: Stop | null = null

  constructor(options: InstrumentFeedOptions) {
    this.options = options
    this.past = new PastTrades({
      clock: options.clock,
      turns: options.pastTurns,
      isLookedAt: () => this.candles.size > 0,
      ask: (before) => options.post({ kind: 'past', ...options.opened, before }),
      take: (page, before) => this.takePast(page, before),
    })
    options.post({ kind: 'readStored', ...options.opened })
  }

  get inUse(): boolean {
    return this.books.size + this.tradeViews.size + this.candles.size > 0
  }

  /** The book is subscribed, and its first snapshot has not arrived. */
  get awaitsSnapshot(): boolean {
    return this.own === 'waiting'
  }

  /** Newest public prices. Best prices are null unless the book is live. */
  top(): Top {
    const live = this.state() === 'live'
    return {
      symbol: this.options.opened.symbol,
      bestBid: live ? this.book.bestBid : null,
      bestAsk: live ? this.book.bestAsk : null,
      bookAt: this.bookAt,
      lastPrice: this.book.lastPrice,
      lastAt: this.last?.at ?? null,
      lastReceivedAt: this.last?.receivedAt ?? null,
      receivedAt: Math.max(this.bookAt, this.tradeAt),
    }
  }

  /** The levels that a market order would fill against now; null unless the book is live. */
  walk(side: Side, size: WalkSize): BookWalk | null {
    if (this.state() !== 'live') return null
    this.book.writeFrame(1, WALK_ROWS, walked)
    return walkBook(walked, side, size)
  }

  readSeconds(place: CandlePlace): CandlePage {
    return this.history.readSeconds(place)
  }

  open(id: FeedId, key: FeedKey, credit: boolean): void {
    const { post, defer, clock } = this.options
    if (key.topic === 'book') {
      const frame = (changedAt: EpochMs) => {
        const heard = { receivedAt: this.bookAt, aliveAt: this.aliveAt, changedAt }
        return frameOf(this.book, this.volume, key, heard, this.trust())
      }
      const view = new BookView(defer, credit, clock, frame, (made) =>
        post({ kind: 'frame', id, frame: made }),
      )
      this.books.set(id, view)
    } else if (key.topic === 'marketTrades') {
      this.tradeViews.set(id, new TapeView(id, this.history, post, defer, credit))
      if (!this.history.isListKnown) this.readPast()
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
    this.tradeViews.delete(id)
    this.candles.delete(id)
    return view !== undefined
  }

  close(): void {
    this.past.stop()
    this.stopCrossed?.()
    this.stopReadBack?.()
  }

  /** A new book. `at`: when the message came, wall clock; the same in all methods below. */
  snapshot(changes: readonly BookChangeText[], at: EpochMs): void {
    this.consistency.bookBegan(this.options.clock.monotonic())
    this.settle(this.book.replace(changes), at)
  }

  /** A change of the book. Ignored before the snapshot and after a failed check, because the next snapshot contains the change. */
  update(changes: readonly BookChangeText[], at: EpochMs): void {
    if (this.takesUpdates) this.settle(this.book.apply(changes), at)
  }

  /** As `update`, for changes that the scanner has staged as numbers in the book. */
  updateNoted(at: EpochMs): void {
    if (this.takesUpdates) this.settle(this.book.applyNoted(), at)
  }

  /** A message of the book's channel could not be read, so a change may be missing. */
  bookUnreadable(sentence: string): void {
    if (!this.takesUpdates) return
    this.become('suspect', 'unreadable')
    this.options.distrust(sentence)
  }

  trades(trades: readonly MarketTrade[], at: EpochMs): void {
    const minute = this.history.newestMinute
    for (const trade of trades) {
      const added = this.history.addLive(trade)
      if (added === null) continue
      this.volume.add(trade, at)
      const { print, since } = added
      for (const view of this.tradeViews.values()) view.add(print)
      if (since === null) continue
      this.firstCodeOfRun ??= trade.code
      this.takeLast(trade, at)
      for (const view of this.candles.values()) view.changed(since)
    }
    this.tradeAt = at
    if (this.history.newestMinute !== minute) this.storeNews()
    this.checkConsistency()
    this.changed(at)
  }

  /** Makes a trade the last one, unless a newer trade came before it: a venue may send trades late. */
  private takeLast({ price, amount, side, createdAt }: MarketTrade, receivedAt: EpochMs): void {
    if (this.last !== null && createdAt < this.last.at) return
    if (!this.book.noteTrade(price, amount, side)) return
    this.last = { at: createdAt, receivedAt }
    this.recordForConsistency('trade')
  }

  /** The trades channel went live or ended. Trades of the time between are read back. */
  tradesChannel(live: boolean): void {
    if (live === this.tradesLive) return
    this.tradesLive = live
    this.firstCodeOfRun = null
    this.consistency.tradesBegan(this.options.clock.monotonic())
    this.past.stop()
    if (live) this.history.resume()
    else {
      this.history.cut()
      this.volume.miss()
    }
    this.readPast()
  }

  /** A trade could not be read, so its minute is incomplete, until past trades are read back. */
  tradeUnreadable(): void {
    this.firstCodeOfRun = null
    this.past.stop()
    this.history.cut()
    this.volume.miss()
    if (!this.tradesLive) return
    this.history.resume()
    this.stopReadBack ??= this.options.clock.after(READ_BACK_AFTER, () => {
      this.stopReadBack = null
      this.readPast()
    })
  }

  /** Candles that earlier runs stored. */
  stored(stored: StoredCandles): void {
    this.storedRead = true
    this.history.restore(stored)
    for (const view of this.candles.values()) view.restart()
    this.readPast()
  }

  page(page: MarketTradesPage | null): void {
    this.past.page(page)
  }

  /** State of the book's channel: `down` without a socket, `waiting` for a snapshot, `suspect` until its back-off ends. */
  bookChannel(state: 'down' | 'waiting' | 'suspect'): void {
    this.become(state, this.own === 'suspect' ? this.doubt : 'closed')
  }

  /** The venue was last heard at `at` on this connection, so a quiet book is not an old one. Call about once a second. */
  alive(at: EpochMs): void {
    this.checkConsistency()
    if (at <= this.aliveAt) return
    this.aliveAt = at
    for (const view of this.books.values()) view.mark()
  }

  socketSilent(suspect: boolean): void {
    if (suspect === this.socketSuspect) return
    this.socketSuspect = suspect
    this.changed()
  }

  /** Reads past trades for open charts. Without a chart, reads only what is missing since the last run, or a page for time and sales. */
  private readPast(): void {
    const wanted = this.candles.size > 0 || this.tradeViews.size > 0 || this.history.hasStored
    if (!this.options.backfill || !this.tradesLive || !this.storedRead || !wanted) return
    const { reach } = this.history
    if (!reach?.ended) this.past.read(reach?.cursor ?? this.firstCodeOfRun)
  }

  private takePast(page: MarketTradesPage, before: string | null): ReadOn | null {
    const wasKnown = this.history.isListKnown
    const since = this.history.addPast(page, before)
    if (since !== null || wasKnown !== this.history.isListKnown)
      for (const view of this.tradeViews.values()) view.restart()
    if (since !== null) {
      for (const view of this.candles.values()) view.restart()
      this.storeNews()
    }
    const { reach } = this.history
    const oldest = page.items.at(-1)
    if (!oldest || page.next === null || reach?.ended) return null
    if (this.candles.size === 0 && !this.history.hasStored) return null
    if (reach === null || reach.from > oldest.createdAt) return { before: page.next, from: oldest.createdAt }
    // The range below is known already. For an open chart, reading continues where that range ends.
    if (this.candles.size === 0 || reach.cursor === null) return null
    return { before: reach.cursor, from: reach.from }
  }

  private storeNews(): void {
    const news = this.history.takeUnsaved()
    if (news) this.options.post({ kind: 'store', symbol: this.options.opened.symbol, news })
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
    return this.books.get(id)?.pace ?? this.tradeViews.get(id)?.pace ?? this.candles.get(id)?.pace
  }

  private settle(problem: BookProblem | null, at: EpochMs): void {
    this.bookAt = at
    if (problem === null) {
      this.endCrossed()
      this.own = 'live'
      this.recordForConsistency('book')
      this.reportSteps()
    } else if (problem === 'crossed') {
      this.own = 'suspect'
      this.doubt = DOUBT_OF[problem]
      this.stopCrossed ??= this.options.clock.after(CROSSED_FOR, () => {
        this.stopCrossed = null
        this.options.distrust(BOOK_PROBLEMS.crossed)
      })
    } else {
      this.endCrossed()
      this.own = 'suspect'
      this.doubt = DOUBT_OF[problem]
      this.options.distrust(BOOK_PROBLEMS[problem])
    }
    this.changed(at)
  }

  private recordForConsistency(source: 'book' | 'trade'): void {
    this.book.readTouch(this.touch)
    this.consistency[source](this.touch, this.options.clock.monotonic())
  }

  /** Subscribes the channel again that the other channel contradicts. */
  private checkConsistency(): void {
    if (this.state() !== 'live') return
    this.book.readTouch(this.touch)
    const found = this.consistency.evaluate(this.touch, this.options.clock.monotonic())
    if (found === null) return
    if (found === 'trades-silent') {
      this.consistency.tradesBegan(this.options.clock.monotonic())
      return this.options.distrustTrades(CONTRADICTIONS[found])
    }
    this.become('suspect', found)
    this.options.distrust(CONTRADICTIONS[found])
  }

  /** `doubt`: why, when `state` is suspect. */
  private become(state: BookState, doubt: BookDoubt): void {
    this.endCrossed()
    if (state !== 'live') this.consistency.bookBegan(this.options.clock.monotonic())
    // The book on screen stays marked as suspect until the new snapshot is there.
    this.own = state === 'waiting' && this.own === 'suspect' ? 'suspect' : state
    this.doubt = doubt
    this.changed()
  }

  private endCrossed(): void {
    this.stopCrossed?.()
    this.stopCrossed = null
  }

  /** `at`: when the message with the change came; left out where only the state changed. */
  private changed(at: EpochMs = 0): void {
    for (const view of this.books.values()) view.mark(at, this.options.heardAt())
    this.options.onTop()
  }

  private reportSteps(): void {
    if (this.book.stepChanges === this.stepsReported) return
    this.stepsReported = this.book.stepChanges
    const { tickSize, lotSize } = this.book
    if (tickSize !== null && lotSize !== null)
      this.options.post({ kind: 'steps', symbol: this.options.opened.symbol, tickSize, lotSize })
  }
}
