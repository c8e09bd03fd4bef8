/** A journal without a file. Accepts every entry where the run has no data folder, and refuses every entry where the folder cannot be opened. */

import { fail, ok } from '../../shared/base/result.ts'
import type { Journal } from '../core/ports.ts'

/** `problem`: why the folder that was asked for cannot be used; null where none was asked for. */
export const memoryJournal = (problem: string | null = null): Journal => ({
  kept: [],
  problem,
  write: () => Promise.resolve(problem === null ? ok(null) : fail(problem)),
  mentioning: () => Promise.resolve(ok([])),
  carry: () => undefined,
})
