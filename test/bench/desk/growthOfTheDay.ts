/** The figure of growth with the orders of a day: key to wire at the end of the day against its beginning, and the start after a crash. */

import { setTimeout as wait } from 'node:timers/promises'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { plainDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { median, quantile, rounded, type Group } from '../figures.ts'
import { openBenchCore, type BenchCore } from '../order/benchCore.ts'
import { openBenchVenue, type BenchVenue } from '../venue/venue.ts'
import { CUSTOMER, SYMBOLS } from '../venue/words.ts'

const ORDERS = [1_000, 10_000, 100_000]
const SAMPLE = 200
const PACE_MS = 10

let intents = 0

/** Ms to the wire of orders one by one. `pace`: ms between two. */
async function deal(venue: BenchVenue, desk: BenchCore, count: number, pace: number): Promise<number[]> {
  const symbol = SYMBOLS[0] as Symbol
  const draft = plainDraft({
    customerCode: CUSTOMER as CustomerCode,
    symbol,
    side: 'buy',
    type: 'limit',
    amount: '0.01' as DecimalText,
    limitPrice: (venue.touch[symbol]?.bid ?? '') as DecimalText,
    timeInForce: 'IOC',
  })
  await venue.arrived()
  const calledAt = new Map<string, bigint>()
  for (let n = 0; n < count; n++) {
    const { referenceId, at } = await desk.order(`day-${String(++intents).padStart(6, '0')}`, draft)
    calledAt.set(referenceId, at)
    if (pace > 0) await wait(pace)
  }
  await wait(200)
  return (await venue.arrived()).flatMap(({ referenceId, at }) => {
    const called = calledAt.get(referenceId)
    return called === undefined ? [] : [Number(BigInt(at) - called) / 1e6]
  })
}

interface OfDay {
  readonly orders: number
  readonly ms: readonly number[]
  /** A terminal that starts on what a crash would leave now, until it can deal. */
  readonly startSeconds: number
}

async function startAfterCrash(venue: BenchVenue, crashed: BenchCore): Promise<number> {
  const from = crashed.copyFolder()
  const began = performance.now()
  const desk = await openBenchCore(venue, { from })
  const seconds = (performance.now() - began) / 1_000
  await desk.close()
  return seconds
}

/** Key to wire and the start after so many orders of one run. */
async function measureDay(counts: readonly number[], say: (line: string) => void): Promise<readonly OfDay[]> {
  const venue = await openBenchVenue()
  const desk = await openBenchCore(venue)
  try {
    await deal(venue, desk, SAMPLE, PACE_MS)
    let sent = SAMPLE
    const at = async (orders: number): Promise<OfDay> => ({
      orders,
      ms: await deal(venue, desk, SAMPLE, PACE_MS),
      startSeconds: await startAfterCrash(venue, desk),
    })
    const points = [await at(sent)]
    sent += SAMPLE
    for (const count of counts) {
      await deal(venue, desk, count - sent, 0)
      await wait(2_000)
      points.push(await at(count))
      sent = count + SAMPLE
      say(`orders of the day: ${count} sent`)
    }
    return points
  } finally {
    await desk.close()
    await venue.close()
  }
}

export const growthOfTheDay: Group = {
  keys: ['growth.ordersOfDay'],
  async measure({ quick, say }) {
    const day = await measureDay(quick ? ORDERS.slice(0, 1) : ORDERS, say)
    const [begin, end] = [day[0], day.at(-1)]
    const ofMedian = (point: OfDay | undefined) => median(point?.ms ?? [])
    return {
      'growth.ordersOfDay': {
        value: rounded(ofMedian(end) / ofMedian(begin)),
        unit: `× the beginning, after ${end?.orders} orders`,
        peer: rounded(quantile(end?.ms ?? [], 0.99) / quantile(begin?.ms ?? [], 0.99)),
        note: `median key to wire of ${SAMPLE} orders at each point of one run; ms, median and p99, and seconds of a start on a copy of the folder, as after a crash: ${day.map(({ orders, ms, startSeconds }) => `${orders}: ${rounded(median(ms))}, ${rounded(quantile(ms, 0.99))}, ${rounded(startSeconds)} s`).join('; ')}; peer: the same of the p99`,
      },
    }
  },
}
