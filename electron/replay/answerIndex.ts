/** From when on a recording can answer a read: when the recorded session itself had its answer. Reads the recording once, ahead of its replay. */

import type { EpochMs } from '../../shared/base/clock.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import { answerHead, type AnswerHead } from '../record/format.ts'
import type { SessionRecord } from '../record/sessionFiles.ts'
import { placeOf } from './places.ts'

/** Head and body of an `answer` record; null when it is none that we wrote. */
export function readAnswer({
  payload,
}: SessionRecord): { readonly head: AnswerHead; readonly body: string } | null {
  const end = payload.indexOf(0x0a)
  try {
    const head = answerHead.safeParse(JSON.parse(payload.toString('utf8', 0, Math.max(0, end))))
    return head.success ? { head: head.data, body: payload.toString('utf8', end + 1) } : null
  } catch {
    return null
  }
}

/** A list that was read page by page is known when its last page is. */
export function indexAnswers(
  records: Iterable<SessionRecord>,
  profile: VenueProfile,
): (path: string) => EpochMs | null {
  const readable = new Map<string, { from: EpochMs; goesOn: boolean }>()
  for (const record of records) {
    const answer = record.kind === 'answer' ? readAnswer(record) : null
    if (!answer || answer.head.status >= 500) continue
    const { path } = answer.head
    const { family } = placeOf(path, profile)
    const known = readable.get(family)
    if (!known) readable.set(family, { from: record.time, goesOn: true })
    else if (!/[?&]before=/.test(path)) known.goesOn = false
    else if (known.goesOn) known.from = record.time
  }
  return (path) => {
    const { family, within } = placeOf(path, profile)
    const times = [family, ...within].flatMap((name) => readable.get(name)?.from ?? [])
    return times.length === 0 ? null : Math.min(...times)
  }
}
