/** How every link of the terminal stands: broker session and private channels, joined with the public ones. */

import type { Connection, StreamLink } from '../../shared/contract/status.ts'
import { publish, type Published } from './topicHub.ts'

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

export function createConnectionBoard(): ConnectionBoard {
  let broker = NONE
  let market: readonly StreamLink[] = []
  const state = (): Connection => ({ ...broker, streams: [...broker.streams, ...market] })
  const topic = publish<'connection'>(state)
  return {
    topic,
    setBroker(next) {
      broker = next
      topic.delta(state())
    },
    setMarket(links) {
      market = links
      topic.delta(state())
    },
    clear() {
      broker = NONE
      market = []
      topic.delta(state())
    },
  }
}
