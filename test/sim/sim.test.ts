/** A hundred schedules of `npm run sim`, and proof that the simulator finds what it is there to find. */

import { describe, expect, it } from 'vitest'
import { PLANTS } from './plantedBugs.ts'
import { planOf } from './plan/plan.ts'
import { runSchedule } from './schedule.ts'
import { faultsOf } from './tally.ts'

const SCHEDULES = 100
const seeds = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)

describe('the order path under seeded faults', () => {
  it.each(seeds(0, 10))(
    'loses, doubles and wrongly ends no order in ten schedules (tens %i)',
    async (tens) => {
      for (const seed of seeds(tens * (SCHEDULES / 10) + 1, SCHEDULES / 10)) {
        const outcome = await runSchedule(seed)
        expect({ seed, why: faultsOf(outcome) }).toEqual({ seed, why: [] })
      }
    },
    240_000,
  )

  it.each([1152, 3455])(
    'counts no leg that a crash took before its intent was on disk (seed %i)',
    async (seed) => {
      expect(faultsOf(await runSchedule(seed))).toEqual([])
    },
  )

  it('is equal in two runs of one seed', async () => {
    for (const seed of [3, 14]) {
      const [first, second] = [await runSchedule(seed), await runSchedule(seed)]
      expect(second.hash).toBe(first.hash)
    }
    expect((await runSchedule(3)).hash).not.toBe((await runSchedule(14)).hash)
  }, 240_000)
})

describe('the simulator', () => {
  it('draws 1 to 50 intents and 3 to 30 faults, and a crash in 30 % of schedules or more', () => {
    const plans = seeds(1, 500).map(planOf)
    const intents = plans.map(({ acts }) => acts.filter(({ act }) => act.does === 'submit').length)
    const faults = plans.map((plan) => plan.faults.length)
    expect([Math.min(...intents), Math.max(...intents)]).toEqual([1, 50])
    expect([Math.min(...faults), Math.max(...faults)]).toEqual([3, 30])
    const crashing = plans.filter((plan) => plan.faults.some(({ fault }) => fault.does === 'crash'))
    expect(crashing.length / plans.length).toBeGreaterThan(0.3)
    const signed = plans.filter(({ kind }) => kind.auth === 'signed').length
    expect(signed / plans.length).toBeGreaterThan(0.4)
    expect(signed / plans.length).toBeLessThan(0.6)
  })

  it.each(PLANTS)(
    'finds a planted bug: %s',
    async (plant) => {
      const found: string[] = []
      for (let seed = 1; seed <= SCHEDULES && found.length === 0; seed++)
        found.push(...faultsOf(await runSchedule(seed, { plant })))
      expect(found).not.toEqual([])
    },
    240_000,
  )
})
