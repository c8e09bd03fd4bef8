/** Publishes which lists of the venue were read, and why a list could not be read. Never reads itself; an empty list that was read differs from an unread one. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Result } from '../../../shared/base/result.ts'
import { readName, type ReadName, type VenueRead } from '../../../shared/contract/status.ts'
import type { ReadFailure } from '../ports/brokerAnswers.ts'
import { publish, type Published } from '../support/publishTopic.ts'

export interface ReadStates {
  readonly topic: Published<'reads'>
  /** Stores the result of the last attempt at a list. `missing`: why a list that was read may hold more rows; null or left out: it was whole. */
  note(name: ReadName, result: Result<unknown, Pick<ReadFailure, 'message'>>, missing?: string | null): void
  now(): readonly VenueRead[]
  /** A new session: nothing is read. */
  open(): void
  /** Nobody is signed in. */
  clear(): void
}

export type RecordAttempt = <T>(
  name: ReadName,
  attempt: Promise<Result<T, ReadFailure>>,
  missingOf?: (value: T) => string | null,
) => Promise<Result<T, ReadFailure>>

/** Stores the result of each read under its name, unless the session has ended meanwhile, and passes the result on. */
export const recordAttempts =
  (reads: ReadStates, isStopped: () => boolean): RecordAttempt =>
  (name, attempt, missingOf = () => null) =>
    attempt.then((result) => {
      if (!isStopped()) reads.note(name, result, result.ok ? missingOf(result.value) : null)
      return result
    })

export function createReadStates(clock: Clock): ReadStates {
  let states = new Map<ReadName, VenueRead>()
  const list = (): VenueRead[] => [...states.values()]
  const topic = publish<'reads'>(list)
  const replace = (names: readonly ReadName[]): void => {
    states = new Map(names.map((name) => [name, { name, readAt: null, why: null }]))
    topic.delta(list())
  }
  return {
    topic,
    note(name, result, missing = null) {
      const before = states.get(name)
      const why = result.ok ? null : result.failure.message
      const readAt = result.ok ? clock.now() : (before?.readAt ?? null)
      // After a failed attempt the list is what the last good one left.
      const lacks = result.ok ? missing : (before?.missing ?? null)
      states.set(name, { name, readAt, why, ...(lacks === null ? {} : { missing: lacks }) })
      // A list that is read every second is published only when its state changes.
      const known = before !== undefined && (before.readAt === null) === (readAt === null)
      if (!known || before.why !== why || (before.missing ?? null) !== lacks) topic.delta(list())
    },
    now: list,
    open: () => replace(readName.options),
    clear: () => replace([]),
  }
}
