import { expect, it } from 'vitest'
import { runBursts } from './bursts.ts'

it('thirty bursts of ten calls of one intent over two windows are thirty requests', async () => {
  const summary = await runBursts(30, 7)
  expect(summary.faults).toEqual([])
  expect(summary.posted).toBe(30)
}, 60_000)
