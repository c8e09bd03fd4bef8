/** Commands about venues and their profiles. No secret is ever a reply. */

import { z } from 'zod'
import { customerCode } from '../../domain/scalars.ts'
import { checkedGuess } from '../../domain/venueCheck/venueCheck.ts'
import { command } from '../define.ts'

const done = z.strictObject({})
export const venueId = z.string().max(100)
/** JSON text of a venue profile. */
const profileText = z.string().max(65_536)

/** For venues whose profile signs requests. */
export const signingKey = z.strictObject({
  publicKey: z.string().max(2_000),
  privateKeyPem: z.string().max(4_000),
})

export const venueCommands = {
  /** JSON text of a venue profile with its defaults filled in; never a secret. */
  'venue.read': command({
    request: z.strictObject({ venueId }),
    reply: z.strictObject({ profile: profileText }),
    scope: 'read',
  }),
  /** Null `venueId`: a new venue. An invalid profile fails as `invalid-request`; `field` is the path of the fault. */
  'venue.save': command({
    request: z.strictObject({ venueId: venueId.nullable(), profile: profileText }),
    reply: z.strictObject({ venueId }),
    scope: 'desktop',
  }),
  'venue.remove': command({ request: z.strictObject({ venueId }), reply: done, scope: 'desktop' }),
  /**
   * Compares a venue with its profile before anybody signs in: the core sends the sign-in and reads, and changes nothing at the venue. Its progress
   * is on the topic `venueCheck`. The profile that fits is in the reply and is not saved.
   */
  'venue.check': command({
    request: z.strictObject({
      /** A venue of the list; null: `profile`. */
      venueId: venueId.nullable(),
      /** The text of a profile file; null: `venueId`. */
      profile: profileText.nullable(),
      /** Null: use the built-in or stored credentials. */
      username: z.string().max(200).nullable(),
      password: z.string().max(1000).nullable(),
      signingKey: signingKey.nullable(),
      /** A customer whose list of open orders is read; null: one that a trade or a ledger row names. */
      customer: customerCode.nullable(),
    }),
    reply: z.strictObject({
      guesses: z.array(checkedGuess).max(500),
      /** The profile with what was found: JSON with comments. */
      profile: profileText,
      report: z.string().max(262_144),
    }),
    scope: 'desktop',
  }),
  /** Stops the check that runs, if one does: no further request is sent. */
  'venue.stopCheck': command({ request: done, reply: done, scope: 'desktop' }),
}
