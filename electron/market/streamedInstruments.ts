/** Holds the instruments that the worker streams, each with its feed and its two channels. Opens an instrument when it is first needed, and closes it when unused. Parses nothing. */

import type { Clock, EpochMs, Stop } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import { bookChannel, marketTradesChannel } from '../../shared/broker/stream/streamMessages.ts'
import type { StreamLink } from '../../shared/contract/status.ts'
import type { Symbol } from '../../shared/domain/scalars.ts'
import type { SocketState } from '../net/supervisedSocket.ts'
import { Channel, type ChannelOptions } from './channel.ts'
import { InstrumentFeed, type InstrumentFeedOptions } from './instrumentFeed.ts'
import { SpacedTurns } from './pacing/spacedTurns.ts'
import type { Opening } from './protocol.ts'

/** Ms between the first subscriptions of followed instruments. A book's snapshot is so large that an open ladder would wait for all of them. */
const FOLLOW_EVERY = 100
/** Ms for which an unused instrument stays subscribed. A window that reloads or regroups must not cost a new subscription. */
const LINGER = 10_000

export interface StreamedInstrument {
  readonly opening: number
  readonly feed: InstrumentFeed
  readonly book: Channel
  readonly trades: Channel
}

export interface StreamedInstrumentsOptions
  extends
    Pick<InstrumentFeedOptions, 'defer' | 'post' | 'backfill' | 'pastTurns'>,
    Pick<ChannelOptions, 'send' | 'restartSocket'> {
  readonly clock: Clock
  readonly random: Random
  readonly onOpened: (symbol: Symbol, instrument: StreamedInstrument) => void
  readonly onClosed: (symbol: Symbol) => void
  /** Best prices or the last trade of an instrument changed. */
  readonly onTop: (symbol: Symbol) => void
  /** A channel came, went, or changed its state or message. */
  readonly onLinks: () => void
}

export class StreamedInstruments {
  private readonly options: StreamedInstrumentsOptions
  private readonly bySymbol = new Map<Symbol, StreamedInstrument>()
  /** Pending closes of unused instruments: a later use puts its close off. */
  private readonly releases = new Map<Symbol, Stop>()
  private openings = 0
  private readonly followTurns: SpacedTurns
  private followed = new Set<Symbol>()
  private socketState: SocketState = 'connecting'
  private socketMessage: string | null = null

  constructor(options: StreamedInstrumentsOptions) {
    this.options = options
    this.followTurns = new SpacedTurns(options.clock, FOLLOW_EVERY)
  }

  get(symbol: Symbol): StreamedInstrument | undefined {
    return this.bySymbol.get(symbol)
  }

  /** The feed that put a question to the main thread; undefined once its instrument was closed. */
  askedBy({ symbol, opening }: Opening): InstrumentFeed | undefined {
    const instrument = this.bySymbol.get(symbol)
    return instrument?.opening === opening ? instrument.feed : undefined
  }

  all(): Iterable<StreamedInstrument> {
    return this.bySymbol.values()
  }

  channelNamed(name: string): Channel | undefined {
    for (const { book, trades } of this.all()) {
      if (book.name === name) return book
      if (trades.name === name) return trades
    }
    return undefined
  }

  links(): StreamLink[] {
    const suspect = this.socketState === 'suspect'
    return [...this.all()].flatMap(({ book, trades }) => [book.link(suspect), trades.link(suspect)])
  }

  /** The streamed instrument; subscribes it when it is new. */
  open(symbol: Symbol): StreamedInstrument {
    const known = this.bySymbol.get(symbol)
    if (known) return known
    const opened = this.create(symbol)
    this.bySymbol.set(symbol, opened)
    this.options.onOpened(symbol, opened)
    for (const channel of [opened.book, opened.trades])
      if (this.socketIsOpen) channel.socketOpened()
      else channel.socketLost(this.socketMessage)
    this.options.onLinks()
    return opened
  }

  /** Streams these instruments whether or not a window looks at them; replaces the earlier list. New ones are subscribed one after another. */
  follow(symbols: readonly Symbol[]): void {
    const before = this.followed
    this.followed = new Set(symbols)
    for (const symbol of this.followed)
      if (!before.has(symbol))
        this.followTurns.join(() => this.followed.has(symbol) && this.open(symbol), false)
    for (const symbol of before) if (!this.followed.has(symbol)) this.releaseLater(symbol)
  }

  /** Closes the instrument after a while unless somebody uses it by then. Called again, the while begins anew. */
  releaseLater(symbol: Symbol): void {
    this.releases.get(symbol)?.()
    this.releases.set(
      symbol,
      this.options.clock.after(LINGER, () => this.release(symbol)),
    )
  }

  socketOpened(): void {
    for (const { book, trades } of this.all()) {
      book.socketOpened()
      trades.socketOpened()
    }
  }

  socketChanged(state: SocketState, message: string | null): void {
    this.socketState = state
    this.socketMessage = message
    for (const { feed, book, trades } of this.all()) {
      feed.socketSilent(state === 'suspect')
      if (this.socketIsOpen) continue
      book.socketLost(message)
      trades.socketLost(message)
    }
  }

  /** Call about once a second. `heardAt`: when the venue was last heard on this connection. */
  tick(heardAt: EpochMs): void {
    for (const { feed, book, trades } of this.all()) {
      feed.alive(heardAt)
      book.tick()
      trades.tick()
    }
  }

  close(): void {
    this.followed = new Set()
    for (const stop of this.releases.values()) stop()
    for (const { feed } of this.all()) feed.close()
  }

  private get socketIsOpen(): boolean {
    return this.socketState === 'live' || this.socketState === 'suspect'
  }

  private release(symbol: Symbol): void {
    this.releases.delete(symbol)
    const unused = this.bySymbol.get(symbol)
    if (!unused || this.followed.has(symbol) || unused.feed.inUse) return
    this.bySymbol.delete(symbol)
    this.options.onClosed(symbol)
    unused.feed.close()
    unused.book.close()
    unused.trades.close()
    this.options.onLinks()
  }

  private create(symbol: Symbol): StreamedInstrument {
    const { clock, defer, post, backfill, pastTurns, onTop } = this.options
    const opening = ++this.openings
    const feed: InstrumentFeed = new InstrumentFeed({
      opened: { symbol, opening },
      clock,
      defer,
      post,
      backfill,
      pastTurns,
      distrust: (why) => book.distrust(why),
      distrustTrades: (why) => trades.distrust(why),
      onTop: () => onTop(symbol),
    })
    const book = this.channel(bookChannel(symbol), true, (channel) => {
      const state = channel.bookState
      if (state !== null) feed.bookChannel(state)
    })
    const trades = this.channel(marketTradesChannel(symbol), false, (channel) =>
      feed.tradesChannel(channel.isLive),
    )
    return { opening, feed, book, trades }
  }

  private channel(name: string, snapshot: boolean, onChange: (channel: Channel) => void): Channel {
    const { clock, random, send, restartSocket, onLinks } = this.options
    const channel: Channel = new Channel({
      name,
      snapshot,
      clock,
      random,
      send,
      restartSocket,
      onChange: () => {
        onChange(channel)
        onLinks()
      },
    })
    return channel
  }
}
