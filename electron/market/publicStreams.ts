/** The worker's whole work: one public socket, a channel and a feed per instrument, news to the main thread. Touches no thread API and no clock of its own. */

import type { Clock, EpochMs, Stop } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import { BookScanner } from '../../shared/broker/stream/bookBytes.ts'
import {
  bookChannel,
  MARKET_TRADES_CHANNEL,
  marketTradesChannel,
  ORDERBOOK_CHANNEL,
  parseStreamMessage,
  type StreamMessage,
} from '../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { StreamLink } from '../../shared/contract/status.ts'
import type { Symbol } from '../../shared/domain/scalars.ts'
import { superviseSocket, type SocketState, type SupervisedSocketOptions } from '../net/supervisedSocket.ts'
import { Channel } from './channel.ts'
import { complaints } from './complaints.ts'
import { InstrumentFeed } from './instrumentFeed.ts'
import type { Defer } from './pacedView.ts'
import type { FeedId, FeedKey, Post, ToWorker } from './protocol.ts'
import { SlowLane } from './spacedTurns.ts'
import { Throttle } from './throttle.ts'

/** A snapshot of a thousand levels a side is about 150 kB. */
const MAXIMUM_BYTES = 4 << 20
const TOPS_EVERY = 100
const LINKS_EVERY = 1_000
/** An error that names no channel ends all of its family, at most this often (docs/market-data.md#channels). */
const FAMILY_EVERY = 10_000
/** Pages of past trades that nobody waits for, over all instruments. */
const PAST_EVERY = 2_000
/** Ms between books that nobody looks at yet: a snapshot of one takes venue and worker so long that a ladder would wait for all of them. */
const FOLLOW_EVERY = 100
/** A window that reopens its feed (reload, other grouping) must not cost a new subscription. */
const LINGER = 10_000

export interface PublicStreamsDeps {
  readonly profile: VenueProfile
  readonly clock: Clock
  readonly random: Random
  readonly WebSocket: SupervisedSocketOptions['WebSocket']
  readonly defer: Defer
  readonly post: Post
  /** Whether the main thread can read past trades. */
  readonly backfill: boolean
}

export interface PublicStreams {
  /** Takes one message of the main thread. */
  take(message: Exclude<ToWorker, { kind: 'start' | 'end' }>): void
  close(): void
}

interface Followed {
  readonly feed: InstrumentFeed
  readonly book: Channel
  readonly trades: Channel
}

/** Opens the public socket at once; instruments are subscribed when they are looked at, and one after another as they are followed. */
export function openPublicStreams(deps: PublicStreamsDeps): PublicStreams {
  const { profile, clock, post } = deps
  const all = new Map<Symbol, Followed>()
  const symbolOfView = new Map<FeedId, Symbol>()
  let followed = new Set<Symbol>()
  let socketState: SocketState = 'connecting'
  let socketWhy: string | null = null
  const changedTops = new Set<Symbol>()
  const familyCycledAt = new Map<string, number>()

  const tops = new Throttle(clock, TOPS_EVERY, () => {
    const changed = [...changedTops].flatMap((symbol) => all.get(symbol)?.feed.top() ?? [])
    changedTops.clear()
    if (changed.length > 0) post({ kind: 'tops', tops: changed })
  })
  const lane = new SlowLane(clock, PAST_EVERY)
  const followLane = new SlowLane(clock, FOLLOW_EVERY)
  const unreadable = complaints(clock, (sentence) => post({ kind: 'unreadable', sentence }))

  const linksOf = (): StreamLink[] =>
    [...all.values()].flatMap(({ book, trades }) => [
      book.link(socketState === 'suspect'),
      trades.link(socketState === 'suspect'),
    ])
  let planned = false
  const tellLinks = () => {
    if (planned) return
    planned = true
    deps.defer(() => {
      planned = false
      post({ kind: 'links', state: socketState, links: linksOf() })
    })
  }

  const scanner = new BookScanner<Followed>(profile.stream)
  const socket = superviseSocket({
    url: profile.streamUrl,
    clock,
    random: deps.random,
    WebSocket: deps.WebSocket,
    compression: profile.stream.compression,
    maximumBytes: MAXIMUM_BYTES,
    onOpen() {
      for (const { book, trades } of all.values()) {
        book.socketOpened()
        trades.socketOpened()
      }
    },
    onBytes(bytes) {
      const of = scanner.scan(bytes)
      if (of === null) return false
      const at = socket.heardAt()
      of.book.heard(false, at)
      of.feed.updateNoted(at)
      return true
    },
    onMessage: (text) => take(parseStreamMessage(text, profile.stream)),
    onState(state, why) {
      socketState = state
      socketWhy = why
      const open = state === 'live' || state === 'suspect'
      for (const { feed, book, trades } of all.values()) {
        feed.socketSilent(state === 'suspect')
        if (open) continue
        book.socketLost(why)
        trades.socketLost(why)
      }
      tellLinks()
    },
  })

  function channelOf(name: string, snapshot: boolean, onChange: (channel: Channel) => void): Channel {
    const channel: Channel = new Channel({
      name,
      snapshot,
      clock,
      random: deps.random,
      send: (text) => socket.send(text),
      restartSocket: (why) => socket.restart(why),
      onChange: () => {
        onChange(channel)
        tellLinks()
      },
    })
    return channel
  }

  function instrument(symbol: Symbol): Followed {
    const known = all.get(symbol)
    if (known) return known
    const feed: InstrumentFeed = new InstrumentFeed({
      symbol,
      clock,
      defer: deps.defer,
      post,
      backfill: deps.backfill,
      lane,
      distrust: (why) => book.distrust(why),
      distrustTrades: (why) => trades.distrust(why),
      onTop: () => {
        changedTops.add(symbol)
        tops.request()
      },
    })
    const book = channelOf(bookChannel(symbol), true, (channel) => {
      const state = channel.bookState
      if (state !== null) feed.bookChannel(state)
    })
    const trades = channelOf(marketTradesChannel(symbol), false, (channel) =>
      feed.tradesChannel(channel.isLive),
    )
    const fresh = { feed, book, trades }
    all.set(symbol, fresh)
    scanner.follow(symbol, fresh)
    if (socketState === 'live' || socketState === 'suspect') {
      book.socketOpened()
      trades.socketOpened()
    } else {
      book.socketLost(socketWhy)
      trades.socketLost(socketWhy)
    }
    tellLinks()
    return fresh
  }

  const release = (symbol: Symbol) => {
    const unused = all.get(symbol)
    if (!unused || followed.has(symbol) || unused.feed.inUse) return
    all.delete(symbol)
    scanner.forget(symbol)
    unused.feed.close()
    unused.book.close()
    unused.trades.close()
    tellLinks()
  }
  const releaseLater = (symbol: Symbol) => clock.after(LINGER, () => release(symbol))

  function take(message: StreamMessage): void {
    switch (message.kind) {
      case 'snapshot':
      case 'update': {
        const of = all.get(message.symbol)
        if (!of) return
        const snapshot = message.kind === 'snapshot'
        const at = socket.heardAt()
        of.book.heard(snapshot, at)
        if (snapshot) of.feed.snapshot(message.changes, at)
        else of.feed.update(message.changes, at)
        return
      }
      case 'trades': {
        const of = all.get(message.symbol)
        if (!of) return
        of.trades.heard(true, socket.heardAt())
        of.feed.trades(message.trades, socket.heardAt())
        if (message.unreadable.length > 0) of.feed.tradeUnreadable()
        for (const sentence of [...message.unreadable, ...message.odd]) unreadable(message.channel, sentence)
        return
      }
      case 'ack':
        if (message.op.startsWith('unsub')) return
        for (const channel of message.channels) channelNamed(channel)?.acknowledged()
        return
      case 'ended':
        if (message.op?.startsWith('unsub')) return
        for (const channel of message.channels) failed(channel, null, message.message)
        if (message.channels.length === 0) failed(null, null, message.message)
        return
      case 'error':
        return failed(message.channel, message.code, message.message)
      case 'unknown': {
        unreadable(message.channel ?? '', message.sentence)
        for (const { book, feed } of all.values())
          if (message.channel === book.name) feed.bookUnreadable(message.sentence)
        return
      }
      case 'records':
        return unreadable(message.channel, `${message.channel} came on the public stream; it is left out.`)
    }
  }

  function failed(channel: string | null, code: string | null, words: string): void {
    const named = channel === null ? undefined : channelNamed(channel)
    if (named) return named.failed(code, words)
    unreadable(channel ?? '', `The public stream said: ${code ?? ''} ${words}`)
    if (channel !== null || code === null) return
    const family = code.startsWith('ORDERBOOK_STREAM_')
      ? ORDERBOOK_CHANNEL
      : code.startsWith('MARKET_TRADES_')
        ? MARKET_TRADES_CHANNEL
        : null
    const now = clock.monotonic()
    if (family === null || now - (familyCycledAt.get(family) ?? -Infinity) < FAMILY_EVERY) return
    familyCycledAt.set(family, now)
    for (const { book, trades } of all.values())
      (family === ORDERBOOK_CHANNEL ? book : trades).failed(code, words)
  }

  function channelNamed(name: string): Channel | undefined {
    for (const { book, trades } of all.values()) {
      if (book.name === name) return book
      if (trades.name === name) return trades
    }
    return undefined
  }

  function openView(id: FeedId, key: FeedKey, credit: boolean): void {
    symbolOfView.set(id, key.symbol)
    instrument(key.symbol).feed.open(id, key, credit)
  }

  const stopTicks: Stop = clock.every(LINKS_EVERY, () => {
    const heardAt = socket.heardAt()
    for (const { feed, book, trades } of all.values()) {
      feed.alive(heardAt)
      book.tick()
      trades.tick()
    }
    if (lastHeard() > toldAt) {
      toldAt = clock.now()
      tellLinks()
    }
  })
  let toldAt: EpochMs = 0
  const lastHeard = () => Math.max(0, ...linksOf().map((link) => link.lastAt ?? 0))

  return {
    take(message) {
      switch (message.kind) {
        case 'follow': {
          const before = followed
          followed = new Set(message.symbols)
          for (const symbol of followed)
            if (!before.has(symbol)) followLane.join(() => followed.has(symbol) && instrument(symbol), false)
          for (const symbol of before) if (!followed.has(symbol)) releaseLater(symbol)
          return
        }
        case 'open':
          return openView(message.id, message.key, message.credit)
        case 'ready':
        case 'close': {
          const symbol = symbolOfView.get(message.id)
          const feed = symbol === undefined ? undefined : all.get(symbol)?.feed
          if (symbol === undefined || !feed) return
          if (message.kind === 'ready') return feed.ready(message.id)
          feed.closeView(message.id)
          symbolOfView.delete(message.id)
          releaseLater(symbol)
          return
        }
        case 'walk': {
          const walk = all.get(message.symbol)?.feed.walk(message.side, message.size) ?? null
          return post({ kind: 'walked', ask: message.ask, walk })
        }
        case 'kept':
          all.get(message.symbol)?.feed.kept(message.kept)
          return
        case 'page':
          all.get(message.symbol)?.feed.page(message.page)
          return
      }
    },
    close() {
      followed = new Set()
      stopTicks()
      for (const { feed } of all.values()) feed.close()
      socket.close()
    },
  }
}
