/** A day in a hundred with a block of 200 customers: a third of them cannot pay, a halt comes in the middle, and half of these days crash there. Plans only. */

import {
  ZERO,
  add,
  decimal,
  decimalOf,
  multiply,
  toText,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import type { Random } from '../../../shared/base/random.ts'
import { allocate } from '../../../shared/domain/block/allocate.ts'
import { NO_ROTATION } from '../../../shared/domain/block/rotation.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { SampleCustomer } from '../../../electron/paper/brokerage/customers.ts'
import { INSTRUMENTS, MIDDLES } from '../world/quietExchange.ts'
import { SMALLEST_LOTS, blockRequest, type BlockPlan, type Midway } from './blocks.ts'

const EVERY = 100
const FIRST = 30
const SIZE = 200
/** Ticks below the market. */
const FAR = 4_000
/** Ms between two sends of the block. */
const AGAIN = 1_500

/** Every third one cannot pay for an order of the block. */
export const CROWD: readonly SampleCustomer[] = Array.from({ length: SIZE }, (_, at) => ({
  code: `K${String(at + 1).padStart(3, '0')}` as CustomerCode,
  collateral: (at % 3 === 2 ? '1' : '1000000') as DecimalText,
}))

export const isCrowded = (seed: number): boolean => seed % EVERY === FIRST

/** Lots that no weight divides, so that 37 customers get one lot more. */
const REMAINDER = 37

/** By ratio. Every size is another one, because the venue's records are known by it. */
export function crowdRows() {
  const weights = CROWD.map((_, at) => decimalOf(SMALLEST_LOTS + at))
  const lot = decimal('0.001')
  const parent = multiply(add(weights.reduce(add, ZERO), decimalOf(REMAINDER)), lot)
  const split = allocate({
    method: 'ratio',
    side: 'buy',
    parent,
    lot,
    rotation: NO_ROTATION,
    rows: CROWD.map(({ code }, at) => ({
      customerCode: code,
      measure: weights[at] ?? ZERO,
      why: null,
      out: null,
    })),
  })
  if (!split.ok) throw new Error(split.sentence)
  const { rows, extraLots } = split.value
  return {
    parent,
    extraLots,
    rows: rows.map(({ customerCode, amount }) => ({ customerCode, amount: toText(amount) })),
  }
}

/** The block rests far from the market. A halt of the whole desk comes in the middle of it, and in half of the days a crash. */
export function planCrowd(random: Random, horizon: number): BlockPlan {
  const { symbol } = INSTRUMENTS[0]
  const { rows } = crowdRows()
  const plain = blockRequest(
    rows.map(({ customerCode }) => customerCode),
    { symbol, side: 'buy', ticks: (MIDDLES.get(symbol) ?? 0) - FAR },
    { onRefused: 'continue', inFlight: 1 + random.integer(16) },
  )
  const request = {
    ...plain,
    method: 'ratio',
    draft: { ...plain.draft, amount: rows[0]?.amount ?? null },
    rows,
  }
  // A desk that still reads its customers refuses the block: the dealer sends it again and again, also once everything healed.
  const copies = Array.from({ length: Math.ceil(horizon / AGAIN) + 8 }, (_, n) => ({
    after: n * AGAIN,
    window: n % 2 === 0 ? 'left' : 'right',
  }))
  const halt: Midway = {
    orders: 10 + random.integer(SIZE - 20),
    act: {
      does: 'halt',
      scope: { kind: 'desk' },
      mode: random.next() < 0.5 ? 'halted' : 'reducing',
      ms: 500 + random.integer(2_000),
      window: 'left',
    },
  }
  const crash: Midway = {
    orders: 10 + random.integer(SIZE - 20),
    fault: { does: 'crash', atOperation: random.integer(8), downMs: 1 + random.integer(5_000) },
  }
  const midway = random.next() < 0.5 ? [halt, crash] : [halt]
  return {
    blocks: [{ at: random.integer(3_000), request, copies, meddling: null, retriesUnsent: true, midway }],
    faults: [],
  }
}
