/**
 * The model test of the limits at any length: `node test/tools/limitFlows.ts --flows 100000 --seed 1 [--steps 40]`. Prints what happened as one
 * line of JSON and how long a check takes on a large desk; ends with 1 when a limit was breached.
 */

import { parseArgs } from 'node:util'
import { timedChecks } from '../electron/core/risk/limits/timedLimitChecks.ts'
import { noLimitFigures, runLimitFlow } from '../electron/core/risk/limits/limitModel.ts'

const { values } = parseArgs({
  options: {
    flows: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '40' },
  },
})
const [flows, seed, steps] = [values.flows, values.seed, values.steps].map(Number) as [number, number, number]
if (![flows, seed, steps].every((value) => Number.isSafeInteger(value) && value >= 0)) {
  console.error('limitFlows: --flows, --seed and --steps must be whole numbers')
  process.exit(2)
}
const figures = noLimitFigures()
for (let n = 0; n < flows; n++) await runLimitFlow(seed * 1_000_000 + n, steps, figures)
const checkMs = await timedChecks(5_000)
console.log(JSON.stringify({ ...figures, checkMs }))
process.exitCode = figures.breaches + figures.blind > 0 ? 1 : 0
