/** Reads stored notices back from their JSON texts. A notice that cannot be read is left out and counted. */

import { storedNotice, type StoredNotice } from '../../../shared/domain/notice.ts'
import type { NoticeArchive } from '../../core/ports/noticeArchive.ts'
import type { NoticeRows } from './protocol.ts'

function parse(body: string): StoredNotice | null {
  try {
    const read = storedNotice.safeParse(JSON.parse(body))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

export function readStoredNotices(
  { bodies, seenThrough }: NoticeRows,
  onProblem: (sentence: string) => void,
): NoticeArchive['stored'] {
  const notices = bodies.flatMap((body) => parse(body) ?? [])
  const lost = bodies.length - notices.length
  if (lost > 0)
    onProblem(
      `${lost} stored ${lost === 1 ? 'notice' : 'notices'} of earlier runs could not be read and ${lost === 1 ? 'is' : 'are'} not shown. Orders and money are not affected.`,
    )
  return { notices, seenThrough: new Map(seenThrough) }
}
