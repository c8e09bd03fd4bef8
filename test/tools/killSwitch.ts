/** `node test/tools/killSwitch.ts --orders 200 --latency 50`: the kill switch on a real paper broker; prints how fast it halts and how fast all is proven over. */

import { parseArgs } from 'node:util'
import { killDrill } from '../electron/core/risk/halts/killDrill.ts'

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '200' }, latency: { type: 'string', default: '50' } },
})
const drill = await killDrill({ orders: Number(values.orders), latencyMs: Number(values.latency) })
const { halt, haltedIn } = drill
console.log(`resting orders          ${drill.resting}`)
console.log(`latency per request     ${values.latency} ms`)
console.log(`halted in each window   ${haltedIn.map((ms) => `${ms.toFixed(1)} ms`).join(', ')}`)
console.log(`all verified in         ${(drill.verifiedIn / 1000).toFixed(2)} s`)
console.log(`verified / unverified   ${halt.verified} of ${halt.orders} / ${halt.unverified.length}`)
console.log(`alive at the venue      ${drill.aliveAtVenue}`)
console.log(`cancels sent, at once   ${drill.cancelsSent}, ${drill.cancelsAtOnce}`)
console.log(`a new order meets       ${drill.refusal ?? 'nothing: it went out'}`)
const held = Math.max(...haltedIn) <= 100 && drill.verifiedIn <= 10_000
const proven = halt.verified === drill.resting && drill.aliveAtVenue === 0 && drill.refusal !== null
console.log(held && proven ? 'held' : 'NOT HELD')
process.exitCode = held && proven ? 0 : 1
