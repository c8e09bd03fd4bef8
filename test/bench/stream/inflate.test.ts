import { expect, it } from 'vitest'
import { measureCounting } from './inflate.ts'

// A guard against gross regressions: a ratio within one run, never a time.
it('compressed messages cost well under half of what ws’s own inflation takes of them', async () => {
  const cost = await measureCounting(2_000, 4)
  expect(cost.inflated / cost['inflated by ws']).toBeLessThan(0.4)
}, 60_000)
