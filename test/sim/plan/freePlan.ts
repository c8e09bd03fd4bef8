/** A short day for a venue with freedoms: a dealer, list habits and a few faults, without the long waits of a full schedule. Data only. */

import { namesOf, type Freedom } from '../../fakes/venue/thirdVariant.ts'
import { planOf, type Plan } from './plan.ts'

/** Ms that dealer and faults are at work. */
const HORIZON = 8_000
const MOST_ACTS = 8
const MOST_FAULTS = 2

/** The plan with the venue's own symbols and customer codes. */
const renamed = (plan: Plan, names: Readonly<Record<string, string>>): Plan => {
  let text = JSON.stringify(plan)
  for (const [plain, own] of Object.entries(names)) text = text.replaceAll(`"${plain}"`, JSON.stringify(own))
  return JSON.parse(text) as Plan
}

/** In the plain variant, over which the freedoms are laid; half of the days have faults. */
export function freePlanOf(seed: number, freedoms: readonly Freedom[]): Plan {
  const names = namesOf(freedoms, seed)
  const plan = renamed(planOf(seed), names)
  const within = <T extends { readonly at: number }>(all: readonly T[], most: number): T[] =>
    all.slice(0, most).map((act) => ({ ...act, at: act.at % HORIZON }))
  return {
    ...plan,
    kind: { ...plan.kind, variant: 'plain', names },
    horizon: HORIZON,
    acts: within(plan.acts, MOST_ACTS),
    faults: seed % 2 === 0 ? within(plan.faults, MOST_FAULTS) : [],
    blocks: { blocks: within(plan.blocks.blocks, 1), faults: within(plan.blocks.faults, 1) },
    scales: { acts: within(plan.scales.acts, 1), faults: within(plan.scales.faults, 1) },
  }
}
