/** Computes from which recorded time a recording can answer each read: the time of the recorded answer. Reads the recording once, before the replay. */

import type { EpochMs } from '../../shared/base/clock.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import { answerHead, type AnswerHead } from '../record/format.ts'
import type { SessionRecord } from '../record/sessionFiles.ts'
import { resourceOf } from './requestedResource.ts'

/** Head and body of an `answer` record; null for other payloads. */
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

/** A list read page by page is readable from the time of its last page. */
export function indexAnswers(
  records: Iterable<SessionRecord>,
  profile: VenueProfile,
): (path: string) => EpochMs | null {
  const readable = new Map<string, { from: EpochMs; goesOn: boolean }>()
  for (const record of records) {
    const answer = record.kind === 'answer' ? readAnswer(record) : null
    if (!answer || answer.head.status >= 500) continue
    const { path } = answer.head
    const { family } = resourceOf(path, profile)
    const known = readable.get(family)
    if (!known) readable.set(family, { from: record.time, goesOn: true })
    else if (!/[?&]before=/.test(path)) known.goesOn = false
    else if (known.goesOn) known.from = record.time
  }
  return (path) => {
    const { family, within } = resourceOf(path, profile)
    const times = [family, ...within].flatMap((name) => readable.get(name)?.from ?? [])
    return times.length === 0 ? null : Math.min(...times)
  }
}
