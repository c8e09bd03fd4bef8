/** Holds the instruments that the worker streams, each with its feed and its two channels. Opens an instrument when it is first needed, and closes it when unused. Parses nothing. */

import type { EpochMs, Stop } from '../../shared/base/clock.ts'
import type { StreamLink } from '../../shared/contract/status.ts'
import type { Symbol } from '../../shared/domain/scalars.ts'
import type { FollowedInstruments } from '../core/ports/market.ts'
import type { SocketState } from '../net/supervisedSocket.ts'
import type { Channel } from './channel.ts'
import type { InstrumentFeed } from './instrumentFeed.ts'
import { SpacedTurns } from './pacing/spacedTurns.ts'
import type { Opening } from './protocol.ts'
import { SpareStreams, type SpareStream } from './spareStreams.ts'
import {
  createStreamedInstrument,
  isRefused,
  type StreamedInstrument,
  type StreamedInstrumentOptions,
} from './streamedInstrument.ts'

/** Ms between the first subscriptions of followed instruments. A book's snapshot is so large that an open ladder would wait for all of them. */
const FOLLOW_EVERY = 100
/** Ms for which an unused instrument stays subscribed. A window that reloads or regroups must not cost a new subscription. */
const LINGER = 10_000

export interface StreamedInstrumentsOptions extends Pick<
  StreamedInstrumentOptions,
  'clock' | 'random' | 'defer' | 'post' | 'heardAt' | 'backfill' | 'pastTurns' | 'send' | 'restartSocket'
> {
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
  private needed: ReadonlySet<Symbol> = new Set()
  private spare: ReadonlySet<Symbol> = new Set()
  private readonly spareStreams: SpareStreams
  private socketState: SocketState = 'connecting'
  private socketMessage: string | null = null

  constructor(options: StreamedInstrumentsOptions) {
    this.options = options
    this.followTurns = new SpacedTurns(options.clock, FOLLOW_EVERY)
    this.spareStreams = new SpareStreams({
      clock: options.clock,
      streamed: () => this.unneeded(),
      refusesNeeded: () =>
        [...this.bySymbol].some(([symbol, streamed]) => isRefused(streamed) && this.isNeeded(symbol)),
      end: (symbol) => this.end(symbol),
      begin: (symbol) => this.spare.has(symbol) && this.stream(symbol),
    })
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

  /** The streamed instrument, for a window or a walk; subscribes it when it is new. */
  open(symbol: Symbol): StreamedInstrument {
    const wasNeeded = this.isNeeded(symbol)
    const opened = this.stream(symbol)
    opened.usedAt = this.options.clock.monotonic()
    if (!wasNeeded) this.becameNeeded(symbol)
    return opened
  }

  /** Streams these instruments whether or not a window looks at them; replaces the earlier choice. New ones are subscribed one after another. */
  follow({ needed, spare }: FollowedInstruments): void {
    const before = [...this.needed, ...this.spare]
    const spareBefore = this.spare
    const newlyNeeded = needed.filter((symbol) => !this.needed.has(symbol))
    const unneededBefore = newlyNeeded.filter((symbol) => !this.isNeeded(symbol))
    this.needed = new Set(needed)
    this.spare = new Set(spare)
    for (const symbol of unneededBefore) this.becameNeeded(symbol)
    for (const symbol of newlyNeeded)
      this.followTurns.join(() => this.needed.has(symbol) && this.stream(symbol), false)
    for (const symbol of spare)
      if (!spareBefore.has(symbol)) this.followTurns.join(() => this.beginSpare(symbol), false)
    for (const symbol of before) if (!this.isFollowed(symbol)) this.dropped(symbol)
  }

  /** A window or a walk ends its use of the instrument, which closes after a while unless somebody uses it by then. Called again, the while begins anew. */
  releaseLater(symbol: Symbol): void {
    const used = this.bySymbol.get(symbol)
    if (used) used.usedAt = this.options.clock.monotonic()
    this.linger(symbol)
  }

  /** Subscribes what somebody needs first: the venue may not take all. */
  socketOpened(): void {
    const needed = [...this.bySymbol].filter(([symbol]) => this.isNeeded(symbol))
    const unneeded = [...this.bySymbol].filter(([symbol]) => !this.isNeeded(symbol))
    for (const [, { book, trades }] of [...needed, ...unneeded]) {
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
    this.needed = new Set()
    this.spare = new Set()
    this.spareStreams.close()
    for (const stop of this.releases.values()) stop()
    for (const { feed } of this.all()) feed.close()
  }

  private get socketIsOpen(): boolean {
    return this.socketState === 'live' || this.socketState === 'suspect'
  }

  private isFollowed(symbol: Symbol): boolean {
    return this.needed.has(symbol) || this.spare.has(symbol)
  }

  /** A live order, a position, a window or a recent walk needs the instrument. All others are spare. */
  private isNeeded(symbol: Symbol): boolean {
    if (this.needed.has(symbol)) return true
    const streamed = this.bySymbol.get(symbol)
    if (!streamed) return false
    return streamed.feed.inUse || this.options.clock.monotonic() - streamed.usedAt < LINGER
  }

  private unneeded(): readonly SpareStream[] {
    const dropped = [...this.bySymbol.keys()].filter((symbol) => !this.spare.has(symbol))
    return [...this.spare, ...dropped].flatMap((symbol) => {
      const streamed = this.bySymbol.get(symbol)
      return streamed && !this.isNeeded(symbol) ? [{ symbol, refused: isRefused(streamed) }] : []
    })
  }

  /** Somebody begins to need an instrument that may be streamed as spare, and refused. */
  private becameNeeded(symbol: Symbol): void {
    const streamed = this.bySymbol.get(symbol)
    if (!streamed || !isRefused(streamed)) return
    this.spareStreams.makeRoomFor(symbol)
    streamed.book.hurry()
    streamed.trades.hurry()
  }

  private refused(symbol: Symbol): void {
    if (this.isNeeded(symbol)) this.spareStreams.makeRoomFor(symbol)
    else this.spareStreams.refused(symbol)
  }

  private beginSpare(symbol: Symbol): void {
    if (this.spare.has(symbol) && !this.bySymbol.has(symbol) && this.spareStreams.mayBegin(symbol))
      this.stream(symbol)
  }

  private dropped(symbol: Symbol): void {
    this.spareStreams.forget(symbol)
    this.linger(symbol)
  }

  private stream(symbol: Symbol): StreamedInstrument {
    const known = this.bySymbol.get(symbol)
    if (known) return known
    const { onTop, onLinks } = this.options
    const opened = createStreamedInstrument({
      ...this.options,
      opened: { symbol, opening: ++this.openings },
      onTop: () => onTop(symbol),
      onLinks,
      onRefused: () => this.refused(symbol),
    })
    this.bySymbol.set(symbol, opened)
    this.spareStreams.forget(symbol)
    this.options.onOpened(symbol, opened)
    for (const channel of [opened.book, opened.trades])
      if (this.socketIsOpen) channel.socketOpened()
      else channel.socketLost(this.socketMessage)
    onLinks()
    return opened
  }

  private linger(symbol: Symbol): void {
    this.releases.get(symbol)?.()
    this.releases.set(
      symbol,
      this.options.clock.after(LINGER, () => this.release(symbol)),
    )
  }

  private release(symbol: Symbol): void {
    this.releases.delete(symbol)
    if (!this.isFollowed(symbol) && this.bySymbol.get(symbol)?.feed.inUse === false) this.end(symbol)
  }

  private end(symbol: Symbol): void {
    const unused = this.bySymbol.get(symbol)
    if (!unused) return
    this.bySymbol.delete(symbol)
    this.options.onClosed(symbol)
    unused.feed.close()
    unused.book.close()
    unused.trades.close()
    this.options.onLinks()
  }
}
