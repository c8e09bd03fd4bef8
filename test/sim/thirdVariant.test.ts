/** Short days at a venue that takes freedoms of the API (docs/api.md#gaps) one by one and in random mixes. `node test/tools/thirdVariant.ts` runs more. */

import { describe, expect, it } from 'vitest'
import { FREEDOMS, mixOf, thirdVariant, type Freedom } from '../fakes/venue/thirdVariant.ts'
import { freePlanOf } from './plan/freePlan.ts'
import { runPlan } from './schedule.ts'
import { faultsOf } from './tally.ts'

const MIXES = 30

const dealAt = async (seed: number, freedoms: readonly Freedom[]) => {
  const outcome = await runPlan(freePlanOf(seed, freedoms), { variant: thirdVariant(freedoms, seed) })
  return { seed, freedoms, why: faultsOf(outcome), intents: outcome.intents > 0 }
}

describe('a venue that takes the freedom of', () => {
  it.each(FREEDOMS)(
    '%s: nothing is lost, doubled, dealt blind or claimed beyond what is known',
    async (freedom) => {
      for (const seed of [1, 2])
        expect(await dealAt(seed, [freedom])).toEqual({ seed, freedoms: [freedom], why: [], intents: true })
    },
    120_000,
  )

  it(`random mixes: nothing is lost or doubled in ${MIXES} mixes`, async () => {
    for (let seed = 1; seed <= MIXES; seed++) {
      const freedoms = mixOf(seed)
      expect(await dealAt(seed, freedoms)).toEqual({ seed, freedoms, why: [], intents: true })
    }
  }, 240_000)
})
