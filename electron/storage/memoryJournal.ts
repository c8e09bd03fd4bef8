/** A journal for a desk without a folder: takes everything and keeps nothing, as the desk says at its start. */

import { ok } from '../../shared/base/result.ts'
import type { Journal } from '../core/ports.ts'

export const memoryJournal = (): Journal => ({
  kept: [],
  problem: null,
  write: () => Promise.resolve(ok(null)),
  mentioning: () => Promise.resolve(ok([])),
  carry: () => undefined,
})
