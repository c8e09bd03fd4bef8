/** Everything that one simulated day is made of, drawn from its seed before it begins. Data only. */

import { seededRandom } from '../../../shared/base/random.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { SAMPLE_CUSTOMERS } from '../../../electron/paper/brokerage/customers.ts'
import { withBrackets } from './brackets.ts'
import { planActs, type PlannedAct } from './dealer.ts'
import { planFaults, type PlannedFault } from './faults.ts'
import { planLists, type ListPlan } from './listHabits.ts'
import { planBlocks, type BlockPlan } from './blocks.ts'
import { CROWD, isCrowded, planCrowd } from './crowd.ts'
import { planScales, type ScalePlan } from './scales.ts'
import type { VenueKind } from '../world/venue.ts'

export interface Plan {
  readonly seed: number
  readonly kind: VenueKind
  /** Wall clock of the venue when the world begins, ms since epoch. */
  readonly startedAt: number
  /** What the desk's wall clock is wrong by, ms. */
  readonly skew: number
  /** Ms that dealer and faults are at work, counted from when the desk is ready. */
  readonly horizon: number
  readonly acts: readonly PlannedAct[]
  readonly faults: readonly PlannedFault[]
  readonly lists: ListPlan
  /** Drawn apart, so that the rest of the day stays as it is. */
  readonly scales: ScalePlan
  readonly blocks: BlockPlan
}

const MINUTE = 60_000
const CUSTOMERS: readonly CustomerCode[] = SAMPLE_CUSTOMERS.map(({ code }) => code)

/** Half of the schedules sign their requests, half carry a token; a quarter speaks the second variant. */
export function planOf(seed: number): Plan {
  const day = plainDay(seed)
  return isCrowded(seed)
    ? {
        ...day,
        kind: { ...day.kind, crowd: CROWD },
        blocks: planCrowd(seededRandom(seed ^ 0xc20d), day.horizon),
      }
    : day
}

function plainDay(seed: number): Plan {
  const random = seededRandom(seed)
  const horizon = 10_000 + random.integer(40_000)
  return {
    seed,
    kind: {
      auth: random.next() < 0.5 ? 'signed' : 'bearer',
      variant: random.next() < 0.25 ? 'second' : 'plain',
      tokenLifetimeMs: random.next() < 0.5 ? 20_000 + random.integer(60_000) : 60 * MINUTE,
    },
    startedAt: Date.UTC(2026, 0, 5, 9) + random.integer(1_000_000),
    skew: random.next() < 0.5 ? 0 : random.integer(600_000) - 300_000,
    horizon,
    acts: withBrackets(seededRandom(seed ^ 0xb4ac), planActs(random, CUSTOMERS, horizon)),
    faults: planFaults(random, horizon),
    lists: planLists(seed, CUSTOMERS, horizon),
    scales: planScales(seededRandom(seed ^ 0x5ca1), CUSTOMERS, horizon),
    blocks: planBlocks(seededRandom(seed ^ 0xb10c), CUSTOMERS, horizon),
  }
}
