/** The process ends at every operation of its disk, with every kind of torn write: what the desk took is found again, and nothing is sent twice. */

import { describe, expect, it } from 'vitest'
import type { DecimalText } from '../../shared/base/decimal.ts'
import { plainDraft, type OrderDraft } from '../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../shared/domain/scalars.ts'
import { SAMPLE_CUSTOMERS } from '../../electron/paper/brokerage/customers.ts'
import { blockRequest, type PlannedBlock } from './plan/blocks.ts'
import type { PlannedAct } from './plan/dealer.ts'
import type { Plan } from './plan/plan.ts'
import { NO_SCALES } from './plan/scales.ts'
import { INSTRUMENTS } from './world/quietExchange.ts'
import { runPlan } from './schedule.ts'
import { faultsOf } from './tally.ts'

const customerCode = 'C1042' as CustomerCode
const text = (value: string) => value as DecimalText
const order = (n: number): OrderDraft =>
  plainDraft({
    customerCode,
    symbol: INSTRUMENTS[0].symbol,
    side: 'buy',
    type: 'limit',
    amount: text(`0.0${n}`),
    limitPrice: text('59900'),
    timeInForce: 'GTC',
  })
const submit = (at: number, n: number): PlannedAct => ({
  at,
  act: {
    does: 'submit',
    intent: { id: `intent-000${n}`, draft: order(n) },
    copies: [{ after: 0, window: 'left' }],
  },
})

const BRACKET = { takeProfitPrice: text('60500'), stopLossPrice: text('59500') }
/** `amount` 5 is more than rests at the best price, so that it fills in parts. */
const enter = (at: number, amount: string, limitPrice: string | null): PlannedAct => ({
  at,
  act: {
    does: 'submit',
    intent: {
      id: 'intent-0007',
      draft: plainDraft({
        customerCode,
        symbol: INSTRUMENTS[0].symbol,
        side: 'buy',
        type: limitPrice === null ? 'market' : 'limit',
        amount: text(amount),
        limitPrice: limitPrice === null ? null : text(limitPrice),
      }),
      bracket: BRACKET,
    },
    copies: [{ after: 0, window: 'left' }],
  },
})

const SCALE: PlannedAct = {
  at: 100,
  act: {
    does: 'submit',
    intent: {
      id: 'intent-0008',
      draft: { ...order(1), amount: text('0.06') },
      rows: ['0.01', '0.02', '0.03'].map((amount, n) => ({
        limitPrice: text(String(59_900 - n * 50)),
        amount: text(amount),
      })),
    },
    copies: [
      { after: 0, window: 'left' },
      { after: 200, window: 'right' },
    ],
  },
}

/** Sent again by another window while it is on its way. */
const BLOCK: PlannedBlock = {
  at: 100,
  request: blockRequest(
    SAMPLE_CUSTOMERS.slice(0, 3).map(({ code }) => code),
    { symbol: INSTRUMENTS[0].symbol, side: 'buy', ticks: 119_800 },
    { onRefused: 'continue', inFlight: 2 },
  ),
  copies: [
    { after: 0, window: 'left' },
    { after: 200, window: 'right' },
  ],
  meddling: null,
}

const FLOWS: Readonly<Record<string, readonly PlannedAct[]>> = {
  'one order': [submit(100, 1)],
  'an order and its cancel': [submit(100, 1), { at: 600, act: { does: 'cancel', window: 'left' } }],
  'a market order and the leg of its bracket': [enter(100, '0.07', null)],
  'an entry that fills in parts, its legs and the cancel of its rest': [
    enter(100, '5', '60000.5'),
    { at: 1_500, act: { does: 'cancel', window: 'left' } },
  ],
  'a scale, and the cancel of one of its orders': [
    SCALE,
    { at: 900, act: { does: 'cancel', window: 'left' } },
  ],
  'two orders at once, then all canceled': [
    submit(100, 1),
    submit(100, 2),
    { at: 700, act: { does: 'cancel-all', customer: customerCode, window: 'left' } },
  ],
}

/** Of what was not synced: nothing, half, all but one byte, everything. */
const LEFT: readonly ((fresh: number) => number)[] = [
  () => 0,
  (fresh) => fresh >> 1,
  (fresh) => Math.max(0, fresh - 1),
  (fresh) => fresh,
]
const tornAt = (left: (fresh: number) => number) => (durable: Buffer, now: Buffer) =>
  now.length < durable.length ? durable : now.subarray(0, durable.length + left(now.length - durable.length))

interface Flow {
  readonly acts: readonly PlannedAct[]
  readonly blocks: Plan['blocks']['blocks']
}

const planOf = (auth: Plan['kind']['auth'], { acts, blocks }: Flow, operation: number | null): Plan => ({
  seed: 1,
  kind: { auth, variant: 'plain', tokenLifetimeMs: 3_600_000 },
  startedAt: Date.UTC(2026, 0, 5, 9),
  skew: 0,
  horizon: 2_000,
  acts,
  faults:
    operation === null ? [] : [{ at: 0, fault: { does: 'crash', atOperation: operation, downMs: 500 } }],
  lists: { habit: { does: 'whole' }, elsewhere: [] },
  scales: NO_SCALES,
  blocks: { blocks, faults: [] },
})

describe.each(['signed', 'bearer'] as const)('%s', (auth) => {
  it.each([
    ...Object.entries(FLOWS).map(([name, acts]) => [name, { acts, blocks: [] }] as const),
    ['a block of three customers, which the dealer resumes', { acts: [], blocks: [BLOCK] }] as const,
  ])(
    '%s',
    async (_name, flow) => {
      const whole = await runPlan(planOf(auth, flow, null))
      expect(faultsOf(whole)).toEqual([])
      // Intent and sending share an append and a sync; what becomes of the order takes more.
      expect(whole.operations).toBeGreaterThanOrEqual(4)
      const wrong: string[] = []
      for (let operation = 0; operation < whole.operations; operation++)
        for (const [n, left] of LEFT.entries()) {
          const outcome = await runPlan(planOf(auth, flow, operation), { torn: tornAt(left) })
          expect(outcome.crashes).toBe(1)
          wrong.push(...faultsOf(outcome).map((why) => `operation ${operation}, tear ${n}: ${why}`))
        }
      expect(wrong).toEqual([])
    },
    240_000,
  )
})
