/** How far the dealer is in the practice tour, as the settings of the data folder keep it. Pure. */

import { z } from 'zod'
import { TOUR_STEPS, type TourStep } from './tourSteps.ts'

/** The name of the setting. */
export const TOUR_SETTING = 'practice.tour'

const progress = z.strictObject({
  done: z.array(z.string()).max(100),
  skipped: z.array(z.string()).max(100),
  /** Wall clock ms at which the present step began. */
  since: z.number(),
})
export type TourProgress = z.infer<typeof progress>

/** Null: the tour was not begun, or what is stored cannot be read. */
export function readProgress(stored: string | undefined): TourProgress | null {
  if (stored === undefined) return null
  try {
    const read = progress.safeParse(JSON.parse(stored))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

export const beginTour = (now: number): TourProgress => ({ done: [], skipped: [], since: now })

/** The first step that is neither done nor skipped; null: the tour is over. */
export const presentStep = ({ done, skipped }: TourProgress): TourStep | null =>
  TOUR_STEPS.find(({ id }) => !done.includes(id) && !skipped.includes(id)) ?? null

/** The step is behind the dealer. Unchanged where another step is the present one: two windows may say it at once. */
export function leaveStep(was: TourProgress, id: string, how: 'done' | 'skipped', now: number): TourProgress {
  if (presentStep(was)?.id !== id) return was
  return { ...was, [how]: [...was[how], id], since: now }
}
