/** Sends malformed requests and frames to a paper broker and says how it took them: `--count N --seed S`. Exits 1 when it took one wrongly. */

import { parseArgs } from 'node:util'
import { sendMalformed } from '../fuzz/malformedRun.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } },
})
const started = performance.now()
const report = await sendMalformed(Number(values.count), Number(values.seed))
const { before, after, wrong, faults, ...figures } = report
const unchanged = before === after
console.log(
  JSON.stringify(
    {
      ...figures,
      wrong,
      faults: faults.map(String),
      unchanged,
      seconds: (performance.now() - started) / 1000,
    },
    null,
    2,
  ),
)
if (!unchanged || wrong.length > 0 || faults.length > 0 || figures.unansweredFrames > 0) process.exit(1)
