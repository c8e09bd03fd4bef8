/** Passes the broker's reports on to its listener. Stores the first reports until a listener is attached. */

import type { Unread } from '../../shared/broker/fields.ts'
import type { BrokerListener } from '../core/ports/broker.ts'

/** Reports stored at most while no listener is attached; later ones are dropped. */
const MOST_EARLY = 50

export interface ListenerRelay {
  readonly current: BrokerListener | null
  report(news: (listener: BrokerListener) => void): void
  /** An answer or message that cannot be read, in one sentence. */
  readonly unreadable: (sentence: string) => void
  /** A record or field that cannot be read. */
  readonly unread: (record: Unread) => void
  /** Attaches the listener, and passes on what was stored for it. */
  attach(listener: BrokerListener): void
  detach(): void
}

export function createListenerRelay(): ListenerRelay {
  let current: BrokerListener | null = null
  const early: ((listener: BrokerListener) => void)[] = []
  const report: ListenerRelay['report'] = (news) => {
    if (current) news(current)
    else if (early.length < MOST_EARLY) early.push(news)
  }
  return {
    get current() {
      return current
    },
    report,
    unreadable: (sentence) => report((listener) => listener.unreadable(sentence)),
    unread: (record) => report((listener) => listener.unread(record)),
    attach(listener) {
      current = listener
      for (const news of early.splice(0)) news(listener)
    },
    detach() {
      current = null
    },
  }
}
