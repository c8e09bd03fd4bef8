/** A hundred schedules of `npm run sim`, and proof that the simulator finds what it is there to find. */

import { describe, expect, it } from 'vitest'
import { ZERO, add, decimal, toText } from '../../shared/base/decimal.ts'
import { CROWD, crowdRows } from './plan/crowd.ts'
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

  it.each([230, 530, 930])(
    'sends a block to each of 200 customers once, over refusals, a halt and a crash (seed %i)',
    async (seed) => {
      const midway = planOf(seed).blocks.blocks.flatMap((block) => block.midway ?? [])
      expect(midway.map((each) => ('act' in each ? each.act.does : each.fault.does))).toContain('halt')
      const outcome = await runSchedule(seed, { keepsLines: true })
      expect({ seed, why: faultsOf(outcome) }).toEqual({ seed, why: [] })
      expect(outcome.blockOrders).toBe(CROWD.length)
      expect(outcome.crashes).toBeGreaterThan(0)
      const halted = outcome.lines.filter((line) => line.includes('orders of the block left'))
      expect(halted).toHaveLength(midway.length)
      const refused = outcome.lines.filter((line) => /row \d+ of 200 .*INSUFFICIENT_FUNDS/.test(line))
      expect(new Set(refused.map((line) => /row (\d+) of/.exec(line)?.[1])).size).toBe(66)
    },
    240_000,
  )

  it('is equal in two runs of one seed', async () => {
    for (const seed of [3, 14, 30]) {
      const [first, second] = [await runSchedule(seed), await runSchedule(seed)]
      expect(second.hash).toBe(first.hash)
    }
    expect((await runSchedule(3)).hash).not.toBe((await runSchedule(14)).hash)
  }, 240_000)
})

describe('the simulator', () => {
  it('shares the block of 200 customers to the last lot, a third of whom cannot pay', () => {
    const { rows, parent, extraLots } = crowdRows()
    const sum = rows.reduce((all, { amount }) => add(all, decimal(amount)), ZERO)
    expect(toText(sum)).toBe(toText(parent))
    expect(extraLots).toBeGreaterThan(0)
    expect(new Set(rows.map(({ amount }) => amount)).size).toBe(CROWD.length)
    expect(CROWD.filter(({ collateral }) => collateral === '1')).toHaveLength(66)
  })

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
