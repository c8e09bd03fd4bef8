/** `node test/tools/bursts.ts --bursts N --seed S`: one intent ten times over two windows, N times; the broker must get N requests. */

import { parseArgs } from 'node:util'
import { runBursts } from '../bursts/bursts.ts'

const { values } = parseArgs({
  options: { bursts: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const summary = await runBursts(Number(values.bursts), Number(values.seed), (line) => console.log(line))
console.log(JSON.stringify(summary))
process.exit(summary.faults.length === 0 ? 0 : 1)
