/** Facts that only the order journal proves, as one journal entry stores them. Pure. */

import { z } from 'zod'

/** By venue id, then by name of the fact. */
export const provenFacts = z.record(z.string(), z.record(z.string(), z.string()))
export type ProvenFactsText = z.infer<typeof provenFacts>
