/** The subscriptions of one window at the core: one source and one outbox each. Knows no topic by name. */

import { topics, type TopicName } from '../contract.ts'
import type { Topic } from '../define.ts'
import { failureOf, type Failure, type FailureKind } from '../failure.ts'
import { faultOf, type ClientFrame, type ServerFrame } from '../frames.ts'
import { createOutbox, RECEIPT_WINDOW, type Outbox } from './outbox.ts'
import type { Caller, TopicFeed, TopicSources } from '../ports.ts'
import { MAX_OPEN, NOT_PERMITTED } from './serverCalls.ts'

/** A source of any topic, without its types. */
type AnySource = (
  key: unknown,
  sink: { snapshot(value: unknown): void; delta(change: unknown): void; end(why: FailureKind): void },
  caller: Caller,
) => TopicFeed

interface Subscription {
  readonly id: number
  readonly name: TopicName
  readonly outbox: Outbox
  feed: TopicFeed | null
  /** Whether the first snapshot came. */
  started: boolean
  closed: boolean
}

export interface ServerSubscriptionsOptions {
  readonly sources: TopicSources
  readonly caller: Caller
  readonly send: (frame: ServerFrame) => void
  /** Receives what a source threw. */
  readonly report: (sentence: string, error: unknown) => void
}

export class ServerSubscriptions {
  private readonly options: ServerSubscriptionsOptions
  private readonly byId = new Map<number, Subscription>()

  constructor(options: ServerSubscriptionsOptions) {
    this.options = options
  }

  open({ id, topic: name, key: body }: Extract<ClientFrame, { kind: 'open' }>): void {
    const { caller, send } = this.options
    const refuse = (failure: Failure) => send({ kind: 'refusal', id, failure })
    if (!Object.hasOwn(topics, name))
      return refuse(failureOf('invalid-request', `There is no topic "${name}".`))
    const topic: Topic = topics[name as TopicName]
    if (!caller.allows('read')) return refuse(failureOf('not-permitted', NOT_PERMITTED.read))
    const key = topic.key.safeParse(body)
    if (!key.success) {
      const { message, field } = faultOf(key.error)
      return refuse(failureOf('invalid-request', message, { field }))
    }
    if (this.byId.size >= MAX_OPEN)
      return refuse(
        failureOf('overflow', 'This window has too many subscriptions. Close a panel, or reload the window.'),
      )
    const subscription = this.create(id, name as TopicName, topic)
    this.byId.set(id, subscription)
    this.guarded(subscription, () => this.connectSource(subscription, key.data))
  }

  credit(id: number, place: number): void {
    // The subscription may have ended while its credit was under way.
    this.byId.get(id)?.outbox.credit(place)
  }

  close(id: number): void {
    const subscription = this.byId.get(id)
    if (!subscription) return
    this.byId.delete(id)
    subscription.closed = true
    subscription.outbox.close()
    try {
      subscription.feed?.close()
    } catch (error) {
      this.options.report('A source threw while it closed.', error)
    }
  }

  closeAll(): void {
    for (const id of this.byId.keys()) this.close(id)
  }

  private create(id: number, name: TopicName, topic: Topic): Subscription {
    const subscription: Subscription = {
      id,
      name,
      closed: false,
      started: false,
      feed: null,
      outbox: createOutbox({
        delivery: topic.delivery,
        window: topic.credit === 'paint' ? 1 : RECEIPT_WINDOW,
        send: (kind, place, value) => this.options.send({ kind, id, place, body: value }),
        overflow: () => this.end(subscription, 'overflow'),
        ready: () => this.guarded(subscription, () => subscription.feed?.ready?.()),
      }),
    }
    return subscription
  }

  private connectSource(subscription: Subscription, key: unknown): void {
    const { sources, caller } = this.options
    const feed = (sources[subscription.name] as AnySource)(
      key,
      {
        snapshot: (value) => {
          subscription.started = true
          this.guarded(subscription, () => subscription.outbox.snapshot(value))
        },
        delta: (change) =>
          this.guarded(subscription, () => {
            if (!subscription.started) throw new Error('a delta came before the first snapshot')
            subscription.outbox.delta(change)
          }),
        end: (why) => this.end(subscription, why),
      },
      caller,
    )
    // The source may have ended the subscription before it returned.
    if (subscription.closed) feed.close()
    else subscription.feed = feed
  }

  private end(subscription: Subscription, why: FailureKind): void {
    if (subscription.closed) return
    this.options.send({ kind: 'ended', id: subscription.id, why })
    this.close(subscription.id)
  }

  /** Runs a source's code. What it throws ends this subscription and nothing else. */
  private guarded(subscription: Subscription, run: () => void): void {
    if (subscription.closed) return
    try {
      run()
    } catch (error) {
      this.options.report(`The source of ${subscription.name} threw.`, error)
      this.end(subscription, 'internal')
    }
  }
}
