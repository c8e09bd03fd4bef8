/** The keychain of the operating system. Interface only: `electron/storage` implements it. */

import type { Result } from '../../../shared/base/result.ts'
import type { Credentials } from './credentials.ts'

/** The keychain of the operating system: the only place where secrets are stored. */
export interface Vault {
  status(): Promise<{ available: boolean; message: string | null }>
  save(venueId: string, credentials: Credentials): Promise<Result<null, string>>
  load(venueId: string): Promise<Result<Credentials | null, string>>
  forget(venueId: string): Promise<Result<null, string>>
}
