/** Whether two names are one dealer: names that a reader may confuse count as one, so that nobody approves their own act under a look-alike. Pure. */

import { skeleton } from '../accounts/lookAlike.ts'
import type { DealerName } from '../settings/dealerName.ts'

const identity = (name: string): string =>
  skeleton(name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ''))

export const isSameDealer = (a: Pick<DealerName, 'name'>, b: Pick<DealerName, 'name'>): boolean =>
  identity(a.name) === identity(b.name)
