/** Decides whether an order that the journal does not name may still be this desk's own. Stores nothing. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { Journal } from '../ports/journal.ts'

/** Most that the clocks of venue and machine may differ, ms. An order that is so close to the time may be of either side. */
const CLOCKS_DIFFER = 3_600_000

/** `createdAt`: the venue's time of the order; null where it gave none. */
export type MayBeOwn = (createdAt: EpochMs | null) => boolean

/** `completeSince`: since when the journal names every order of this desk; null where no journal was lost. */
export const createMayBeOwn =
  (journal: Pick<Journal, 'isRecoveredWhole'>, completeSince: EpochMs | null): MayBeOwn =>
  (createdAt) => {
    if (!journal.isRecoveredWhole) return true
    return completeSince !== null && (createdAt === null || createdAt < completeSince + CLOCKS_DIFFER)
  }
