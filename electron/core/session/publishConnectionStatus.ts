/** Publishes the state of every link of the terminal: broker session and private channels, joined with the public channels. Opens no link. */

import { PRIVATE_CHANNELS } from '../../../shared/broker/stream/streamMessages.ts'
import type { Connection, StreamLink } from '../../../shared/contract/status.ts'
import { publish, type Published } from '../support/publishTopic.ts'

export interface ConnectionStatus {
  readonly topic: Published<'connection'>
  setBroker(state: Connection): void
  setMarket(links: readonly StreamLink[]): void
  /** The links as windows see them. */
  now(): Connection
  /** The venue ended the session: requests and private channels are down from here on. `why`: a sentence. The public channels stay as they are. */
  endBroker(why: string): void
  /** Nobody is signed in. */
  clear(): void
}

const NONE: Connection = {
  rest: { state: 'down', medianMs: null, message: null },
  streams: [],
  clock: { offsetMs: null, uncertaintyMs: null },
  tokenExpiresAt: null,
}

/** `changed` receives every state, and null once the session is over. */
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
    endBroker(why) {
      const lastAt = new Map(broker.streams.map((stream) => [stream.channel, stream.lastAt]))
      broker = {
        ...NONE,
        rest: { ...NONE.rest, message: why },
        streams: PRIVATE_CHANNELS.map((channel) => ({
          channel,
          state: 'down',
          lastAt: lastAt.get(channel) ?? null,
          message: why,
        })),
      }
      topic.delta(state())
      // Nobody waits for these links to come back: the next session opens links of its own.
      changed(null)
    },
    clear() {
      broker = NONE
      market = []
      topic.delta(state())
      changed(null)
    },
  }
}
