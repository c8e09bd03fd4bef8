/** The two ends of the contract as interfaces: one for the core, one for a window. */

import type { Result } from '../base/result.ts'
import type { EpochMs, Stop } from '../base/clock.ts'
import type { CommandName, Delta, Key, Reply, Request, Snapshot, TopicName } from './contract.ts'
import type { Scope } from './define.ts'
import type { Failure, FailureKind } from './failure.ts'

/** Who is at the other end of a transport. */
export interface Caller {
  /** Unique among the windows of this run. */
  readonly windowId: string
  /** Called for every command, because a sign-in to another venue may change the rights. */
  readonly allows: (scope: Scope) => boolean
}

/**
 * One handler per command; a missing one does not compile. Failures are values: a handler that throws is a defect and answers `internal`. `at`: the
 * window's wall clock when it sent the command, ms; left out where the core itself asks.
 */
export type CommandHandlers = {
  readonly [C in CommandName]: (
    request: Request<C>,
    caller: Caller,
    at?: EpochMs,
  ) => Promise<Result<Reply<C>, Failure>>
}

/** Receives the data of a topic source. The first call must be `snapshot`; a later `snapshot` replaces everything. */
export interface TopicSink<T extends TopicName> {
  snapshot(value: Snapshot<T>): void
  delta(change: Delta<T>): void
  /** Ends the subscription; the window opens it again. */
  end(why: FailureKind): void
}

/** A running subscription at the source. */
export interface TopicFeed {
  close(): void
  /** The window drew the last delta, so the source may make the next (C4). Optional. */
  ready?(): void
}

/** One source per topic; a missing one does not compile. */
export type TopicSources = {
  readonly [T in TopicName]: (key: Key<T>, sink: TopicSink<T>, caller: Caller) => TopicFeed
}

/** Receives one topic's messages in a window, which applies each `delta` synchronously (C5). */
export interface TopicListener<T extends TopicName> {
  snapshot(value: Snapshot<T>): void
  delta(change: Delta<T>): void
  /** The subscription is lost and will be opened again. The shown data is old until the next `snapshot`. */
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
  /** Reports whether the link to the core is up, and why the core refused it. Calls the listener at once with the present state. */
  onLink(listener: (state: 'up' | 'down', refusal: Failure | null) => void): Stop
  close(): void
}
