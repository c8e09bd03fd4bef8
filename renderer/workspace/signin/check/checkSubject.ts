/** What is checked: a venue of the list, or a profile file that was read in this page. Pure. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { parseProfileText } from '../../../../shared/broker/profileText.ts'
import { venueProfile, type VenueProfile } from '../../../../shared/broker/venueProfile.ts'
import type { VenueSummary } from '../../../../shared/contract/status.ts'

export interface CheckSubject {
  /** Null: a profile file. */
  readonly venueId: string | null
  /** The text of the file; null: a venue of the list. */
  readonly profile: string | null
  readonly name: string
  readonly auth: VenueProfile['auth']
  /** Empty for the built-in broker until it runs. */
  readonly restUrl: string
  readonly credentials: VenueSummary['credentials']
}

export const subjectOfVenue = ({ id, name, auth, restUrl, credentials }: VenueSummary): CheckSubject => ({
  venueId: id,
  profile: null,
  name,
  auth,
  restUrl,
  credentials,
})

/** The largest profile file, in characters: as many as the core takes. */
export const MOST_FILE_LENGTH = 65_536

/** Fails with one sentence that names the file and the first field that is wrong. */
export function subjectOfFile(fileName: string, text: string): Result<CheckSubject, string> {
  if (text.length > MOST_FILE_LENGTH)
    return fail(`${fileName} is too long for a venue profile. Choose another file.`)
  let json: unknown
  try {
    json = parseProfileText(text)
  } catch {
    return fail(`${fileName} is not valid JSON. Correct the file, or choose another.`)
  }
  const read = venueProfile.safeParse(json)
  const [issue] = read.error?.issues ?? []
  if (issue) {
    const extra = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : null
    const path = [...issue.path, ...(extra === null ? [] : [extra])].join('.')
    const why = extra === null ? issue.message : 'is no field of a venue profile'
    return fail(`${fileName} is not a venue profile: ${path === '' ? 'it' : path} ${why}.`)
  }
  const { name, auth, restUrl } = read.data as VenueProfile
  return ok({ venueId: null, profile: text, name, auth, restUrl, credentials: 'needed' })
}
