/** Runs the worker thread of public market data, restarts it when it dies, and passes its news to the core. Parses nothing itself. */

import type { Worker } from 'node:worker_threads'
import type { Clock, Stop } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import type { Result } from '../../shared/base/result.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { LinkState, StreamLink } from '../../shared/contract/status.ts'
import { BOOK_STATES, HEADER, HEADER_LENGTH, type BookFrame } from '../../shared/domain/book/bookFrame.ts'
import type { BookWalk, WalkSize } from '../../shared/domain/book/bookWalk.ts'
import { isStoredInterval, type CandleNews, type CandlePage } from '../../shared/domain/candles/candle.ts'
import type { Side, Symbol } from '../../shared/domain/scalars.ts'
import type { SalesTrade } from '../../shared/domain/marketTrade.ts'
import type { CandleHistory, CandlePlace, CandleQuery, StoredCandles } from '../core/ports/candleHistory.ts'
import type {
  FollowedInstruments,
  Market,
  MarketListener,
  MarketTraffic,
  OpenMarket,
  PacedFeed,
} from '../core/ports/market.ts'
import type { MarketTradesPage, ReadFailure } from '../core/ports/brokerAnswers.ts'
import type { RecorderSetup } from '../record/recorderSetup.ts'
import type { FeedId, FeedKey, FromWorker, Opening, ToWorker, WorkerStart } from './protocol.ts'
import { WorkerTraffic } from './traffic/workerTraffic.ts'
import { marketThread } from './spareThread.ts'
import { WorkerAnswers } from './workerAnswers.ts'

/** A page of public prints before a cursor, newest first; the broker's `marketTrades`. Must not reject. */
export type Backfill = (
  symbol: Symbol,
  before: string | null,
) => Promise<Result<MarketTradesPage, ReadFailure>>

export interface MarketOptions {
  /** The worker's entry: `worker.ts`, or `worker.mjs` when built. */
  readonly workerUrl: URL
  /** Returns a thread that has loaded its program already, or null. */
  readonly spareThread?: () => Worker | null
  readonly clock: Clock
  readonly random: Random
  /** Without this, candles begin with the stream. */
  readonly backfill?: Backfill
  /** Called at each start of the worker; without this, nothing is recorded. */
  readonly record?: () => RecorderSetup | null
  /** Receives each thread that still finishes its recording after its market was closed. */
  readonly onEnding?: (ended: Promise<void>) => void
  /** Without this, candles are lost when the program ends. */
  readonly history?: CandleHistory
}

const NOTHING_STORED: StoredCandles = { minutes: [], known: [] }
const NO_PAGE: CandlePage = { candles: [], gaps: [], more: false }

// A worker that dies is started again: base 0.5 s, cap 30 s, forgotten after 60 s of health.
const RESTART_BASE = 500
const RESTART_CAP = 30_000
const HEALTHY_AFTER = 60_000
/** Ms that a walk of the book may take. A worker that is busier than that has an old book. */
const WALK_WITHIN = 500
/** Ms that a worker may take to finish its recording. */
const END_WITHIN = 2_000

type Deliver =
  | { readonly topic: 'book'; frame(frame: BookFrame): void }
  | { readonly topic: 'marketTrades'; take(whole: boolean, trades: readonly SalesTrade[]): void }
  | { readonly topic: 'candles'; take(whole: boolean, news: CandleNews): void }

interface OpenFeed {
  readonly key: FeedKey
  readonly deliver: Deliver
  credit: boolean
  /** Whether the window has received the frame that marks the book as down. */
  sentDown: boolean
}

/** Opens a market whose worker starts from `options.workerUrl`. */
export const openMarket =
  (options: MarketOptions): OpenMarket =>
  (profile, venueId) =>
    new WorkerMarket(options, profile, venueId)

class WorkerMarket implements Market {
  private readonly options: MarketOptions
  private readonly profile: VenueProfile
  private readonly venueId: string
  private worker: Worker | null = null
  /** Of the present run of the worker. */
  private workerTraffic: WorkerTraffic
  private readonly feeds = new Map<FeedId, OpenFeed>()
  private nextId: FeedId = 1
  private readonly walks = new WorkerAnswers<BookWalk>()
  private readonly secondsPages = new WorkerAnswers<CandlePage>()
  private followed: FollowedInstruments = { needed: [], spare: [] }
  private listener: MarketListener | null = null
  private link: LinkState = 'connecting'
  private links: readonly StreamLink[] = []
  private restarts = 0
  private startedAt = 0
  private closed = false
  private recording = false
  private stopRestart: Stop = () => {}

  constructor(options: MarketOptions, profile: VenueProfile, venueId: string) {
    this.options = options
    this.profile = profile
    this.venueId = venueId
    this.workerTraffic = new WorkerTraffic(options.clock)
    this.start()
  }

  listen(listener: MarketListener): void {
    this.listener = listener
    listener.links(this.links)
  }

  follow(instruments: FollowedInstruments): void {
    const { needed, spare } = this.followed
    if (instruments.needed.join() === needed.join() && instruments.spare.join() === spare.join()) return
    this.followed = instruments
    this.post({ kind: 'follow', instruments })
  }

  book(
    { symbol, grouping, rows }: { symbol: Symbol; grouping: number; rows: number },
    frame: (frame: BookFrame) => void,
  ): PacedFeed {
    return this.open({ topic: 'book', symbol, grouping, rows }, { topic: 'book', frame })
  }

  marketTrades(symbol: Symbol, on: Parameters<Market['marketTrades']>[1]): PacedFeed {
    return this.open(
      { topic: 'marketTrades', symbol },
      { topic: 'marketTrades', take: (whole, trades) => (whole ? on.snapshot(trades) : on.delta(trades)) },
    )
  }

  candles(key: Parameters<Market['candles']>[0], on: Parameters<Market['candles']>[1]): PacedFeed {
    return this.open(
      { topic: 'candles', symbol: key.symbol, interval: key.interval },
      { topic: 'candles', take: (whole, news) => (whole ? on.snapshot(news) : on.delta(news)) },
    )
  }

  readCandles(symbol: Symbol, query: CandleQuery): Promise<CandlePage | null> {
    const { interval, ...place } = query
    if (!isStoredInterval(interval)) return this.readSeconds(symbol, place)
    const stored = { ...place, interval }
    return this.options.history?.read({ venue: this.venueId, symbol }, stored) ?? Promise.resolve(NO_PAGE)
  }

  walk(symbol: Symbol, side: Side, size: WalkSize): Promise<BookWalk | null> {
    if (!this.worker) return Promise.resolve(null)
    let stop: Stop = () => {}
    return this.walks
      .request((requestId) => {
        stop = this.options.clock.after(WALK_WITHIN, () => this.walks.answer(requestId, null))
        this.post({ kind: 'walk', requestId, symbol, side, size })
      })
      .finally(() => stop())
  }

  state(): LinkState {
    return this.link
  }

  traffic(): MarketTraffic | null {
    return this.worker && this.workerTraffic.read()
  }

  close(): void {
    this.closed = true
    this.stopRestart()
    this.feeds.clear()
    this.endRequests()
    const worker = this.worker
    if (this.recording) this.post({ kind: 'end' })
    this.worker = null
    // The program can do nothing about a thread that fails to end.
    if (!this.recording || !worker) return void worker?.terminate()
    const stop = this.options.clock.after(END_WITHIN, () => void worker.terminate())
    const ended = Promise.withResolvers<void>()
    worker.once('exit', () => {
      stop()
      ended.resolve()
    })
    this.options.onEnding?.(ended.promise)
  }

  private start(): void {
    this.workerTraffic = new WorkerTraffic(this.options.clock)
    const start: WorkerStart = {
      kind: 'start',
      profile: this.profile,
      seed: this.options.random.integer(2 ** 31),
      backfill: this.options.backfill !== undefined,
      record: this.options.record?.() ?? null,
      counts: this.workerTraffic.shared,
    }
    this.recording = start.record !== null
    this.startedAt = this.options.clock.monotonic()
    const worker = this.options.spareThread?.() ?? marketThread(this.options.workerUrl)
    this.worker = worker
    this.post(start)
    let why = 'it ended'
    worker.on('message', (message: FromWorker) => {
      if (worker === this.worker) this.take(message)
    })
    worker.on('error', (error: unknown) => {
      why = error instanceof Error ? error.message : String(error)
    })
    worker.on('exit', () => {
      if (worker === this.worker) this.died(why)
    })
    this.post({ kind: 'follow', instruments: this.followed })
    for (const [id, { key, credit }] of this.feeds) this.post({ kind: 'open', id, key, credit })
  }

  private died(why: string): void {
    this.worker = null
    this.endRequests()
    if (this.options.clock.monotonic() - this.startedAt > HEALTHY_AFTER) this.restarts = 0
    const message = `Market data stopped (${why}). Orders at the venue stay as they are, and ladders disarm. Openpit starts market data again: arm once the book is live.`
    this.link = 'failed'
    this.links = this.links.map((link) => ({ ...link, state: 'failed', message }))
    this.listener?.links(this.links)
    this.listener?.unreadable(message)
    for (const feed of this.feeds.values()) {
      feed.sentDown = false
      this.sendDown(feed)
    }
    const longest = Math.min(RESTART_CAP, RESTART_BASE * 2 ** Math.min(this.restarts, 10))
    this.restarts++
    this.stopRestart = this.options.clock.after(longest * (0.5 + this.options.random.next() / 2), () =>
      this.start(),
    )
  }

  /** Prices of a dead worker must not stay on screen as if they were live. */
  private sendDown(feed: OpenFeed): void {
    if (feed.deliver.topic !== 'book' || !feed.credit || feed.sentDown) return
    feed.sentDown = true
    feed.credit = false
    feed.deliver.frame(downFrame())
  }

  private open(key: FeedKey, deliver: Deliver): PacedFeed {
    const id = this.nextId++
    const feed: OpenFeed = { key, deliver, credit: true, sentDown: false }
    this.feeds.set(id, feed)
    this.post({ kind: 'open', id, key, credit: true })
    return {
      ready: () => {
        if (!this.feeds.has(id)) return
        feed.credit = true
        if (this.worker) this.post({ kind: 'ready', id })
        else this.sendDown(feed)
      },
      close: () => {
        if (this.feeds.delete(id)) this.post({ kind: 'close', id })
      },
    }
  }

  private take(message: FromWorker): void {
    switch (message.kind) {
      case 'frame':
      case 'trades':
      case 'candles':
        return this.deliver(message)
      case 'tops':
        return this.listener?.tops(message.tops)
      case 'links':
        this.link = message.state
        this.links = message.links
        return this.listener?.links(message.links)
      case 'steps':
        return this.listener?.steps(message.symbol, message.tickSize, message.lotSize)
      case 'walked':
        return this.walks.answer(message.requestId, message.walk)
      case 'seconds':
        return this.secondsPages.answer(message.requestId, message.page)
      case 'unreadable':
        return this.listener?.unreadable(message.sentence)
      case 'past':
        void this.readPast(message, message.before)
        return
      case 'readStored':
        void this.readStored(message)
        return
      case 'store':
        this.options.history?.keep({ venue: this.venueId, symbol: message.symbol }, message.news)
    }
  }

  private readSeconds(symbol: Symbol, place: CandlePlace): Promise<CandlePage | null> {
    if (!this.worker) return Promise.resolve(null)
    return this.secondsPages.request((requestId) =>
      this.post({ kind: 'readSeconds', requestId, symbol, place }),
    )
  }

  private endRequests(): void {
    this.walks.end()
    this.secondsPages.end()
  }

  private deliver(message: Extract<FromWorker, { id: FeedId }>): void {
    const feed = this.feeds.get(message.id)
    if (!feed) return
    feed.credit = false
    if (feed.deliver.topic === 'book' && message.kind === 'frame') feed.deliver.frame(message.frame)
    if (feed.deliver.topic === 'marketTrades' && message.kind === 'trades')
      feed.deliver.take(message.whole, message.trades)
    if (feed.deliver.topic === 'candles' && message.kind === 'candles')
      feed.deliver.take(message.whole, message.news)
  }

  private async readPast({ symbol, opening }: Opening, before: string | null): Promise<void> {
    const requester = this.worker
    const read = await this.options.backfill?.(symbol, before)
    if (!read || this.closed || requester !== this.worker) return
    if (!read.ok) this.listener?.unreadable(`Past trades of ${symbol}: ${read.failure.message}`)
    this.post({ kind: 'page', symbol, opening, page: read.ok ? read.value : null })
  }

  private async readStored({ symbol, opening }: Opening): Promise<void> {
    const requester = this.worker
    const stored = (await this.options.history?.newest({ venue: this.venueId, symbol })) ?? NOTHING_STORED
    if (!this.closed && requester === this.worker) this.post({ kind: 'stored', symbol, opening, stored })
  }

  private post(message: ToWorker): void {
    if (this.worker) this.workerTraffic.post()
    this.worker?.postMessage(message)
  }
}

function downFrame(): BookFrame {
  const frame = new Float64Array(HEADER_LENGTH)
  frame.fill(-1, HEADER.bestBid, HEADER.lastAmount + 1)
  frame[HEADER.tick] = 1
  frame[HEADER.rowStep] = 1
  frame[HEADER.lot] = 1
  frame[HEADER.state] = BOOK_STATES.indexOf('down')
  return frame
}
