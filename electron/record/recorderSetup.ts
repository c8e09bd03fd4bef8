/** Carries a recorder's options across threads as plain data, and opens the recorder from them. */

import type { Clock } from '../../shared/base/clock.ts'
import { openRecorder, type Recorder, type RecorderLimits, type RecorderOptions } from './recorder.ts'
import { recordingFolder } from './recordingFolder.ts'

export interface RecorderSetup {
  readonly folder: string
  readonly head: RecorderOptions['head']
  readonly limits: RecorderLimits
}

export const openRecorderFrom = (
  { folder, head, limits }: RecorderSetup,
  clock: Clock,
  onProblem: (sentence: string) => void,
): Recorder => openRecorder({ clock, folder: recordingFolder(folder, head.session), head, limits, onProblem })
