/** What a thread is told so that it records, and the recorder that it then opens. */

import type { Clock } from '../../shared/base/clock.ts'
import { openRecorder, type Recorder, type RecorderLimits, type RecorderOptions } from './recorder.ts'
import { recordingFolder } from './tapeFolder.ts'

/** Plain data: it crosses to the market worker. */
export interface RecordingOrder {
  readonly folder: string
  readonly head: RecorderOptions['head']
  readonly limits: RecorderLimits
}

/** Starts to record as it is told. */
export const recorderOf = (
  { folder, head, limits }: RecordingOrder,
  clock: Clock,
  onProblem: (sentence: string) => void,
): Recorder => openRecorder({ clock, folder: recordingFolder(folder, head.session), head, limits, onProblem })
