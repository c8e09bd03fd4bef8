/** Creates one streamed instrument: its feed, its book channel and its trades channel, connected. Subscribes nothing. */

import type { Clock } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import { bookChannel, marketTradesChannel } from '../../shared/broker/stream/streamMessages.ts'
import { Channel, type ChannelOptions } from './channel.ts'
import { InstrumentFeed, type InstrumentFeedOptions } from './instrumentFeed.ts'

export interface StreamedInstrument {
  readonly opening: number
  readonly feed: InstrumentFeed
  readonly book: Channel
  readonly trades: Channel
  /** When a window or a walk last began or ended its use; monotonic. */
  usedAt: number
}

export interface StreamedInstrumentOptions
  extends
    Pick<InstrumentFeedOptions, 'opened' | 'defer' | 'post' | 'heardAt' | 'backfill' | 'pastTurns' | 'onTop'>,
    Pick<ChannelOptions, 'send' | 'restartSocket' | 'onRefused'> {
  readonly clock: Clock
  readonly random: Random
  /** A channel changed its state or message. */
  readonly onLinks: () => void
}

/** Whether the venue refuses the book or the trades of the instrument. */
export const isRefused = ({ book, trades }: StreamedInstrument): boolean => book.isRefused || trades.isRefused

export function createStreamedInstrument(options: StreamedInstrumentOptions): StreamedInstrument {
  const { opened, clock, random, defer, post, heardAt, backfill, pastTurns, onTop } = options
  const { send, restartSocket, onRefused, onLinks } = options
  const createChannel = (name: string, snapshot: boolean, onChange: (channel: Channel) => void): Channel => {
    const channel: Channel = new Channel({
      name,
      snapshot,
      clock,
      random,
      send,
      restartSocket,
      onRefused,
      onChange: () => {
        onChange(channel)
        onLinks()
      },
    })
    return channel
  }
  const feed: InstrumentFeed = new InstrumentFeed({
    opened,
    clock,
    defer,
    post,
    heardAt,
    backfill,
    pastTurns,
    distrust: (why) => book.distrust(why),
    distrustTrades: (why) => trades.distrust(why),
    onTop,
  })
  const book = createChannel(bookChannel(opened.symbol), true, (channel) => {
    const state = channel.bookState
    if (state !== null) feed.bookChannel(state)
  })
  const trades = createChannel(marketTradesChannel(opened.symbol), false, (channel) =>
    feed.tradesChannel(channel.isLive),
  )
  return { opening: opened.opening, feed, book, trades, usedAt: -Infinity }
}
