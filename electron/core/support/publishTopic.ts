/** Publishes one value to windows: a snapshot on opening, then deltas. Holds the subscriptions, never the value: apply a change first, then publish it. */

import type { Delta, Key, Snapshot, TopicName } from '../../../shared/contract/contract.ts'
import type { Caller, TopicFeed, TopicSink } from '../../../shared/contract/ports.ts'

export interface Published<T extends TopicName> {
  readonly source: (key: Key<T>, sink: TopicSink<T>, caller: Caller) => TopicFeed
  /** The same change for every window. */
  delta(change: Delta<T>): void
  /** A change that depends on the window's permissions. */
  deltaFor(change: (caller: Caller) => Delta<T>): void
  /** Sends every window a new snapshot. */
  replace(): void
}

/** `read` returns the present value. */
export function publish<T extends TopicName>(read: (caller: Caller) => Snapshot<T>): Published<T> {
  const open = new Map<TopicSink<T>, Caller>()
  return {
    source(_key, sink, caller) {
      open.set(sink, caller)
      sink.snapshot(read(caller))
      return { close: () => void open.delete(sink) }
    },
    delta(change) {
      for (const sink of open.keys()) sink.delta(change)
    },
    deltaFor(change) {
      for (const [sink, caller] of open) sink.delta(change(caller))
    },
    replace() {
      for (const [sink, caller] of open) sink.snapshot(read(caller))
    },
  }
}
