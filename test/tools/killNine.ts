/** `node test/tools/killNine.ts --kills N --seed S`: real kills of the real desk, half of them with signed requests and half with a token. */

import { parseArgs } from 'node:util'
import { killNine } from '../crash/killNine.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
const tell = (line: string) => console.log(line)

const began = performance.now()
const bearer = Math.floor(kills / 2)
const runs = await Promise.all([
  killNine({ kills: kills - bearer, seed, mode: 'signed', proofs: true, tell }),
  killNine({ kills: bearer, seed: seed + 1, mode: 'bearer', proofs: true, tell }),
])
const faults = runs.flatMap((run) => run.faults)
console.log(JSON.stringify({ kills, seed, seconds: Math.round((performance.now() - began) / 1000), runs }))
process.exit(faults.length === 0 ? 0 : 1)
