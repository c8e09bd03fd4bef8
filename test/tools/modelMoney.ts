/**
 * The model test of the money at any length: `node test/tools/modelMoney.ts --sequences 5000 --seed 1 [--steps 20]`. Prints what
 * happened in the sequences as one line of JSON; ends with an error at the first sum that is off.
 */

import { parseArgs } from 'node:util'
import { noFigures, runSequence } from '../electron/paper/money/moneyModel.ts'

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '20' },
  },
})
const [sequences, seed, steps] = [values.sequences, values.seed, values.steps].map(Number) as [
  number,
  number,
  number,
]
if (![sequences, seed, steps].every((value) => Number.isSafeInteger(value) && value >= 0)) {
  console.error('modelMoney: --sequences, --seed and --steps must be whole numbers')
  process.exit(2)
}
const figures = noFigures()
for (let n = 0; n < sequences; n++) runSequence(seed * 1_000_000 + n, steps, figures)
console.log(JSON.stringify(figures))
