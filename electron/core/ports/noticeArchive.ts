/** Notices stored across runs. Interface only: `electron/storage` implements it. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { StoredNotice } from '../../../shared/domain/notice.ts'

/** Notices stored across runs. Never fails here: the code that opened the archive reports a failing disk. */
export interface NoticeArchive {
  /** The notices of earlier runs. The notices that changed last are at the end. */
  readonly stored: {
    readonly notices: readonly StoredNotice[]
    /** The highest id in use, also of a notice that cannot be read and must not be replaced. Left out: that of the notices. */
    readonly lastId?: number
    /** By account: the venue's time through which trades and ledger were reported, ms. */
    readonly seenThrough: ReadonlyMap<string, EpochMs>
  }
  /** Stores the whole change or, where the process ends in between, nothing. `drop`: ids. */
  save(change: {
    readonly put: readonly StoredNotice[]
    readonly drop: readonly number[]
    readonly seenThrough: readonly (readonly [account: string, at: EpochMs])[]
  }): void
}
