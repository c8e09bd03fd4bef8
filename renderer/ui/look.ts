/** What every drawn text and row depends on beside its data: the revision of the dealer's settings, and the height of table rows. No domain words. */

import { createContext } from 'react'

export interface Look {
  /** Counts the changes. Whatever is memoized by its data alone depends on this too. */
  readonly revision: number
  /** Px. */
  readonly rowHeight: number
}

export const LookContext = createContext<Look>({ revision: 0, rowHeight: 22 })
