/** The figures of watching the health: key to wire and processor time with diagnostics on, over the same with them off. */

import { setTimeout as wait } from 'node:timers/promises'
import { seededRandom } from '../../../shared/base/random.ts'
import { median, quantile, rounded, type Group } from '../figures.ts'
import { RATE } from '../stream/stream.ts'
import { openBenchVenue } from '../venue/venue.ts'
import { LADDERS, SYMBOLS } from '../venue/words.ts'
import { openBenchCore } from './benchCore.ts'
import { deal, quantilesText } from './keyToWire.ts'
import { openWireFloor } from './wireFloor.ts'

const WARM_ORDERS = 50
const SETTLE_MS = 2_000

interface Sizes {
  readonly orders: number
  readonly seconds: number
  readonly turns: number
}

interface Side {
  /** Ms from key to wire of each order, and of the floor between two. */
  readonly ms: number[]
  readonly floor: number[]
  /** Share of one core that this process took in each turn: core, market worker and window. */
  readonly shares: number[]
}

/** One turn of one side, with a venue and a desk of its own. */
async function measureTurn(watchesHealth: boolean, { orders, seconds }: Sizes, into: Side): Promise<void> {
  const venue = await openBenchVenue()
  const desk = await openBenchCore(venue, { watchesHealth })
  const floor = await openWireFloor(venue.profile.restUrl)
  try {
    const random = seededRandom(1)
    await deal(venue, desk, random, floor, WARM_ORDERS)
    const took = await deal(venue, desk, random, floor, orders)
    await venue.pace(RATE)
    await wait(SETTLE_MS)
    const [before, start] = [process.cpuUsage(), performance.now()]
    await wait(seconds * 1_000)
    const { user, system } = process.cpuUsage(before)
    const elapsed = performance.now() - start
    const { subscribed } = await venue.pace(0)
    if (subscribed !== SYMBOLS.length) throw new Error('A book was subscribed again under load.')
    into.ms.push(...took.desk)
    into.floor.push(...took.floor)
    into.shares.push((user + system) / 1_000 / elapsed)
  } finally {
    await floor.close()
    await desk.close()
    await venue.close()
  }
}

const nothing = (): Side => ({ ms: [], floor: [], shares: [] })

/** On and off by turns; each turn begins with the side that the turn before ended with. */
export async function measureHealth(sizes: Sizes): Promise<{ readonly on: Side; readonly off: Side }> {
  const [on, off] = [nothing(), nothing()]
  // The first desk of a process also compiles its code.
  await measureTurn(true, { ...sizes, orders: WARM_ORDERS, seconds: 1 }, nothing())
  for (let turn = 0; turn < sizes.turns; turn++)
    for (const isOn of turn % 2 === 0 ? [false, true] : [true, false])
      await measureTurn(isOn, sizes, isOn ? on : off)
  return { on, off }
}

const sharesText = (shares: readonly number[]) =>
  `${rounded(100 * median(shares))} % (${rounded(100 * Math.min(...shares))} to ${rounded(100 * Math.max(...shares))})`

export const healthOverOff: Group = {
  keys: ['health.keyToWireOverOff', 'health.streamCpuOverOff'],
  async measure({ quick }) {
    const turns = quick ? 2 : 6
    const { on, off } = await measureHealth({ orders: quick ? 80 : 200, seconds: quick ? 3 : 8, turns })
    const ratio = (values: Side['ms'], others: Side['ms'], share: number) =>
      rounded(quantile(values, share) / quantile(others, share))
    const how = `diagnostics on over off, ${turns} turns each in one run, every turn with a desk of its own`
    return {
      'health.keyToWireOverOff': {
        value: ratio(on.ms, off.ms, 0.5),
        unit: '× off',
        peer: ratio(on.floor, off.floor, 0.5),
        note: `${how}; medians, p99 ${ratio(on.ms, off.ms, 0.99)}; ms on: ${quantilesText(on.ms)}; ms off: ${quantilesText(off.ms)}; peer: the same of no desk at all, between the orders of the same turns (p99 ${ratio(on.floor, off.floor, 0.99)})`,
      },
      'health.streamCpuOverOff': {
        value: rounded(median(on.shares) / median(off.shares)),
        unit: '× off',
        peer: null,
        note: `${how}; processor time of core, market worker and a window of ${LADDERS} ladders in one process at ${RATE.toLocaleString('en')} messages/s; of one core on: ${sharesText(on.shares)}; off: ${sharesText(off.shares)}`,
      },
    }
  },
}
