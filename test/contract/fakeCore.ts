/** A core of a few lines: every command refuses and every topic waits, until a test says otherwise. */

import { fail } from '../../shared/base/result.ts'
import { commands, topics, type TopicName } from '../../shared/contract/contract.ts'
import type { Scope } from '../../shared/contract/define.ts'
import { failureOf } from '../../shared/contract/failure.ts'
import type { CommandHandlers, TopicSink, TopicSources } from '../../shared/contract/ports.ts'
import type { Desk, Door } from '../../electron/deskTypes.ts'

export interface FakeCore {
  readonly desk: Desk
  readonly handlers: { -readonly [C in keyof CommandHandlers]: CommandHandlers[C] }
  readonly sources: { -readonly [T in keyof TopicSources]: TopicSources[T] }
  readonly scopes: Set<Scope>
  readonly asked: { door: Door; scope: Scope }[]
  /** What was reported: sentences of defects. */
  readonly reported: string[]
  readonly report: (sentence: string) => void
  /** How often close() was called. */
  closes: number
  resumes: number
}

/** One subscription at the source, as the test holds it. */
export interface Held<T extends TopicName> {
  readonly sink: TopicSink<T>
  readonly key: unknown
  readonly windowId: string
  closed: boolean
  /** How often the source was asked for the next. */
  ready: number
}

export function fakeCore(): FakeCore {
  const scopes = new Set<Scope>(['read', 'trade', 'desktop'])
  const asked: FakeCore['asked'] = []
  const reported: string[] = []
  const handlers = Object.fromEntries(
    Object.keys(commands).map((name) => [
      name,
      () => Promise.resolve(fail(failureOf('refused', `${name} is not played here`))),
    ]),
  ) as unknown as FakeCore['handlers']
  const sources = Object.fromEntries(
    Object.keys(topics).map((name) => [name, () => ({ close() {} })]),
  ) as unknown as FakeCore['sources']
  const fake: FakeCore = {
    handlers,
    sources,
    scopes,
    asked,
    reported,
    closes: 0,
    resumes: 0,
    report: (sentence) => reported.push(sentence),
    desk: {
      handlers,
      sources,
      allows(door, scope) {
        asked.push({ door, scope })
        return scopes.has(scope)
      },
      resumed() {
        fake.resumes++
      },
      close() {
        fake.closes++
        return Promise.resolve()
      },
    },
  }
  return fake
}

/** Plays a topic: each opening is kept in the list that comes back, newest last, after `start` gave it its snapshot. */
export function play<T extends TopicName>(
  fake: FakeCore,
  name: T,
  start: (sink: TopicSink<T>) => void,
): Held<T>[] {
  const all: Held<T>[] = []
  fake.sources[name] = ((key: unknown, sink: TopicSink<T>, caller: { windowId: string }) => {
    const held: Held<T> = { sink, key, windowId: caller.windowId, closed: false, ready: 0 }
    all.push(held)
    start(sink)
    return {
      close() {
        held.closed = true
      },
      ready() {
        held.ready++
      },
    }
  }) as unknown as FakeCore['sources'][T]
  return all
}
