/** Reads a stored set of limits. A change of its history that cannot be read stays as its words, and the limits count all the same. */

import { z } from 'zod'
import { limitChange, limitRevision, limitSet, type LimitSet, type UnreadChange } from './limits.ts'

/** Characters of a change that cannot be read. */
const WORDS = 300

const setWithAnyChanges = limitSet.extend({
  history: z.array(limitRevision.extend({ changes: z.array(z.unknown()) })),
})

const unread = (change: unknown): UnreadChange => ({
  unread: (JSON.stringify(change) ?? String(change)).slice(0, WORDS),
})

/** Null: the rules, a revision or the version cannot be read. */
export function readLimitSet(value: unknown): LimitSet | null {
  const whole = limitSet.safeParse(value)
  if (whole.success) return whole.data
  const read = setWithAnyChanges.safeParse(value)
  if (!read.success) return null
  const history = read.data.history.map((revision) => ({
    ...revision,
    changes: revision.changes.map((change) => limitChange.safeParse(change).data ?? unread(change)),
  }))
  return { ...read.data, history }
}
