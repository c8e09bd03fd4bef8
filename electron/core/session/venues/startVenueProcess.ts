/** Starts the process of a venue that has one of its own, before a dealer signs in to it. Signs nobody in. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import type { ListedVenue } from '../../ports/listedVenue.ts'

export interface VenueProcesses {
  /** A process is being started. */
  readonly isStarting: boolean
  /** The venue with its process running. A process that does not start leaves the session in use as it is. */
  start(venue: ListedVenue): Promise<Result<ListedVenue, Failure>>
}

export function createVenueProcesses(): VenueProcesses {
  let isStarting = false
  return {
    get isStarting() {
      return isStarting
    },
    async start(venue) {
      if (!venue.start) return ok(venue)
      isStarting = true
      const result = await venue.start()
      isStarting = false
      return result.ok ? result : fail(failureOf('not-connected', result.failure))
    },
  }
}
