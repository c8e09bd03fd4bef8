/** The figures of the order path: from an order's arrival at the contract to its first byte at the venue, at rest and while the market is wild. */

import { setTimeout as wait } from 'node:timers/promises'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { seededRandom, type Random } from '../../../shared/base/random.ts'
import { plainDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { openBenchCore, type BenchCore } from './benchCore.ts'
import { quantile, rounded, type Group } from '../figures.ts'
import { RATE } from '../stream/stream.ts'
import { openBenchVenue, type BenchVenue } from '../venue/venue.ts'
import { openWireFloor, type WireFloor } from './wireFloor.ts'
import { CUSTOMER, LADDERS, SYMBOLS } from '../venue/words.ts'

/** Ms between two orders, at most and least. */
const PACE = { least: 8, most: 30 }
const SETTLE_MS = 2_000

export interface KeyToWire {
  /** Ms of each order. */
  readonly idle: readonly number[]
  readonly load: readonly number[]
  /** The floor, an order's worth between two orders, at rest and under load. */
  readonly floor: { readonly idle: readonly number[]; readonly load: readonly number[] }
  /** Messages a second that came meanwhile. */
  readonly perSecond: number
}

let intents = 0

/** Sends orders by a dealer's window, each when the one before is on its way, and the floor between two; answers ms of each from that window's thread to the wire. */
export async function deal(
  venue: BenchVenue,
  desk: BenchCore,
  random: Random,
  floor: WireFloor,
  orders: number,
): Promise<{ readonly desk: readonly number[]; readonly floor: readonly number[] }> {
  const calledAt = new Map<string, bigint>()
  const floorAt = new Map<string, bigint>()
  const symbol = SYMBOLS[0] as Symbol
  await venue.arrived()
  for (let n = 0; n < orders; n++) {
    const draft = plainDraft({
      customerCode: CUSTOMER as CustomerCode,
      symbol,
      side: 'buy',
      type: 'limit',
      amount: '0.01' as DecimalText,
      limitPrice: (venue.touch[symbol]?.bid ?? '') as DecimalText,
      timeInForce: 'IOC',
    })
    const { referenceId, at } = await desk.order(`bench-${String(++intents).padStart(6, '0')}`, draft)
    calledAt.set(referenceId, at)
    await wait(PACE.least + random.integer(PACE.most - PACE.least))
    floorAt.set(`floor-${n}`, await floor.send(`floor-${n}`))
  }
  await wait(200)
  const arrived = await venue.arrived()
  const tookOf = (began: ReadonlyMap<string, bigint>) =>
    arrived.flatMap(({ referenceId, at }) => {
      const since = began.get(referenceId)
      return since === undefined ? [] : [Number(BigInt(at) - since) / 1e6]
    })
  const took = { desk: tookOf(calledAt), floor: tookOf(floorAt) }
  if (took.desk.length !== orders) throw new Error(`${took.desk.length} of ${orders} orders arrived.`)
  return took
}

/** Rest and load by turns, so that the machine's own moods fall on both. `windows`: as many look at ladders, and one of them deals. */
export async function measureKeyToWire(orders: number, turns: number, windows = 1): Promise<KeyToWire> {
  const venue = await openBenchVenue()
  const desk = await openBenchCore(venue, { windows })
  const wireFloor = await openWireFloor(venue.profile.restUrl)
  try {
    const random = seededRandom(1)
    const [idle, load]: [number[], number[]] = [[], []]
    const floor: { idle: number[]; load: number[] } = { idle: [], load: [] }
    let [sent, seconds] = [0, 0]
    await deal(venue, desk, random, wireFloor, 100)
    for (let turn = 0; turn < turns; turn++) {
      const rest = await deal(venue, desk, random, wireFloor, orders)
      idle.push(...rest.desk)
      floor.idle.push(...rest.floor)
      await venue.pace(RATE)
      await wait(SETTLE_MS)
      const [from, start] = [await venue.pace(RATE), performance.now()]
      const wild = await deal(venue, desk, random, wireFloor, orders)
      load.push(...wild.desk)
      floor.load.push(...wild.floor)
      const to = await venue.pace(0)
      sent += to.sent - from.sent
      seconds += (performance.now() - start) / 1_000
      if (to.subscribed !== SYMBOLS.length) throw new Error('A book was subscribed again under load.')
      await wait(SETTLE_MS / 2)
    }
    return { idle, load, floor, perSecond: sent / seconds }
  } finally {
    await wireFloor.close()
    await desk.close()
    await venue.close()
  }
}

export const quantilesText = (values: readonly number[]) =>
  `${rounded(quantile(values, 0.5))} median, ${rounded(quantile(values, 0.99))} p99 of ${values.length}`

export const keyToWire: Group = {
  keys: ['keyToWire.idle.p99ms', 'keyToWire.loadOverIdle'],
  async measure({ quick }) {
    const { idle, load, floor, perSecond } = await measureKeyToWire(quick ? 150 : 300, quick ? 1 : 4)
    const [rest, wild] = [quantile(idle, 0.99), quantile(load, 0.99)]
    const how =
      'real core, adapter and journal with a wait for the disk (fdatasync) before each order; to the first byte at a TCP server in another process'
    return {
      'keyToWire.idle.p99ms': {
        value: rounded(rest),
        unit: 'ms',
        peer: rounded(quantile(floor.idle, 0.99)),
        note: `${how}; ms: ${quantilesText(idle)}; peer: no desk at all, two records synced at once and the bytes written, between the orders of the same run (ms: ${quantilesText(floor.idle)})`,
      },
      'keyToWire.loadOverIdle': {
        value: rounded(wild / rest),
        unit: '× idle',
        peer: rounded(quantile(floor.load, 0.99) / quantile(floor.idle, 0.99)),
        note: `p99 with ${Math.round(perSecond)} messages/s through the market worker and ${LADDERS} ladders looked at, over p99 at rest, by turns in one run; ms: ${quantilesText(load)}; peer: the same of no desk at all in the same run`,
      },
    }
  },
}

const WINDOWS = 3

/** The order path of a desk of several windows: the others must not slow the one that deals. */
export const threeWindowsToWire: Group = {
  keys: ['desk.threeWindows.keyToWireOverIdle'],
  async measure({ quick }) {
    const { idle, load, floor, perSecond } = await measureKeyToWire(quick ? 150 : 300, quick ? 1 : 4, WINDOWS)
    return {
      'desk.threeWindows.keyToWireOverIdle': {
        value: rounded(quantile(load, 0.99) / quantile(idle, 0.99)),
        unit: '× idle',
        peer: rounded(quantile(floor.load, 0.99) / quantile(floor.idle, 0.99)),
        note: `p99 with ${Math.round(perSecond)} messages/s, over p99 at rest, by turns in one run; ${WINDOWS} windows, each a thread that looks at ${LADDERS} ladders, of which one deals; ms at rest: ${quantilesText(idle)}; ms: ${quantilesText(load)}; peer: the same of no desk at all in the same run`,
      },
    }
  },
}
