/** Stores the halts in force and journals them. A halt is in force before it is written. Cancels nothing. */

import type { Clock } from '../../../../shared/base/clock.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { JournalBody } from '../../../../shared/domain/journalEntry.ts'
import {
  haltName,
  sameScope,
  type Halt,
  type HaltMode,
  type HaltScope,
  type HaltsWritten,
} from '../../../../shared/domain/orders/halt.ts'
import { capital } from '../../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import type { RecoveredState } from '../../journal/recoverStateFromJournal.ts'
import type { JournalWriter } from '../../journal/journalWriter.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import { lostGroup, withJoined } from './haltedGroupMembers.ts'
import { HALTS, readHalts } from './restoreHaltsOrHaltAll.ts'

export interface HaltRegisterOptions {
  readonly clock: Clock
  readonly customers: Pick<CustomerDirectory, 'inGroup'>
  readonly journalWriter: JournalWriter
  readonly notices: Notices
  readonly recovered: Pick<RecoveredState, 'rules'>
}

export interface HaltRegister {
  /** Halts in force, those that are being lifted too. */
  inForce(): readonly Halt[]
  /** The first halt of exactly this scope, and of this mode where one is given. Leaves out the trade lock, and a halt that is being lifted. */
  ofScope(scope: HaltScope, mode?: HaltMode): Halt | undefined
  /** The trade lock in force; undefined for none, and while it is being released. */
  lock(): Halt | undefined
  isBeingLifted(id: string): boolean
  /** Puts a halt in force at once and in the journal soon. `replaces`: the halt of the same scope, which passes its id on. */
  start(halt: Omit<Halt, 'id' | 'at' | 'members'>, replaces: Halt | undefined): Halt
  /** Replaces halts by those with other members, in the journal too. Null entries are halts that stay as they are. */
  replaceMembers(changed: readonly (Halt | null)[], by: string): void
  /** Ends a halt once the journal has the lift on disk. Fails with the journal's sentence; the halt then stays in force. */
  lift(id: string, by: string): Promise<Result<null, string>>
  /** What a new segment of the journal must hold of the halts. */
  carried(): readonly JournalBody[]
}

/** `changed` is called at once when a halt starts or ends. */
export function createHaltRegister(options: HaltRegisterOptions, changed: () => void): HaltRegister {
  const { clock, customers, journalWriter, notices } = options
  const recovered = readHalts(options.recovered.rules(HALTS), clock.now())
  let { version } = recovered
  let halts: readonly Halt[] = recovered.halts
  for (const halt of halts) {
    const lost = lostGroup(halt, customers.inGroup)
    if (lost !== null) notices.say('warning', lost, null, { kind: 'halt' })
  }
  /** Halts whose lift is being written: still in force, and already left out of the journal entry. */
  const lifting = new Set<string>()

  const entryOf = (
    kind: HaltsWritten['change']['kind'],
    id: string | null,
    by: string | null,
  ): JournalBody => {
    const written: HaltsWritten = {
      halts: halts.filter((halt) => !lifting.has(halt.id)),
      change: { kind, id, by, at: clock.now() },
    }
    return { type: 'rules', name: HALTS, version, json: JSON.stringify(written) }
  }

  const writeStarted = async (halt: Halt): Promise<void> => {
    const written = await journalWriter.commit(entryOf('started', halt.id, halt.by))
    if (written.ok) return
    notices.say(
      'error',
      `${capital(haltName(halt))} is in force but not in the order journal. It ends when this terminal closes. Do not restart before the reason for it is gone.`,
      written.failure,
      { kind: 'halt' },
    )
  }

  return {
    inForce: () => halts,
    ofScope: (scope, mode) =>
      halts.find(
        (halt) =>
          !lifting.has(halt.id) &&
          (mode === undefined ? halt.mode !== 'locked' : halt.mode === mode) &&
          sameScope(halt.scope, scope),
      ),
    lock: () => halts.find((halt) => !lifting.has(halt.id) && halt.mode === 'locked'),
    isBeingLifted: (id) => lifting.has(id),
    start({ scope, mode, cancels, by, cause }, replaces) {
      version++
      const plain: Halt = {
        id: replaces?.id ?? `h${version}`,
        scope,
        mode,
        cancels,
        by,
        at: clock.now(),
        cause,
        ...(replaces?.members ? { members: replaces.members } : {}),
      }
      const halt = withJoined(plain, customers.inGroup) ?? plain
      halts = [...halts.filter(({ id }) => id !== halt.id), halt]
      changed()
      void writeStarted(halt)
      return halt
    },
    replaceMembers(changes, by) {
      const next = new Map(changes.flatMap((halt) => (halt === null ? [] : [[halt.id, halt]])))
      if (next.size === 0) return
      halts = halts.map((halt) => next.get(halt.id) ?? halt)
      version++
      journalWriter.note(entryOf('members', [...next.keys()].join(' '), by))
    },
    async lift(id, by) {
      version++
      lifting.add(id)
      const written = await journalWriter.commit(entryOf('lifted', id, by))
      lifting.delete(id)
      if (!written.ok) return written
      halts = halts.filter((halt) => halt.id !== id)
      changed()
      return written
    },
    carried: () => (halts.length === 0 && version === 0 ? [] : [entryOf('carried', null, null)]),
  }
}
