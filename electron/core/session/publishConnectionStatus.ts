/** Publishes the state of every link of the terminal: broker session and private channels, joined with the public channels. Opens no link. */

import type { Connection, StreamLink } from '../../../shared/contract/status.ts'
import { publish, type Published } from '../support/publishTopic.ts'

export interface ConnectionStatus {
  readonly topic: Published<'connection'>
  setBroker(state: Connection): void
  setMarket(links: readonly StreamLink[]): void
  /** The links as windows see them. */
  now(): Connection
  /** Nobody is signed in. */
  clear(): void
}

const NONE: Connection = {
  rest: { state: 'down', medianMs: null, message: null },
  streams: [],
  clock: { offsetMs: null, uncertaintyMs: null },
  tokenExpiresAt: null,
}

/** `changed` receives every state, and null once nobody is signed in. */
export function createConnectionStatus(
  changed: (now: Connection | null) => void = () => undefined,
): ConnectionStatus {
  let broker = NONE
  let market: readonly StreamLink[] = []
  const state = (): Connection => ({ ...broker, streams: [...broker.streams, ...market] })
  const topic = publish<'connection'>(state)
  return {
    topic,
    now: state,
    setBroker(next) {
      broker = next
      topic.delta(state())
      changed(state())
    },
    setMarket(links) {
      market = links
      topic.delta(state())
      changed(state())
    },
    clear() {
      broker = NONE
      market = []
      topic.delta(state())
      changed(null)
    },
  }
}
