/** Notices that live as long as the run: for a run without a data folder, and for a replay. */

import type { NoticeArchive } from '../core/ports.ts'

export const memoryNotices = (): NoticeArchive => ({
  kept: { notices: [], seenThrough: new Map() },
  save: () => undefined,
})
