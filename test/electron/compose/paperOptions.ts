/** Options of a desk on the built-in broker that keeps nothing on disk; tests change what they are about. */

import type { DeskOptions } from '../../../electron/deskTypes.ts'

export const PAPER_DESK: DeskOptions = {
  dataDirectory: null,
  venueFile: null,
  paper: { seed: 3, replay: null, speed: 1, faults: false },
  session: null,
  record: null,
  liveOverLoopback: false,
  processRoot: new URL('../../../electron/', import.meta.url),
}
