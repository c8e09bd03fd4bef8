/** The finding about signatures: when the venue last accepted one, with the difference of the clocks then. Pure. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { TimeEstimate } from '../authentication/nonces.ts'
import { open, sure, type Finding } from './findings.ts'

export interface AcceptedSignature {
  /** Wall clock of this machine, ms. */
  readonly at: EpochMs
  /** The venue's time at that moment. */
  readonly venue: TimeEstimate
}

/** Empty where the profile signs nothing. Null: the venue accepted no signature in this check. */
export function signatureFindings(
  { auth }: VenueProfile,
  accepted: AcceptedSignature | null,
): readonly Finding[] {
  if (auth === 'bearer') return []
  if (accepted === null) return [open('signature', 'The venue answered no signed request with success.')]
  const { at, venue } = accepted
  const clocks =
    venue === null
      ? 'The difference of the clocks was not known then.'
      : `The venue’s time less the time of this machine was ${Math.round(venue.time - at)} ms then, give or take ${Math.round(venue.uncertaintyMs)} ms.`
  return [
    sure(
      'signature',
      `The venue accepted the last signature at ${new Date(at).toISOString()} by the clock of this machine. ${clocks}`,
    ),
  ]
}
