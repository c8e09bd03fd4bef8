/** Passes public market data of the venue in use on to windows. Subscriptions of windows survive a sign-in. Never changes a frame. */

import { HEADER, HEADER_LENGTH, BOOK_STATES, type BookFrame } from '../../../shared/domain/book/bookFrame.ts'
import type { TopicFeed, TopicSources } from '../../../shared/contract/ports.ts'
import type { Market, PacedFeed } from '../ports/market.ts'

type Passed = 'book' | 'marketTrades' | 'candles'

/** A window's subscription: attaches to a market, or shows that there is none. */
interface Follower {
  attach(market: Market): PacedFeed
  detached(): void
  feed: PacedFeed | null
}

export interface MarketRelay {
  readonly sources: Pick<TopicSources, Passed>
  /** The market of the venue in use; null while nobody is signed in. */
  market(): Market | null
  /** Moves every subscription to this market; null: nobody is signed in. */
  use(market: Market | null): void
}

/** The book of a ladder without a venue: empty, in state `down`. */
function downFrame(): BookFrame {
  const frame = new Float64Array(HEADER_LENGTH)
  frame.fill(-1, HEADER.bestBid, HEADER.lastAmount + 1)
  frame[HEADER.tick] = 1
  frame[HEADER.rowStep] = 1
  frame[HEADER.lot] = 1
  frame[HEADER.state] = BOOK_STATES.indexOf('down')
  return frame
}

export function createMarketRelay(): MarketRelay {
  let market: Market | null = null
  const followers = new Set<Follower>()

  const follow = (attach: (market: Market) => PacedFeed, detached: () => void): TopicFeed => {
    const follower: Follower = { attach, detached, feed: null }
    followers.add(follower)
    if (market) follower.feed = attach(market)
    else detached()
    return {
      close() {
        followers.delete(follower)
        follower.feed?.close()
      },
      ready: () => follower.feed?.ready(),
    }
  }

  return {
    sources: {
      book: (key, sink) =>
        follow(
          (from) => {
            let first = true
            return from.book(key, (frame) => {
              if (first) sink.snapshot(frame)
              else sink.delta(frame)
              first = false
            })
          },
          () => sink.snapshot(downFrame()),
        ),
      marketTrades: (key, sink) =>
        follow(
          (from) =>
            from.marketTrades(key.symbol, {
              snapshot: (newest) => sink.snapshot([...newest]),
              delta: (more) => sink.delta([...more]),
            }),
          () => sink.snapshot(null),
        ),
      candles: (key, sink) =>
        follow(
          (from) =>
            from.candles(key, {
              snapshot: (newest) => sink.snapshot(newest),
              delta: (changed) => sink.delta(changed),
            }),
          () => sink.snapshot({ candles: [], gaps: [] }),
        ),
    },
    market: () => market,
    use(next) {
      market = next
      for (const follower of followers) {
        follower.feed?.close()
        follower.feed = null
        if (market) follower.feed = follower.attach(market)
        else follower.detached()
      }
    },
  }
}
