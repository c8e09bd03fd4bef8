/** The order books after the frames played so far, so that a later subscription can begin with a snapshot. Knows a book only from its snapshot on. */

import type { StreamMessage } from '../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'

type Levels = Map<string, string>

export class ReplayedBooks {
  private readonly books = new Map<string, { readonly bid: Levels; readonly ask: Levels }>()
  private readonly stream: VenueProfile['stream']

  constructor(profile: VenueProfile) {
    this.stream = profile.stream
  }

  take(message: StreamMessage): void {
    if (message.kind === 'snapshot') this.books.set(message.channel, { bid: new Map(), ask: new Map() })
    if (message.kind === 'error' || message.kind === 'unknown') {
      if (message.channel === null) this.forgetAll()
      else this.forget(message.channel)
    }
    if (message.kind !== 'snapshot' && message.kind !== 'update') return
    const book = this.books.get(message.channel)
    if (!book) return
    for (const { action, type, price, amount } of message.changes)
      if (action === 'delete') book[type].delete(price)
      else book[type].set(price, amount)
  }

  forget(channel: string): void {
    this.books.delete(channel)
  }

  forgetAll(): void {
    this.books.clear()
  }

  /** A snapshot message in the venue's format; null while the book is incomplete. */
  snapshot(channel: string): string | null {
    const book = this.books.get(channel)
    if (!book) return null
    const levels = (side: Levels) => [...side].map(([price, amount]) => ({ price, amount }))
    const [channelField = 'channel'] = this.stream.channel
    const [typeField = 'type'] = this.stream.type
    const [dataField = 'data'] = this.stream.data
    return JSON.stringify({
      [channelField]: channel,
      [typeField]: this.stream.snapshot[0],
      [dataField]: { bids: levels(book.bid), asks: levels(book.ask) },
    })
  }
}
