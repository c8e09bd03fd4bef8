import { expect, it } from 'vitest'
import { runMutations } from './mutations.ts'

it('the verifier finds every flip, deletion, swap, insertion, truncation and restamp', async () => {
  const tallies = [...(await runMutations(2_000, 7))]
  expect(tallies.filter(([, { missed }]) => missed > 0)).toEqual([])
  expect(tallies.filter(([, { found }]) => found < 50)).toEqual([])
}, 120_000)
