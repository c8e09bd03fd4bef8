/** `node test/tools/thirdVariant.ts [--mixes N] [--seed S]`: short simulated days in random mixes of a venue's freedoms; prints what broke and ends with 1 if anything did. */

import { parseArgs } from 'node:util'
import { mixOf, thirdVariant } from '../fakes/venue/thirdVariant.ts'
import { freePlanOf } from '../sim/plan/freePlan.ts'
import { runPlan } from '../sim/schedule.ts'
import { faultsOf } from '../sim/tally.ts'

const { values } = parseArgs({
  options: { mixes: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
})
const first = Number(values.seed)
let broken = 0
let intents = 0
for (let seed = first; seed < first + Number(values.mixes); seed++) {
  const freedoms = mixOf(seed)
  // One after the other: each is a world of its own, and they share the processor.
  const outcome = await runPlan(freePlanOf(seed, freedoms), { variant: thirdVariant(freedoms, seed) })
  intents += outcome.intents
  const why = faultsOf(outcome)
  if (why.length === 0) continue
  broken += 1
  console.log(`seed ${seed} (${freedoms.join(', ')}): ${why.join('; ')}`)
}
console.log(`${values.mixes} mixes from seed ${first}: ${intents} intents, ${broken} broken`)
process.exitCode = broken === 0 ? 0 : 1
