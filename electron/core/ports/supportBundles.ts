/** The support bundle: reviewed first, then written. Interface only: `electron/health` implements it. */

import type { Result } from '../../../shared/base/result.ts'

export interface BundleListing {
  readonly name: string
  /** What the entry is, one sentence. */
  readonly says: string
  /** Characters. */
  readonly length: number
}

export interface SupportBundles {
  /** Gathers a bundle, without secrets, and holds it. `withCustomers`: customer codes and names stay as they are. */
  review(withCustomers: boolean): Promise<readonly BundleListing[]>
  /** A page of an entry of the held bundle; null where there is none. */
  read(name: string, from: number): string | null
  /** Writes the held bundle as it was reviewed. Returns the path of its file, or fails with one sentence. */
  write(): Result<string, string>
}
