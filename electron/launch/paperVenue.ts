/** The built-in paper broker as a venue: its profile, and names for the customers that it opens with. Starts nothing. */

import { venueProfile } from '../../shared/broker/venueProfile.ts'
import type { CustomerCode } from '../../shared/domain/scalars.ts'
import type { Venue } from '../core/ports.ts'
import type { PaperAddress } from './venueProcess.ts'

const PAPER = 'paper'

/** The broker itself knows customer codes only. */
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

/** Addresses of a broker that does not run yet. Nothing is sent there, because the venue starts before anybody signs in. */
const NOT_YET = { restUrl: 'http://127.0.0.1:9', streamUrl: 'ws://127.0.0.1:9', credentials: null }

/** `address` is null until the broker runs. */
export function paperVenue(address: PaperAddress | null): Venue {
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
