/** The window's subscriptions: checks the order of their messages and opens them again after every gap, overflow and lost link (C2). Draws and stores nothing. */

import type { Clock, Stop } from '../../base/clock.ts'
import { STABLE_AFTER, type ClientLink } from './clientLink.ts'
import { topics, type TopicName } from '../contract.ts'
import type { Topic } from '../define.ts'
import type { Failure, FailureKind } from '../failure.ts'
import type { ServerFrame } from '../frames.ts'
import type { TopicHandle } from '../ports.ts'

/** A `TopicListener` of any topic, without its types. */
export interface AnyListener {
  snapshot(value: unknown): void
  delta(change: unknown): void
  stale?(why: FailureKind): void
}

interface Subscription {
  readonly name: TopicName
  readonly topic: Topic
  readonly key: unknown
  readonly listener: AnyListener
  /** Null while the subscription is not open at the core. */
  id: number | null
  /** Place of the newest message, −1 before the snapshot. */
  seen: number
  credited: number
  openedAt: number
  attempt: number
  retry: Stop | null
}

export interface ClientSubscriptionsOptions {
  readonly link: ClientLink
  readonly clock: Clock
  /** Receives what a listener threw; the subscription is opened again. */
  readonly report?: (error: unknown) => void
}

export class ClientSubscriptions {
  private readonly options: ClientSubscriptionsOptions
  private readonly all = new Set<Subscription>()
  private readonly byId = new Map<number, Subscription>()

  constructor(options: ClientSubscriptionsOptions) {
    this.options = options
  }

  open(name: TopicName, key: unknown, listener: AnyListener): TopicHandle {
    const subscription: Subscription = {
      name,
      topic: topics[name],
      key,
      listener,
      id: null,
      seen: -1,
      credited: -1,
      openedAt: 0,
      attempt: 0,
      retry: null,
    }
    this.all.add(subscription)
    this.openAtCore(subscription)
    return {
      painted: () => this.credit(subscription),
      close: () => this.close(subscription),
    }
  }

  /** The link is up: opens every subscription. */
  openAll(): void {
    for (const subscription of this.all) this.openAtCore(subscription)
  }

  /** The link is lost: marks every open subscription as stale until `openAll`. */
  lost(refusal: Failure | null): void {
    this.byId.clear()
    for (const subscription of this.all) {
      const wasOpen = subscription.id !== null || subscription.retry !== null
      subscription.retry?.()
      subscription.retry = null
      subscription.id = null
      if (refusal) this.reportStale(subscription, refusal.kind)
      else if (wasOpen) this.reportStale(subscription, 'not-connected')
    }
  }

  received(frame: Extract<ServerFrame, { kind: 'snapshot' | 'delta' }>): void {
    const subscription = this.byId.get(frame.id)
    if (!subscription) return
    const { topic, listener } = subscription
    const isSnapshot = frame.kind === 'snapshot'
    // A snapshot replaces everything, so messages that were lost before it do not matter.
    const inPlace = isSnapshot
      ? frame.place > subscription.seen
      : frame.place === subscription.seen + 1 && subscription.seen >= 0
    if (!inPlace) return this.reopen(subscription, 'overflow', true)
    const body = (isSnapshot ? topic.snapshot : topic.delta).safeParse(frame.body)
    if (!body.success) return this.reopen(subscription, 'internal', true)
    subscription.seen = frame.place
    try {
      if (isSnapshot) listener.snapshot(body.data)
      else listener.delta(body.data)
    } catch (error) {
      this.options.report?.(error)
      return this.reopen(subscription, 'internal', true)
    }
    if (isSnapshot || topic.credit === 'receipt') this.credit(subscription)
  }

  /** The core ended or refused a subscription. False when no subscription has this id. */
  ended(id: number, why: FailureKind): boolean {
    const subscription = this.byId.get(id)
    if (subscription) this.reopen(subscription, why, false)
    return subscription !== undefined
  }

  clear(): void {
    this.all.clear()
    this.byId.clear()
  }

  private openAtCore(subscription: Subscription): void {
    const { link, clock } = this.options
    if (!link.isUp || subscription.id !== null || !this.all.has(subscription)) return
    subscription.retry?.()
    subscription.retry = null
    subscription.id = link.takeId()
    subscription.seen = -1
    subscription.credited = -1
    subscription.openedAt = clock.monotonic()
    this.byId.set(subscription.id, subscription)
    link.send({ kind: 'open', id: subscription.id, topic: subscription.name, key: subscription.key })
  }

  private close(subscription: Subscription): void {
    if (!this.all.delete(subscription)) return
    subscription.retry?.()
    if (subscription.id === null) return
    this.byId.delete(subscription.id)
    this.options.link.send({ kind: 'close', id: subscription.id })
    subscription.id = null
  }

  /** The one path after a gap, an overflow, a refusal and a listener that threw: marks the data as stale and opens the subscription again. */
  private reopen(subscription: Subscription, why: FailureKind, notifyCore: boolean): void {
    const { link, clock } = this.options
    const { id } = subscription
    if (id === null) return
    this.byId.delete(id)
    subscription.id = null
    if (notifyCore) link.send({ kind: 'close', id })
    if (clock.monotonic() - subscription.openedAt >= STABLE_AFTER) subscription.attempt = 0
    const attempts = subscription.attempt++
    this.reportStale(subscription, why)
    if (!this.all.has(subscription)) return
    if (attempts === 0) this.openAtCore(subscription)
    else subscription.retry = clock.after(link.retryWait(attempts - 1), () => this.openAtCore(subscription))
  }

  private reportStale({ listener }: Subscription, why: FailureKind): void {
    try {
      listener.stale?.(why)
    } catch (error) {
      this.options.report?.(error)
    }
  }

  private credit(subscription: Subscription): void {
    if (subscription.id === null || subscription.seen <= subscription.credited) return
    subscription.credited = subscription.seen
    this.options.link.send({ kind: 'credit', id: subscription.id, place: subscription.seen })
  }
}
