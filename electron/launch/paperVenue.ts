/** The built-in paper broker as a venue: its profile, and names for its sample customers. Starts nothing. */

import { venueProfile } from '../../shared/broker/venueProfile.ts'
import type { CustomerCode } from '../../shared/domain/scalars.ts'
import type { ListedVenue } from '../core/ports/listedVenue.ts'
import type { PaperAddress } from './venueProcess.ts'

const PAPER = 'paper'

/** Names for the sample customers: the paper broker has only their codes. */
const sampleCustomers: ReadonlyMap<CustomerCode, string> = new Map(
  Object.entries({
    C1042: 'Acme Pension',
    C2007: 'Blue Harbor',
    C3311: 'Nord Capital',
    C3312: 'Nord Capital II',
    C5501: 'M. Okafor',
    C7719: 'Helvetia DV',
  }).map(([code, name]) => [code as CustomerCode, name]),
)

/** Addresses before the broker runs. Nothing is sent there: the venue starts before a dealer signs in. */
const NOT_YET = { restUrl: 'http://127.0.0.1:9', streamUrl: 'ws://127.0.0.1:9', credentials: null }

/** `address` is null until the broker runs. */
export function paperVenue(address: PaperAddress | null): ListedVenue {
  const { restUrl, streamUrl, credentials } = address ?? NOT_YET
  return {
    id: PAPER,
    profile: venueProfile.parse({
      name: 'Built-in broker',
      kind: 'paper',
      restUrl,
      streamUrl,
      capabilities: { openOrders: true, amend: true },
      paging: { limit: 1000 },
    }),
    builtIn: credentials,
    sampleCustomers,
  }
}
