/** Mints reference ids: at most 40 characters of `[a-zA-Z0-9_-]`, unique across runs and machines. Never reuses an id. */

import type { Clock, EpochMs } from '../../../shared/base/clock.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'

/** Mints an id, with the dealer's own part in it (`orderReference`) or without one. */
export type MintReferenceId = (ownPart?: string | null) => ReferenceId

/** When an id of `createReferenceIds` was minted, by the clock of its machine, in ms. Null where the id has no time part of these decades. */
export function mintedAt(id: ReferenceId): EpochMs | null {
  const part = id.split('-').at(-2) ?? ''
  return /^[0-9a-z]{8}$/.test(part) ? parseInt(part, 36) : null
}

/**
 * `op-<install>-<time>-<run><count>`: the install part separates machines, the time and run parts separate runs, and the count separates the
 * orders of a run. The dealer's part comes before the time, so that the end of an id still tells orders apart that share the part.
 */
export function createReferenceIds(install: string, run: string, clock: Clock): MintReferenceId {
  let count = 0
  return (ownPart = null) => {
    const unique = `${Math.floor(clock.now()).toString(36)}-${run}${(count++).toString(36)}`
    const own = ownPart === null ? '' : `${ownPart}-`
    return `op-${install}-${own}${unique}` as ReferenceId
  }
}
