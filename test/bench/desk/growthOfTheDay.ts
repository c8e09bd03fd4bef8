/** The figures of growth with customers and with the orders of a day: sign-in until ready, and key to wire at the end of the day against its beginning. */

import { setTimeout as wait } from 'node:timers/promises'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { plainDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { median, quantile, rounded, type Group } from '../figures.ts'
import { openBenchCore, type BenchCore } from '../order/benchCore.ts'
import { openBenchVenue, type BenchVenue } from '../venue/venue.ts'
import { CUSTOMER, SYMBOLS } from '../venue/words.ts'

const CUSTOMERS = [10, 100, 1_000]
const ORDERS = [1_000, 10_000, 100_000]
const SAMPLE = 200
const PACE_MS = 10

/** Seconds from the opening of the desk until every customer can be dealt for. */
async function readySeconds(count: number): Promise<number> {
  const venue = await openBenchVenue()
  try {
    const began = performance.now()
    const customers = [CUSTOMER, ...Array.from({ length: count - 1 }, (_, n) => `K${n}`)]
    const desk = await openBenchCore(venue, { customers })
    const seconds = (performance.now() - began) / 1_000
    await desk.close()
    return seconds
  } finally {
    await venue.close()
  }
}

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
}

/** Key to wire after so many orders of one run. */
async function measureDay(counts: readonly number[], say: (line: string) => void): Promise<readonly OfDay[]> {
  const venue = await openBenchVenue()
  const desk = await openBenchCore(venue)
  try {
    await deal(venue, desk, SAMPLE, PACE_MS)
    let sent = SAMPLE
    const points: OfDay[] = [{ orders: sent, ms: await deal(venue, desk, SAMPLE, PACE_MS) }]
    sent += SAMPLE
    for (const count of counts) {
      await deal(venue, desk, count - sent, 0)
      await wait(2_000)
      points.push({ orders: count, ms: await deal(venue, desk, SAMPLE, PACE_MS) })
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
  keys: ['growth.customers', 'growth.ordersOfDay'],
  async measure({ quick, say }) {
    const customers = quick ? CUSTOMERS.slice(0, 2) : CUSTOMERS
    const ready: { readonly count: number; readonly seconds: number }[] = []
    for (const count of customers) {
      ready.push({ count, seconds: await readySeconds(count) })
      say(`customers: ${count} ready`)
    }
    const day = await measureDay(quick ? ORDERS.slice(0, 1) : ORDERS, say)
    const [begin, end] = [day[0], day.at(-1)]
    const [least, most] = [ready[0], ready.at(-1)]
    const ofMedian = (point: OfDay | undefined) => median(point?.ms ?? [])
    return {
      'growth.customers': {
        value: rounded((most?.seconds ?? Number.NaN) / (least?.seconds ?? Number.NaN)),
        unit: `× ${least?.count} customers, with ${most?.count}`,
        peer: (most?.count ?? 0) / (least?.count ?? 1),
        note: `from the opening of core and journal until each customer was read and compared and can be dealt for; ${ready.map(({ count, seconds }) => `${count}: ${rounded(seconds)} s`).join(', ')}; peer: growth in proportion`,
      },
      'growth.ordersOfDay': {
        value: rounded(ofMedian(end) / ofMedian(begin)),
        unit: `× the beginning, after ${end?.orders} orders`,
        peer: rounded(quantile(end?.ms ?? [], 0.99) / quantile(begin?.ms ?? [], 0.99)),
        note: `median key to wire of ${SAMPLE} orders at each point of one run; ms, median and p99: ${day.map(({ orders, ms }) => `${orders}: ${rounded(median(ms))}, ${rounded(quantile(ms, 0.99))}`).join('; ')}; peer: the same of the p99`,
      },
    }
  },
}
