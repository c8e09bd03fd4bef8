/** Does the market worker's work: one public socket, the instruments streamed over it, and the main thread's requests. Touches no thread API and no clock of its own. */

import type { Clock, Stop } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import { BookScanner } from '../../shared/broker/stream/bookBytes.ts'
import { parseStreamMessage } from '../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { Symbol } from '../../shared/domain/scalars.ts'
import {
  superviseSocket,
  type SocketState,
  type SupervisedSocket,
  type SupervisedSocketOptions,
} from '../net/supervisedSocket.ts'
import { LinkReports } from './linkReports.ts'
import type { Defer } from './pacedView.ts'
import type { FeedId, Post, ToWorker } from './protocol.ts'
import { SpacedTurns } from './pacing/spacedTurns.ts'
import type { StreamedInstrument } from './streamedInstrument.ts'
import { StreamedInstruments } from './streamedInstruments.ts'
import { StreamRouter } from './streamRouter.ts'
import { Throttle } from './pacing/throttle.ts'
import { createThrottledReports } from './pacing/throttledReports.ts'

/** A snapshot of a thousand levels a side is about 150 kB. */
const MAXIMUM_BYTES = 4 << 20
/** Ms between two reports of changed best prices. */
const TOPS_EVERY = 100
const TICK_EVERY = 1_000
/** Ms between pages of past trades that no window waits for, over all instruments. */
const PAST_EVERY = 2_000

export interface PublicStreamsOptions {
  readonly profile: VenueProfile
  readonly clock: Clock
  readonly random: Random
  readonly WebSocket: SupervisedSocketOptions['WebSocket']
  readonly defer: Defer
  readonly post: Post
  /** Whether the main thread can read past trades. */
  readonly backfill: boolean
  /** Called for each message of the venue. */
  readonly onHeard?: () => void
}

/** What the main thread asks of running streams. */
export type StreamRequest = Exclude<ToWorker, { kind: 'start' | 'end' }>

type WalkRequest = Extract<StreamRequest, { kind: 'walk' }>

export interface PublicStreams {
  /** Takes one message of the main thread. */
  take(message: StreamRequest): void
  close(): void
}

/** Opens the public socket at once. An instrument is subscribed when a window looks at it; followed instruments are subscribed one after another. */
export const openPublicStreams = (options: PublicStreamsOptions): PublicStreams => new WorkerStreams(options)

class WorkerStreams implements PublicStreams {
  private readonly options: PublicStreamsOptions
  private readonly scanner: BookScanner<StreamedInstrument>
  private readonly instruments: StreamedInstruments
  private readonly router: StreamRouter
  private readonly linkReports: LinkReports
  private readonly tops: Throttle
  private readonly changedTops = new Set<Symbol>()
  private readonly symbolOfView = new Map<FeedId, Symbol>()
  /** Requests for books whose first snapshot has not arrived. */
  private readonly waitingWalks: WalkRequest[] = []
  private readonly socket: SupervisedSocket
  private readonly stopTicks: Stop
  private socketState: SocketState = 'connecting'
  /** Monotonic ms when the message that is being read was received whole. */
  private heardAt = 0

  constructor(options: PublicStreamsOptions) {
    const { profile, clock, defer, post } = options
    this.options = options
    this.scanner = new BookScanner(profile.stream)
    this.tops = new Throttle(clock, TOPS_EVERY, () => this.postTops())
    this.instruments = this.createInstruments()
    this.router = new StreamRouter({
      clock,
      instruments: this.instruments,
      report: createThrottledReports(clock, (sentence) => post({ kind: 'unreadable', sentence })),
    })
    this.linkReports = new LinkReports({
      clock,
      defer,
      links: () => this.instruments.links(),
      post: () => post({ kind: 'links', state: this.socketState, links: this.instruments.links() }),
    })
    this.socket = this.openSocket()
    this.stopTicks = clock.every(TICK_EVERY, () => {
      this.instruments.tick(this.socket.heardAt())
      this.linkReports.tick()
    })
  }

  take(message: StreamRequest): void {
    switch (message.kind) {
      case 'follow':
        return this.instruments.follow(message.instruments)
      case 'open':
        this.symbolOfView.set(message.id, message.key.symbol)
        return this.instruments.open(message.key.symbol).feed.open(message.id, message.key, message.credit)
      case 'ready': {
        const symbol = this.symbolOfView.get(message.id)
        if (symbol !== undefined) this.instruments.get(symbol)?.feed.ready(message.id)
        return
      }
      case 'close':
        return this.closeView(message.id)
      case 'walk':
        return this.walk(message)
      case 'readSeconds': {
        const { requestId, symbol, place } = message
        const page = this.instruments.get(symbol)?.feed.readSeconds(place) ?? null
        return this.options.post({ kind: 'seconds', requestId, page })
      }
      case 'stored':
        return this.instruments.askedBy(message)?.stored(message.stored)
      case 'page':
        return this.instruments.askedBy(message)?.page(message.page)
    }
  }

  close(): void {
    this.stopTicks()
    this.instruments.close()
    this.socket.close()
  }

  private createInstruments(): StreamedInstruments {
    const { clock, random, defer, post, backfill } = this.options
    return new StreamedInstruments({
      clock,
      random,
      defer,
      post,
      heardAt: () => this.heardAt,
      backfill,
      pastTurns: new SpacedTurns(clock, PAST_EVERY),
      send: (text) => this.socket.send(text),
      restartSocket: (why) => this.socket.restart(why),
      onOpened: (symbol, instrument) => this.scanner.follow(symbol, instrument),
      onClosed: (symbol) => this.scanner.forget(symbol),
      onTop: (symbol) => {
        if (this.waitingWalks.length > 0) this.answerWalks()
        this.changedTops.add(symbol)
        this.tops.request()
      },
      onLinks: () => this.linkReports.changed(),
    })
  }

  private openSocket(): SupervisedSocket {
    const { profile, clock, random, WebSocket, onHeard } = this.options
    return superviseSocket({
      url: profile.streamUrl,
      clock,
      random,
      WebSocket,
      compression: profile.stream.compression,
      maximumBytes: MAXIMUM_BYTES,
      onHeard: () => {
        this.heardAt = clock.monotonic()
        onHeard?.()
      },
      onOpen: () => this.instruments.socketOpened(),
      onBytes: (bytes) => this.readBookBytes(bytes),
      onMessage: (text) => this.router.route(parseStreamMessage(text, profile.stream), this.socket.heardAt()),
      onState: (state, why) => {
        this.socketState = state
        this.instruments.socketChanged(state, why)
        this.linkReports.changed()
      },
    })
  }

  /** Reads a usual book update without making text of it; false leaves the frame to `onMessage`. */
  private readBookBytes(bytes: Uint8Array): boolean {
    const instrument = this.scanner.scan(bytes)
    if (instrument === null) return false
    const heardAt = this.socket.heardAt()
    instrument.book.heard(false, heardAt)
    instrument.feed.updateNoted(heardAt)
    return true
  }

  /** Answers once the book has a snapshot, or cannot get one now. A book that nobody streams is subscribed for it, and for a while after it. */
  private walk(request: WalkRequest): void {
    const { symbol } = request
    this.instruments.open(symbol)
    this.instruments.releaseLater(symbol)
    this.waitingWalks.push(request)
    this.answerWalks()
  }

  private answerWalks(): void {
    for (const request of this.waitingWalks.splice(0)) {
      const { requestId, symbol, side, size } = request
      const feed = this.instruments.get(symbol)?.feed
      if (feed?.awaitsSnapshot === true) this.waitingWalks.push(request)
      else this.options.post({ kind: 'walked', requestId, walk: feed?.walk(side, size) ?? null })
    }
  }

  private postTops(): void {
    const tops = [...this.changedTops].flatMap((symbol) => this.instruments.get(symbol)?.feed.top() ?? [])
    this.changedTops.clear()
    if (tops.length > 0) this.options.post({ kind: 'tops', tops })
  }

  private closeView(id: FeedId): void {
    const symbol = this.symbolOfView.get(id)
    const instrument = symbol === undefined ? undefined : this.instruments.get(symbol)
    if (symbol === undefined || !instrument) return
    instrument.feed.closeView(id)
    this.symbolOfView.delete(id)
    this.instruments.releaseLater(symbol)
  }
}
