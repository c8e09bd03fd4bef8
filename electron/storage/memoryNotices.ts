/** Stores notices for this run only: for a run without a data folder, and for a replay. */

import type { NoticeArchive } from '../core/ports/noticeArchive.ts'

export const memoryNotices = (): NoticeArchive => ({
  stored: { notices: [], seenThrough: new Map() },
  save: () => undefined,
})
