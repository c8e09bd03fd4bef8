/** The figures of blocks: how long a preview of 200 customers takes, how soon the last order of a block is on the wire, and what a single order waits meanwhile. */

import { setTimeout as wait } from 'node:timers/promises'
import { decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import { invariant } from '../../../shared/base/result.ts'
import type { Request } from '../../../shared/contract/contract.ts'
import { blockPreview, rowKey } from '../../../shared/domain/block/blockPreview.ts'
import { plainDraft, type OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { ALL_WITHIN, customer, inputOf } from '../../shared/domain/block/previewStage.ts'
import { median, quantile, rounded, type Group } from '../figures.ts'
import { openBenchVenue, type BenchVenue } from '../venue/venue.ts'
import { CUSTOMER, SYMBOLS } from '../venue/words.ts'
import { openBenchCore, type BenchCore } from './benchCore.ts'
import { openWireFloor } from './wireFloor.ts'

const COUNT = 200
const IN_FLIGHT = 8
/** Connections that orders of a block may use (docs/api.md#request-order). */
const AT_ONCE = 6
/** Ms after which the venue answers an order: what a block waits for. */
const ANSWER_MS = 20
/** Ms after which a block that has not left counts as stuck. */
const PATIENCE_MS = 30_000
/** Ms between two single orders beside a block. */
const PACE_MS = 20
const CODES = [CUSTOMER, ...Array.from({ length: COUNT - 1 }, (_, n) => `K${n}`)]
const symbol = SYMBOLS[0] as Symbol

/** Ms of one preview of 200 customers, split by a weight of their own, every limit asked. */
function previewMs(times: number): number[] {
  const customers = CODES.map((code, n) => ({
    ...customer(code, { cash: String(20_000 + n * 37), held: n % 3 === 0 ? '0.05' : '0' }),
    measure: decimal(String(1 + (n % 7))),
  }))
  const input = inputOf(customers, { method: 'ratio', parent: decimal('40'), walkFor: decimal('40') })
  const first = blockPreview(input)
  invariant(first.ok, 'The block of the bench has a split')
  const checks = new Map(
    first.value.rows.map(({ customerCode, amount }) => [rowKey(customerCode, amount), ALL_WITHIN]),
  )
  return Array.from({ length: times }, () => {
    const began = performance.now()
    const { ok } = blockPreview({ ...input, checks })
    invariant(ok, 'The block of the bench has a split')
    return performance.now() - began
  })
}

const draftFor = (venue: BenchVenue, code: string): OrderDraft =>
  plainDraft({
    customerCode: code as CustomerCode,
    symbol,
    side: 'buy',
    type: 'limit',
    amount: '0.01' as DecimalText,
    limitPrice: (venue.touch[symbol]?.bid ?? '') as DecimalText,
    timeInForce: 'IOC',
  })

function blockRequest(venue: BenchVenue, intentId: string): Request<'order.submitBlock'> {
  return {
    intentId,
    group: null,
    method: 'list',
    draft: draftFor(venue, CUSTOMER),
    rows: CODES.map((code) => ({ customerCode: code as CustomerCode, amount: '0.01' as DecimalText })),
    onRefused: 'continue',
    inFlight: IN_FLIGHT,
    typed: null,
  }
}

interface Turn {
  /** Ms from the window's request until the first byte of the last order. */
  readonly wire: number
  /** Ms to the wire of each single order meanwhile. */
  readonly single: readonly number[]
}

let intents = 0
const nextIntent = (): string => `bench-${String(++intents).padStart(6, '0')}`

/** `beside`: single orders are dealt while the rows of the block leave. */
async function dealBlock(venue: BenchVenue, desk: BenchCore, beside: boolean): Promise<Turn> {
  await venue.arrived()
  const { at: began } = await desk.block(blockRequest(venue, nextIntent()))
  const calledAt = new Map<string, bigint>()
  const rows: bigint[] = []
  const single: number[] = []
  const until = performance.now() + PATIENCE_MS
  while (rows.length < COUNT) {
    if (performance.now() > until) throw new Error(`Only ${rows.length} of ${COUNT} rows of a block left.`)
    if (beside && rows.length < COUNT - IN_FLIGHT) {
      const { referenceId, at } = await desk.order(nextIntent(), draftFor(venue, CUSTOMER))
      calledAt.set(referenceId, at)
    }
    await wait(PACE_MS)
    for (const { referenceId, at } of await venue.arrived()) {
      const called = calledAt.get(referenceId)
      if (called === undefined) rows.push(BigInt(at))
      else single.push(Number(BigInt(at) - called) / 1e6)
    }
  }
  const last = rows.reduce((latest, at) => (at > latest ? at : latest), 0n)
  await wait(ANSWER_MS * 5)
  return { wire: Number(last - began) / 1e6, single }
}

async function idleOrders(venue: BenchVenue, desk: BenchCore, count: number): Promise<number[]> {
  await venue.arrived()
  const calledAt = new Map<string, bigint>()
  for (let n = 0; n < count; n++) {
    const { referenceId, at } = await desk.order(nextIntent(), draftFor(venue, CUSTOMER))
    calledAt.set(referenceId, at)
    await wait(PACE_MS)
  }
  await wait(ANSWER_MS * 5)
  return (await venue.arrived()).flatMap(({ referenceId, at }) => {
    const called = calledAt.get(referenceId)
    return called === undefined ? [] : [Number(BigInt(at) - called) / 1e6]
  })
}

/** Ms that 200 orders need without a desk: so many senders as the block has connections, each waiting for its answer. */
async function floorMs(venue: BenchVenue): Promise<number> {
  const senders = await Promise.all(
    Array.from({ length: AT_ONCE }, () => openWireFloor(venue.profile.restUrl)),
  )
  try {
    await venue.arrived()
    const began = process.hrtime.bigint()
    let next = 0
    await Promise.all(
      senders.map(async (sender) => {
        while (next < COUNT) await sender.send(`floor-${next++}`)
      }),
    )
    const last = (await venue.arrived()).reduce((latest, { at }) => {
      const each = BigInt(at)
      return each > latest ? each : latest
    }, 0n)
    return Number(last - began) / 1e6
  } finally {
    await Promise.all(senders.map((sender) => sender.close()))
  }
}

export const blocks: Group = {
  keys: ['block.preview200.ms', 'block.wire200.overFloor', 'block.keyToWireOverIdle'],
  async measure({ quick, say }) {
    const turns = quick ? 2 : 10
    const previews = previewMs(quick ? 20 : 200).slice(5)
    const venue = await openBenchVenue({ answerMs: ANSWER_MS })
    const desk = await openBenchCore(venue, { customers: CODES })
    const [wire, floor, idle, beside]: number[][] = [[], [], [], []]
    invariant(wire && floor && idle && beside, 'Four lists')
    try {
      await dealBlock(venue, desk, false)
      for (let turn = 0; turn < turns; turn++) {
        floor.push(await floorMs(venue))
        wire.push((await dealBlock(venue, desk, false)).wire)
        beside.push(...(await dealBlock(venue, desk, true)).single)
        idle.push(...(await idleOrders(venue, desk, 25)))
        say(`block: turn ${turn + 1} of ${turns}`)
      }
    } finally {
      await desk.close()
      await venue.close()
    }
    const how = `${COUNT} customers, ${IN_FLIGHT} in flight, at a venue that answers an order after ${ANSWER_MS} ms; real core, adapter and journal`
    return {
      'block.preview200.ms': {
        value: rounded(median(previews)),
        unit: 'ms',
        peer: null,
        note: `median of ${previews.length} previews by ratio, p99 ${rounded(quantile(previews, 0.99))} ms; sizes, figures, margin and verdict of each customer, without drawing`,
      },
      'block.wire200.overFloor': {
        value: rounded(median(wire) / median(floor)),
        unit: '× no desk',
        peer: 1,
        note: `from the window's request until the first byte of the last order, medians of ${turns}: ${rounded(median(wire))} ms, without a desk ${rounded(median(floor))} ms (as many senders, each with two records synced, the bytes, and the wait for the answer); ${how}`,
      },
      'block.keyToWireOverIdle': {
        value: rounded(quantile(beside, 0.99) / quantile(idle, 0.99)),
        unit: '× idle',
        peer: rounded(median(beside) / median(idle)),
        note: `p99 of ${beside.length} single orders beside a block over p99 of ${idle.length} without one, by turns in one run; ms: ${rounded(quantile(beside, 0.99))} over ${rounded(quantile(idle, 0.99))}; peer: the same of the medians, ${rounded(median(beside))} over ${rounded(median(idle))}; ${how}`,
      },
    }
  },
}
