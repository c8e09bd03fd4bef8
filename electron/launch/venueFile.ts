/** Reads the venue profile of `--venue FILE`, and computes a venue's id. Connects to nothing. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseProfileText } from '../../shared/broker/profileText.ts'
import { venueProfile, type VenueProfile } from '../../shared/broker/venueProfile.ts'
import { faultOf } from '../../shared/contract/frames.ts'
import { StartError } from '../deskTypes.ts'

/** Throws a StartError with one sentence for an unusable file. */
export function readVenueFile(path: string): VenueProfile {
  let json: unknown
  try {
    json = parseProfileText(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new StartError(
      error instanceof SyntaxError
        ? `The venue file ${path} is not valid JSON. Correct it or leave out --venue.`
        : `The venue file ${path} cannot be read. Check its name and permissions.`,
    )
  }
  const read = venueProfile.safeParse(json)
  if (!read.success)
    throw new StartError(`The venue file ${path} is not a venue profile: ${faultOf(read.error).message}.`)
  return read.data
}

/** The id depends on the address, not on file or name: a password saved for one address is never offered to another. */
export const venueIdOf = ({ restUrl }: VenueProfile): string =>
  `venue-${createHash('sha256').update(restUrl).digest('hex').slice(0, 16)}`
