/** Journals and reports that the machine slept or that its clock was set, and reads everything again. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { CurrentSession } from './currentSession.ts'
import { watchClockSteps } from './detectClockSteps.ts'

export interface ReadAgainOptions {
  readonly clock: Clock
  readonly current: Pick<CurrentSession, 'isOpen' | 'readEverythingAgain'>
  readonly notices: Pick<Notices, 'say'>
  readonly journalWriter: Pick<JournalWriter, 'note'>
}

export const readAgainAfterClockSteps = ({
  clock,
  current,
  notices,
  journalWriter,
}: ReadAgainOptions): Stop =>
  watchClockSteps(clock, (stepMs) => {
    journalWriter.note({ type: 'clock', stepMs })
    if (!current.isOpen) return
    const sentence = `This machine slept or its clock was set (${(stepMs / 1000).toFixed(1)} s). Openpit reads everything again before it sends anything new.`
    notices.say('warning', sentence, null, { kind: 'connection' })
    current.readEverythingAgain(sentence)
  })
