/** Reads stored notices back from their JSON texts. A notice that cannot be read is left out and counted. */

import { storedNotice, type StoredNotice } from '../../../shared/domain/notice.ts'
import type { NoticeArchive } from '../../core/ports/noticeArchive.ts'
import type { NoticeRows } from './protocol.ts'

function parse({ id, body }: NoticeRows['notices'][number]): StoredNotice | null {
  try {
    const read = storedNotice.safeParse(JSON.parse(body))
    // A change of the notice is stored in the row of its id, which is another one's row here.
    return read.success && read.data.notice.id === id ? read.data : null
  } catch {
    return null
  }
}

export function readStoredNotices(
  { notices: rows, seenThrough }: NoticeRows,
  onProblem: (sentence: string) => void,
): NoticeArchive['stored'] {
  const notices = rows.flatMap((row) => parse(row) ?? [])
  const lost = rows.length - notices.length
  if (lost > 0)
    onProblem(
      `${lost} stored ${lost === 1 ? 'notice' : 'notices'} of earlier runs could not be read and ${lost === 1 ? 'is' : 'are'} not shown, also where nobody acknowledged ${lost === 1 ? 'it' : 'them'}. Orders and money are not affected.`,
    )
  const lastId = rows.reduce((most, { id }) => Math.max(most, id), 0)
  return { notices, lastId, seenThrough: new Map(seenThrough) }
}
