/** How a dealer has a ladder. Kept with its panel. */

import { z } from 'zod'
import { COLUMN_SWITCHES } from '../../paint/ladder/ladderLayout.ts'

/** A field that cannot be read has its usual value; fields of a later release stay as they are. */
export const ladderChoices = z.looseObject({
  /** One column for the own orders of both sides, and one line below: for many ladders on a screen. */
  isCompact: z.boolean().catch(false),
  /** Columns that the dealer switched off. */
  off: z.array(z.enum(COLUMN_SWITCHES)).catch([]),
})
export type LadderChoices = z.infer<typeof ladderChoices>

export const PLAIN_LADDER: LadderChoices = { isCompact: false, off: [] }
