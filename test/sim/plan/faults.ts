/** What can go wrong in a simulated world, and a seeded plan of it. Data only: the world makes it happen. */

import type { Random } from '../../../shared/base/random.ts'

/** Which requests a fault of the network waits for. */
export type RequestKind = 'order' | 'cancel' | 'read' | 'login'

/** What happens to one request. Ms throughout. */
export type RequestFault =
  /** Nothing listens, or the connection does not open in time: no byte leaves. */
  | { readonly does: 'no-connection'; readonly slow: boolean }
  /** The bytes leave and never arrive. */
  | { readonly does: 'lose-request' }
  /** The venue acts, and its answer never arrives. */
  | { readonly does: 'lose-answer' }
  /** The connection is reset: before the request arrived, after it, or in the middle of the answer's body. */
  | { readonly does: 'reset'; readonly when: 'before' | 'after' | 'mid-body' }
  | { readonly does: 'late-request'; readonly ms: number }
  | { readonly does: 'late-answer'; readonly ms: number }
  /** A gate says this after the venue acted, or instead of it. */
  | { readonly does: 'status'; readonly status: number; readonly after: boolean }
  /** Let in at once, done `ms` later; what the client hears meanwhile. */
  | { readonly does: 'queue'; readonly ms: number; readonly says: 'nothing' | '504' | '400' | 'when-done' }
  /** Done and answered, but reads do not show the order for so long. */
  | { readonly does: 'hide'; readonly ms: number }
  /** Done, and answered with 200 and nonsense. */
  | { readonly does: 'garbage'; readonly form: number }
  /** A proxy repeats it: allowed for DELETE and GET (RFC 9110 §9.2.2), never for POST. */
  | { readonly does: 'repeat'; readonly ms: number }
  /** The answer carries a `Date` of so many seconds ago, with or without saying so. */
  | { readonly does: 'old-date'; readonly seconds: number; readonly age: boolean }

export type WorldFault =
  | { readonly does: 'request'; readonly request: RequestKind; readonly fault: RequestFault }
  /** Nothing gets through: refused at once, or swallowed. */
  | { readonly does: 'outage'; readonly ms: number; readonly swallows: boolean }
  | { readonly does: 'stream-drop' }
  | { readonly does: 'stream-half-open' }
  | { readonly does: 'stream-stall'; readonly ms: number }
  | { readonly does: 'stream-miss'; readonly frames: number }
  | { readonly does: 'stream-double'; readonly ms: number }
  /** Every token given out so far ends. */
  | { readonly does: 'tokens-end' }
  /** The desk's wall clock is set. */
  | { readonly does: 'clock-step'; readonly ms: number }
  | {
      readonly does: 'status-flip'
      readonly market: number
      readonly to: 'trade_halt' | 'post_only'
      readonly ms: number
    }
  /** The desk's process ends: now, or at the n-th operation of its disk from now. */
  | { readonly does: 'crash'; readonly atOperation: number | null; readonly downMs: number }
  /** The desk is closed in good order and started again. */
  | { readonly does: 'restart'; readonly downMs: number }
  /** The disk fails at the n-th operation from now and goes on failing for so long. */
  | {
      readonly does: 'disk-fail'
      readonly code: 'ENOSPC' | 'EIO' | 'EROFS'
      readonly operation: number
      readonly ms: number
    }
  /** Nothing that is written reaches the disk for so long; then all of it does. */
  | { readonly does: 'disk-hang'; readonly ms: number }

export interface PlannedFault {
  readonly at: number
  readonly fault: WorldFault
}

/** A weight each. */
type Choice<T> = readonly [weight: number, make: (random: Random) => T]

export function choose<T>(random: Random, choices: readonly Choice<T>[]): T {
  let left = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, make] of choices) {
    left -= weight
    if (left < 0) return make(random)
  }
  return (choices.at(-1) as Choice<T>)[1](random)
}

/** Longest that a venue keeps an order before it acts, and longest that reads lag behind (docs/reliability.md#the-simulator). */
export const LONGEST_QUEUE_MS = 40_000
export const LONGEST_HIDING_MS = 8_000

const GATE = [401, 403, 408, 409, 425, 429, 500, 502, 503, 504]
const upTo = (most: number) => (random: Random) => 1 + random.integer(most)

const CONNECTION: readonly Choice<RequestFault>[] = [
  [1, (random) => ({ does: 'no-connection', slow: random.next() < 0.5 })],
  [2, () => ({ does: 'lose-request' })],
  [3, () => ({ does: 'lose-answer' })],
  [1, () => ({ does: 'reset', when: 'before' })],
  [2, () => ({ does: 'reset', when: 'after' })],
  [2, () => ({ does: 'reset', when: 'mid-body' })],
  [2, (random) => ({ does: 'late-request', ms: upTo(40_000)(random) })],
  [2, (random) => ({ does: 'late-answer', ms: upTo(15_000)(random) })],
]
const GATES: readonly Choice<RequestFault>[] = [
  [
    4,
    (random) => ({
      does: 'status',
      status: GATE[random.integer(GATE.length)] ?? 500,
      after: random.next() < 0.7,
    }),
  ],
  [2, () => ({ does: 'status', status: 401, after: true })],
  [2, (random) => ({ does: 'garbage', form: random.integer(6) })],
]
const QUEUE: Choice<RequestFault> = [
  4,
  (random) => ({
    does: 'queue',
    ms: upTo(LONGEST_QUEUE_MS)(random),
    says: (['nothing', '504', '400', 'when-done'] as const)[random.integer(4)] ?? 'nothing',
  }),
]

const ofRequest: Readonly<Record<RequestKind, readonly Choice<RequestFault>[]>> = {
  order: [
    ...CONNECTION,
    ...GATES,
    QUEUE,
    [3, (random) => ({ does: 'hide', ms: upTo(LONGEST_HIDING_MS)(random) })],
  ],
  cancel: [...CONNECTION, ...GATES, QUEUE, [2, (random) => ({ does: 'repeat', ms: upTo(5_000)(random) })]],
  read: [
    ...CONNECTION,
    ...GATES,
    [8, (random) => ({ does: 'late-answer', ms: upTo(9_000)(random) })],
    [2, (random) => ({ does: 'old-date', seconds: upTo(60)(random), age: random.next() < 0.5 })],
    [1, (random) => ({ does: 'repeat', ms: upTo(2_000)(random) })],
  ],
  login: [...CONNECTION, ...GATES],
}

const requestFault =
  (requestKind: RequestKind) =>
  (random: Random): WorldFault => ({
    does: 'request',
    request: requestKind,
    fault: choose(random, ofRequest[requestKind]),
  })

const WORLD: readonly Choice<WorldFault>[] = [
  [14, requestFault('order')],
  [6, requestFault('cancel')],
  [8, requestFault('read')],
  [1, requestFault('login')],
  [1, (random) => ({ does: 'outage', ms: upTo(15_000)(random), swallows: random.next() < 0.5 })],
  [1, () => ({ does: 'stream-drop' })],
  [1, () => ({ does: 'stream-half-open' })],
  [1, (random) => ({ does: 'stream-stall', ms: upTo(9_000)(random) })],
  [2, (random) => ({ does: 'stream-miss', frames: upTo(3)(random) })],
  [2, (random) => ({ does: 'stream-double', ms: upTo(4_000)(random) })],
  [1, () => ({ does: 'tokens-end' })],
  [1, (random) => ({ does: 'clock-step', ms: Math.round((random.next() - 0.5) * 120_000) })],
  [
    1,
    (random) => ({
      does: 'status-flip',
      market: random.integer(2),
      to: random.next() < 0.5 ? 'trade_halt' : 'post_only',
      ms: upTo(10_000)(random),
    }),
  ],
  [0.3, (random) => ({ does: 'restart', downMs: upTo(5_000)(random) })],
  [
    0.5,
    (random) => ({
      does: 'disk-fail',
      code: (['ENOSPC', 'EIO', 'EROFS'] as const)[random.integer(3)] ?? 'EIO',
      operation: random.integer(6),
      ms: upTo(20_000)(random),
    }),
  ],
  [0.5, (random) => ({ does: 'disk-hang', ms: upTo(12_000)(random) })],
]

const CRASH = (random: Random): WorldFault => ({
  does: 'crash',
  atOperation: random.next() < 0.6 ? random.integer(12) : null,
  downMs: upTo(12_000)(random),
})

/** 3 to 30 faults over `horizon` ms, with a crash in two schedules of five. */
export function planFaults(random: Random, horizon: number): PlannedFault[] {
  const count = 3 + random.integer(28)
  const plan = Array.from({ length: count }, () => ({
    at: random.integer(horizon),
    fault: choose(random, WORLD),
  }))
  const crashes = random.next() < 0.4 ? 1 + random.integer(2) : 0
  for (let n = 0; n < crashes; n++) plan[n] = { at: random.integer(horizon), fault: CRASH(random) }
  return plan.toSorted((a, b) => a.at - b.at)
}
