/** A window's end of the contract whose topics a test feeds by hand. Answers no command. */

import type { Delta, Key, Snapshot, TopicName } from '../../../shared/contract/contract.ts'
import { failureOf } from '../../../shared/contract/failure.ts'
import type { ContractClient, TopicListener } from '../../../shared/contract/ports.ts'

interface Opened {
  readonly topic: TopicName
  readonly key: unknown
  readonly listener: TopicListener<TopicName>
  painted: number
  closed: boolean
}

export class FakeClient implements ContractClient {
  /** Every subscription ever opened, oldest first. */
  readonly opened: Opened[] = []
  private readonly snapshots = new Map<TopicName, unknown>()

  /** What every subscription to the topic starts with, or that to a key. */
  startWith<T extends TopicName>(topic: T, snapshot: Snapshot<T> | ((key: Key<T>) => Snapshot<T>)): this {
    this.snapshots.set(topic, snapshot)
    return this
  }

  open<T extends TopicName>(topic: T, key: Key<T>, listener: TopicListener<T>) {
    const entry: Opened = {
      topic,
      key,
      listener,
      painted: 0,
      closed: false,
    }
    this.opened.push(entry)
    if (this.snapshots.has(topic)) {
      const start = this.snapshots.get(topic)
      listener.snapshot((typeof start === 'function' ? start(key) : start) as Snapshot<T>)
    }
    return {
      painted: () => {
        entry.painted++
      },
      close: () => {
        entry.closed = true
      },
    }
  }

  /** The subscriptions to a topic that are open now. */
  openOf(topic: TopicName): readonly Opened[] {
    return this.opened.filter((opened) => opened.topic === topic && !opened.closed)
  }

  delta<T extends TopicName>(topic: T, change: Delta<T>): void {
    for (const opened of this.openOf(topic)) opened.listener.delta(change)
  }

  stale(topic: TopicName): void {
    for (const opened of this.openOf(topic)) opened.listener.stale?.('not-connected')
  }

  call: ContractClient['call'] = (name) =>
    Promise.resolve({ ok: false, failure: failureOf('internal', `No answer to ${name} in this test`) })

  onLink(listener: Parameters<ContractClient['onLink']>[0]) {
    listener('up', null)
    return () => {}
  }

  close(): void {}
}
