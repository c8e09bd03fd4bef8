/** Parses the text of a venue profile that a dealer entered, and checks it against the schema. Stores nothing. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { parseProfileText } from '../../../../shared/broker/profileText.ts'
import { venueProfile, type VenueProfile } from '../../../../shared/broker/venueProfile.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'

/** Reads the JSON text of a profile; the failure names the path of the first fault. */
export function parseVenueProfile(text: string): Result<VenueProfile, Failure> {
  let json: unknown
  try {
    json = parseProfileText(text)
  } catch {
    return fail(failureOf('invalid-request', 'The profile is not valid JSON.', { field: 'profile' }))
  }
  const read = venueProfile.safeParse(json)
  if (read.success) return ok(read.data)
  const [issue] = read.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : null
  const path = [...(issue?.path ?? []), ...(unknown === null ? [] : [unknown])].join('.')
  const sentence = unknown === null ? (issue?.message ?? 'does not fit') : 'is no field of a venue profile'
  return fail(
    failureOf('invalid-request', `${path === '' ? 'The profile' : path} ${sentence}.`, {
      field: path === '' ? 'profile' : path,
    }),
  )
}
