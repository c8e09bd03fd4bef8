/** `npm run bench`: measures the terminal beside its peers and writes every figure as JSON. Judges nothing. */

import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { riskBoard, riskBoardGrowth } from './page/riskBoard.ts'
import { blotter } from './page/blotter.ts'
import { bundle } from './page/bundle.ts'
import { chart } from './page/chart.ts'
import { depth } from './book/depth.ts'
import { blockReview } from './desk/blockReview.ts'
import { growth } from './desk/growth.ts'
import { growthOfCustomers } from './desk/growthOfCustomers.ts'
import { growthOfTheDay } from './desk/growthOfTheDay.ts'
import { nextWindow } from './desk/nextWindow.ts'
import { threeWindows } from './desk/threeWindows.ts'
import { KEYS, type Figures, type Group } from './figures.ts'
import { blocks } from './order/blocks.ts'
import { healthOverOff } from './order/healthOverOff.ts'
import { keyToWire, threeWindowsToWire } from './order/keyToWire.ts'
import { memory } from './page/memory.ts'
import { nineAndNine } from './page/nineAndNine.ts'
import { paint } from './page/paint.ts'
import { start } from './page/start.ts'
import { stream } from './stream/stream.ts'

const HELP = `Measures the terminal; takes a while. Leave the machine alone meanwhile.

  npm run bench -- [options]

  --json FILE     writes the figures: {"KEY": {"value", "unit", "peer", "note"}, …}
  --only PATTERN  only keys that contain PATTERN, and what is measured together with them
  --quick         small sizes: for a look, not for a record
  --help          this text

Keys: ${KEYS.join(', ')}
`

const GROUPS: readonly Group[] = [
  depth,
  stream,
  paint,
  nineAndNine,
  keyToWire,
  blotter,
  riskBoard,
  riskBoardGrowth,
  chart,
  start,
  memory,
  threeWindows,
  threeWindowsToWire,
  nextWindow,
  healthOverOff,
  blocks,
  blockReview,
  growth,
  growthOfCustomers,
  growthOfTheDay,
  bundle,
]

function give(sentence: string): never {
  process.stderr.write(`bench: ${sentence}\n`)
  process.exit(2)
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        json: { type: 'string' },
        only: { type: 'string' },
        quick: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
      strict: true,
    }).values
  } catch (error) {
    return give(`${(error as Error).message} See --help.`)
  }
}

const { json, only, quick, help } = readOptions()
const wanted = GROUPS.filter(({ keys }) => only === undefined || keys.some((key) => key.includes(only)))
if (help) console.log(HELP.trimEnd())
else if (wanted.length === 0) give(`no key contains "${only}". See --help.`)
else {
  const say = (line: string) => console.log(`  ${line}`)
  const [first] = cpus()
  console.log(`${cpus().length} × ${first?.model.trim()}, Node ${process.versions.node}, ${process.platform}`)
  const figures: Figures = {}
  const failed: string[] = []
  for (const group of wanted) {
    console.log(`${group.keys.join(', ')} …`)
    const began = loadavg()[0] ?? 0
    try {
      const measured = await group.measure({ quick, say })
      for (const key of group.keys) {
        const figure = measured[key]
        if (!figure) continue
        const note = `${figure.note}; load of the machine ${began.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`
        figures[key] = { ...figure, note }
        const beside = figure.peer === null ? '' : `   (peer ${figure.peer})`
        console.log(`  ${key.padEnd(34)} ${String(figure.value).padStart(8)} ${figure.unit}${beside}`)
      }
    } catch (error) {
      failed.push(...group.keys)
      console.error(`  not measured: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(figures, null, 2)}\n`)
  if (failed.length > 0) console.error(`Not measured: ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
