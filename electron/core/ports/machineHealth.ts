/** What the machine says of its own health. Interfaces only: `electron/health` implements them. */

import type { Result } from '../../../shared/base/result.ts'
import type { MinuteOfHealth } from '../../../shared/domain/health/minute.ts'

export interface MachineHealth {
  /** Bytes. */
  memory(): { readonly heapUsed: number; readonly heapLimit: number; readonly resident: number }
  /** Bytes of each process that draws windows. Fails with a clause that says why they are not known. */
  windows(): Result<readonly number[], string>
  /** The longest delay of the event loop since the last call, µs. Null: no turn was seen since then. */
  loopLag(): number | null
  /** Bytes free on the disk of the data folder. Fails with a clause that says why they are not known. Never rejects. */
  diskFree(): Promise<Result<number, string>>
  close(): void
}

/** A week of minutes on disk. */
export interface HealthHistory {
  /** Why nothing is stored, or which part of it could not be read: a sentence. Null: all is well. */
  readonly problem: string | null
  /** Appends one minute. Never rejects: a failed disk is the `problem`. */
  append(minute: MinuteOfHealth): Promise<void>
  /**
   * Every stored minute, the oldest first. `problem`: what of it could not be read, a sentence; null: all was read. Never rejects, and lets other
   * work run between the lines.
   */
  week(): Promise<{ readonly minutes: readonly MinuteOfHealth[]; readonly problem: string | null }>
}
