/** Checks the credentials that a dealer typed: whether they are complete for the venue's profile, and what is missing. Stores nothing. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import type { Credentials } from '../../ports/credentials.ts'
import type { ListedVenue } from '../../ports/listedVenue.ts'

export type TypedCredentials = Pick<Request<'session.signIn'>, 'username' | 'password' | 'signingKey'>

export const isTyped = ({ username, password, signingKey }: TypedCredentials): boolean =>
  (username !== null && password !== null) || signingKey !== null

/** The typed credentials, where they are complete for the venue's profile (docs/api.md#gap.6). */
export function checkTypedCredentials(
  venue: ListedVenue,
  { username, password, signingKey }: TypedCredentials,
): Result<Credentials, Failure> {
  const { auth } = venue.profile
  const missing = (field: string, sentence: string) => fail(failureOf('refused', sentence, { field }))
  if (auth !== 'signed' && !username) return missing('username', 'Type both username and password.')
  if (auth !== 'signed' && !password) return missing('password', 'Type both username and password.')
  if (auth === 'bearer') return ok({ username: username ?? '', password: password ?? '' })
  if (!signingKey?.publicKey || !signingKey.privateKeyPem)
    return missing(
      'signingKey',
      `${venue.profile.name} accepts only signed requests. Paste the public and the private key.`,
    )
  // With signed requests alone nobody logs in: the key is the name.
  const name = username || `key ${signingKey.publicKey.slice(0, 12)}`
  return ok({ username: name, password: password ?? '', signingKey })
}

/** What the dealer must type for the venue. */
export const neededFor = (venue: ListedVenue, typed: TypedCredentials): Failure =>
  venue.profile.auth === 'signed'
    ? failureOf('refused', `Paste the signing key for ${venue.profile.name}.`, { field: 'signingKey' })
    : failureOf('refused', `Type the username and password for ${venue.profile.name}.`, {
        field: typed.username === null ? 'username' : 'password',
      })
