/** Hands each message of the public stream to the instrument and channel that it names. Owns neither; sends nothing. */

import type { Clock, EpochMs } from '../../shared/base/clock.ts'
import {
  MARKET_TRADES_CHANNEL,
  ORDERBOOK_CHANNEL,
  type StreamMessage,
} from '../../shared/broker/stream/streamMessages.ts'
import type { InstrumentFeed } from './instrumentFeed.ts'
import type { StreamedInstruments } from './streamedInstruments.ts'
import type { ThrottledReport } from './pacing/throttledReports.ts'

/** Ms between two failures of a whole family of channels. An error that names no channel ends all of its family (docs/market-data.md#channels). */
const FAMILY_EVERY = 10_000

export interface StreamRouterOptions {
  readonly clock: Clock
  readonly instruments: StreamedInstruments
  /** Reports what could not be read, by channel. */
  readonly report: ThrottledReport
}

export class StreamRouter {
  private readonly options: StreamRouterOptions
  private readonly familyFailedAt = new Map<string, number>()

  constructor(options: StreamRouterOptions) {
    this.options = options
  }

  /** `heardAt`: when the message came, wall clock. */
  route(message: StreamMessage, heardAt: EpochMs): void {
    const { instruments, report } = this.options
    switch (message.kind) {
      case 'snapshot':
      case 'update': {
        const instrument = instruments.get(message.symbol)
        if (!instrument) return
        const snapshot = message.kind === 'snapshot'
        instrument.book.heard(snapshot, heardAt)
        if (snapshot) instrument.feed.snapshot(message.changes, heardAt)
        else instrument.feed.update(message.changes, heardAt)
        return
      }
      case 'trades': {
        const instrument = instruments.get(message.symbol)
        if (!instrument) return
        instrument.trades.heard(true, heardAt)
        passTrades(instrument.feed, message, heardAt)
        for (const sentence of [...message.unreadable, ...message.odd]) report(message.channel, sentence)
        return
      }
      case 'ack':
        if (message.op.startsWith('unsub')) return
        for (const name of message.channels) instruments.channelNamed(name)?.acknowledged()
        return
      case 'ended':
        if (message.op?.startsWith('unsub')) return
        for (const name of message.channels) this.channelFailed(name, null, message.message)
        if (message.channels.length === 0) this.channelFailed(null, null, message.message)
        return
      case 'error':
        return this.channelFailed(message.channel, message.code, message.message)
      case 'unknown': {
        report(message.channel ?? '', message.sentence)
        for (const { book, trades, feed } of instruments.all()) {
          if (message.channel === book.name) feed.bookUnreadable(message.sentence)
          if (message.channel === trades.name && message.mayHoldRecords) feed.tradeUnreadable()
        }
        return
      }
      case 'records':
        return report(message.channel, `${message.channel} came on the public stream; it is left out.`)
    }
  }

  private channelFailed(name: string | null, code: string | null, words: string): void {
    const { instruments, report } = this.options
    const named = name === null ? undefined : instruments.channelNamed(name)
    if (named) return named.failed(code, words)
    report(name ?? '', `The public stream reported: ${code ?? ''} ${words}`)
    if (name === null && code !== null) this.familyFailed(code, words)
  }

  private familyFailed(code: string, words: string): void {
    const { clock, instruments } = this.options
    const family = familyOf(code)
    const now = clock.monotonic()
    if (family === null || now - (this.familyFailedAt.get(family) ?? -Infinity) < FAMILY_EVERY) return
    this.familyFailedAt.set(family, now)
    for (const { book, trades } of instruments.all())
      (family === ORDERBOOK_CHANNEL ? book : trades).failed(code, words)
  }
}

/** Where in the message an unreadable trade was is not known, so one may be missing on both sides of each of the others. */
function passTrades(
  feed: InstrumentFeed,
  { trades, unreadable }: Extract<StreamMessage, { kind: 'trades' }>,
  heardAt: EpochMs,
): void {
  if (unreadable.length === 0) return feed.trades(trades, heardAt)
  for (const trade of trades) {
    feed.tradeUnreadable()
    feed.trades([trade], heardAt)
  }
  feed.tradeUnreadable()
}

function familyOf(code: string): typeof ORDERBOOK_CHANNEL | typeof MARKET_TRADES_CHANNEL | null {
  if (code.startsWith('ORDERBOOK_STREAM_')) return ORDERBOOK_CHANNEL
  if (code.startsWith('MARKET_TRADES_')) return MARKET_TRADES_CHANNEL
  return null
}
