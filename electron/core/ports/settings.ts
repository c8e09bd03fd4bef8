/** Settings on disk. Interface only: `electron/storage` implements it; no secret may pass through it. */

import type { Result } from '../../../shared/base/result.ts'

/** Named pieces of JSON text on disk; never a secret. */
export interface Settings {
  /** By name, in the order in which they were saved: the newest is last. */
  all(): Readonly<Record<string, string>>
  /** Fails with one sentence (disk full, folder read-only); the value stays in memory for this run. */
  save(name: string, value: string): Result<null, string>
  /** Deletes a setting; fails as `save` does. */
  remove(name: string): Result<null, string>
}
