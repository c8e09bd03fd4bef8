/** Restores the halts of the journal, which are in force again after a restart. If they cannot be read, the whole desk is halted. */

import type { EpochMs } from '../../../../shared/base/clock.ts'
import { haltsWritten, STARTED_BY_OPENPIT, type Halt } from '../../../../shared/domain/orders/halt.ts'

/** Name of the journal's `rules` entries that hold halts. */
export const HALTS = 'halts'

export interface StoredHalts {
  readonly version: number
  readonly halts: readonly Halt[]
}

/** `recorded`: the newest `rules` entry of that name; null where none was written. */
export function readHalts(
  recorded: { readonly version: number; readonly json: string } | null,
  now: EpochMs,
): StoredHalts {
  if (recorded === null) return { version: 0, halts: [] }
  const { version } = recorded
  let json: unknown = null
  try {
    json = JSON.parse(recorded.json)
  } catch {
    // Handled below like text of another shape.
  }
  const read = haltsWritten.safeParse(json)
  if (read.success) return { version, halts: read.data.halts }
  const closed: Halt = {
    id: `h${version}-unread`,
    scope: { kind: 'desk' },
    mode: 'halted',
    cancels: false,
    by: STARTED_BY_OPENPIT,
    at: now,
    cause: 'The halts in the order journal could not be read, so it is unknown what they block.',
  }
  return { version, halts: [closed] }
}
