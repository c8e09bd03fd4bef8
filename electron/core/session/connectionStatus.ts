/** How every link of the terminal stands: broker session and private channels, joined with the public ones. */

import type { Connection, StreamLink } from '../../../shared/contract/status.ts'
import { publish, type Published } from '../support/publishedTopic.ts'

export interface ConnectionBoard {
  readonly topic: Published<'connection'>
  setBroker(state: Connection): void
  setMarket(links: readonly StreamLink[]): void
  /** Nobody is signed in. */
  clear(): void
}

const NONE: Connection = {
  rest: { state: 'down', medianMs: null, message: null },
  streams: [],
  clock: { offsetMs: null, uncertaintyMs: null },
  tokenExpiresAt: null,
}

/** `heard` hears every state but that of nobody being signed in, for which it hears null. */
export function createConnectionBoard(
  heard: (now: Connection | null) => void = () => undefined,
): ConnectionBoard {
  let broker = NONE
  let market: readonly StreamLink[] = []
  const state = (): Connection => ({ ...broker, streams: [...broker.streams, ...market] })
  const topic = publish<'connection'>(state)
  return {
    topic,
    setBroker(next) {
      broker = next
      topic.delta(state())
      heard(state())
    },
    setMarket(links) {
      market = links
      topic.delta(state())
      heard(state())
    },
    clear() {
      broker = NONE
      market = []
      topic.delta(state())
      heard(null)
    },
  }
}
