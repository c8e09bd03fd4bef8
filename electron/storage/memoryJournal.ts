/** A journal without a file. Accepts every entry where the run has no data folder, and refuses every entry where the folder cannot be opened. */

import { fail, ok } from '../../shared/base/result.ts'
import type { Journal } from '../core/ports/journal.ts'

/** `problem`: why the requested folder cannot be used; null where no folder was requested. */
export const memoryJournal = (problem: string | null = null): Journal => ({
  recovered: [],
  isRecoveredWhole: problem === null,
  problem,
  write: () => Promise.resolve(problem === null ? ok(null) : fail(problem)),
  mentioning: () => Promise.resolve(ok([])),
  eachMentioning: () => Promise.resolve(ok({ isProven: problem === null })),
  carry: () => undefined,
  listen: () => undefined,
})
