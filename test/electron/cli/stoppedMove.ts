/** `data:move` in a process that ends, or whose disk is full, at a step that names the target: `node stoppedMove.ts killed|full STEP FROM TO`. */

import { join } from 'node:path'
import { stopAt } from '../dataFiles/failingDisk.ts'

const [how, step, ...folders] = process.argv.slice(2)
process.argv.splice(2, Infinity, ...folders)
const to = folders[1] ?? ''
stopAt(
  Number(step),
  () => {
    if (how === 'killed') process.kill(process.pid, 'SIGKILL')
    throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  },
  (args) => args.some((word) => typeof word === 'string' && word.startsWith(to)),
)
await import(join(import.meta.dirname, '../../../electron/cli/dataMove.ts'))
