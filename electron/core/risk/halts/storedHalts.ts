/** The halts as the journal keeps them: in force again after a restart. Who cannot read them lets nothing new out. */

import type { EpochMs } from '../../../../shared/base/clock.ts'
import { haltsWritten, type Halt, type HaltsWritten } from '../../../../shared/domain/orders/halt.ts'

/** Name of the journal's `rules` entries that hold halts. */
export const HALTS = 'halts'

export interface StoredHalts {
  readonly version: number
  readonly halts: readonly Halt[]
}

export const writeHalts = (of: HaltsWritten): string => JSON.stringify(of)

/** `kept`: the newest `rules` entry of that name; null where none was written. */
export function readHalts(
  kept: { readonly version: number; readonly json: string } | null,
  now: EpochMs,
): StoredHalts {
  if (kept === null) return { version: 0, halts: [] }
  const { version } = kept
  let json: unknown = null
  try {
    json = JSON.parse(kept.json)
  } catch {
    // Halted below like text of another shape.
  }
  const read = haltsWritten.safeParse(json)
  if (read.success) return { version, halts: read.data.halts }
  const closed: Halt = {
    id: `h${version}-unread`,
    scope: { kind: 'desk' },
    mode: 'halted',
    cancels: false,
    by: 'the desk',
    at: now,
    cause: 'The halts that the journal kept could not be read, so that nobody knows what they forbid.',
  }
  return { version, halts: [closed] }
}
