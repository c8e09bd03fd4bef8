/** A venue in the list from which the dealer chooses at sign-in. Type only. */

import type { Result } from '../../../shared/base/result.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { ReplayStatus } from '../../../shared/contract/replay.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Credentials } from './credentials.ts'

/** A venue that the dealer can sign in to. */
export interface ListedVenue {
  readonly id: string
  readonly profile: VenueProfile
  /** The credentials of the built-in paper broker in this run; null for every other venue. */
  readonly builtIn: Credentials | null
  /** Set for a venue whose own process starts at sign-in. Resolves with the venue's address and credentials, or fails with one sentence. */
  readonly start?: () => Promise<Result<ListedVenue, string>>
  /** Set where the venue plays a recording of a session or of a market. */
  readonly replay?: ReplayStatus
  /** The sample customers that the built-in paper broker comes with, by name; no other venue has any. */
  readonly sampleCustomers?: ReadonlyMap<CustomerCode, string>
}
