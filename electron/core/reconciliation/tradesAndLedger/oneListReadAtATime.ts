/** Runs one reading of a list at a time. A caller during a reading shares it, unless a gap opened after the reading began. */

import type { Result } from '../../../../shared/base/result.ts'
import type { ReadFailure } from '../../ports/brokerAnswers.ts'

type Walked = Promise<Result<null, ReadFailure>>

/** `gaps`: how many gaps were opened so far. Returns a function that is safe to call repeatedly. */
export function createOneListReadAtATime(gaps: () => number, walk: () => Walked): () => Walked {
  /** The walk under way, and how many gaps were open when it began. */
  let walking: { readonly gaps: number; readonly done: Walked } | null = null
  /** The walk that begins once the present one ends. */
  let following: Walked | null = null

  const start = (): Walked => {
    const done = walk().finally(() => {
      walking = null
    })
    walking = { gaps: gaps(), done }
    return done
  }
  const startAfter = async (earlier: Promise<unknown>): Walked => {
    await earlier
    following = null
    return start()
  }

  return () => {
    if (walking === null) return start()
    if (walking.gaps === gaps()) return walking.done
    // A walk that read before the gap shows nothing of what happened in the gap.
    following ??= startAfter(walking.done)
    return following
  }
}
