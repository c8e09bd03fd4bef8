/** Journals and reports that the machine slept or that its clock was set, and reads everything again. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Approvals } from '../approvals/approvals.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { AccountNotices } from '../notices/unexpectedFillAndTransferNotices.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { CurrentSession } from './currentSession.ts'
import type { ClockWatch } from './detectClockSteps.ts'

export interface ReadAgainOptions {
  readonly clockWatch: Pick<ClockWatch, 'listen'>
  readonly current: Pick<CurrentSession, 'isOpen' | 'slept'>
  readonly notices: Pick<Notices, 'say'>
  readonly journalWriter: Pick<JournalWriter, 'note'>
  readonly clock: Pick<Clock, 'now'>
  readonly approvals: Pick<Approvals, 'clockStepped'>
  readonly accountNotices: Pick<AccountNotices, 'clockSetBack'>
}

/** Rounded to seconds below two minutes, to minutes above. */
const lengthOf = (ms: number): string =>
  ms < 120_000
    ? `${Math.round(ms / 1_000)} s`
    : ms < 7_200_000
      ? `${Math.round(ms / 60_000)} min`
      : `${Math.floor(ms / 3_600_000)} h ${Math.floor(ms / 60_000) % 60} min`

/** A sleep and a clock that was set forward look the same to a program. */
const whatHappened = (stepMs: number): string =>
  stepMs < 0
    ? `The clock of this machine was set back by ${lengthOf(-stepMs)}.`
    : stepMs === 0
      ? 'This machine slept.'
      : `This machine slept, or its clock was set forward, by ${lengthOf(stepMs)}.`

export const readAgainAfterClockSteps = ({
  clockWatch,
  current,
  notices,
  journalWriter,
  clock,
  approvals,
  accountNotices,
}: ReadAgainOptions): void =>
  clockWatch.listen((stepMs) => {
    journalWriter.note({ type: 'clock', stepMs })
    approvals.clockStepped()
    if (stepMs < 0) accountNotices.clockSetBack(clock.now())
    if (!current.isOpen) return
    const sentence = `${whatHappened(stepMs)} Orders at the venue stayed live meanwhile. Openpit reads everything back before it sends anything new; canceling works. Look at orders and positions before you deal.`
    notices.say('warning', sentence, null, { kind: 'connection' })
    current.slept(sentence)
  })
