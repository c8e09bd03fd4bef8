/** The two ends of the contract as interfaces: what the core implements and what a window holds. No machinery. */

import type { Result } from '../base/result.ts'
import type { Stop } from '../base/clock.ts'
import type { CommandName, Delta, Key, Reply, Request, Snapshot, TopicName } from './contract.ts'
import type { Scope } from './define.ts'
import type { Failure, FailureKind } from './failure.ts'

/** Who is at the other end of a transport. */
export interface Caller {
  /** Unique among the windows of this run. */
  readonly windowId: string
  /** Asked at every call, because signing in to another venue may change it. */
  readonly allows: (scope: Scope) => boolean
}

/** One handler per command; a missing one does not compile. Failures are values: a handler that throws is a defect and answers `internal`. */
export type CommandHandlers = {
  readonly [C in CommandName]: (request: Request<C>, caller: Caller) => Promise<Result<Reply<C>, Failure>>
}

/** Where a topic source puts what it has. The first call must be `snapshot`; a later `snapshot` replaces everything. */
export interface TopicSink<T extends TopicName> {
  snapshot(value: Snapshot<T>): void
  delta(change: Delta<T>): void
  /** Ends the subscription; the window opens it again. */
  end(why: FailureKind): void
}

/** A running subscription at the source. */
export interface TopicFeed {
  close(): void
  /** The window drew the last delta: the source may make the next (C4). Sources that do not care leave it out. */
  ready?(): void
}

/** One source per topic; a missing one does not compile. */
export type TopicSources = {
  readonly [T in TopicName]: (key: Key<T>, sink: TopicSink<T>, caller: Caller) => TopicFeed
}

/** What a window hears of one topic. `delta` is applied synchronously (C5). */
export interface TopicListener<T extends TopicName> {
  snapshot(value: Snapshot<T>): void
  delta(change: Delta<T>): void
  /** The subscription is gone and is being opened again; what is shown is old until the next `snapshot`. */
  stale?(why: FailureKind): void
}

export interface TopicHandle {
  /** Grants the next delta of a `paint` topic: call after drawing. */
  painted(): void
  close(): void
}

/** The window's end of the contract. Survives lost transports: subscriptions open again by themselves (C2). */
export interface ContractClient {
  call<C extends CommandName>(name: C, request: Request<C>): Promise<Result<Reply<C>, Failure>>
  open<T extends TopicName>(topic: T, key: Key<T>, listener: TopicListener<T>): TopicHandle
  /** Tells whether the link to the core stands, and why the core refused it; called at once with the present state. */
  onLink(listener: (state: 'up' | 'down', refusal: Failure | null) => void): Stop
  close(): void
}
