import { expect, it } from 'vitest'
import { killDrill } from './killDrill.ts'

it('the kill switch halts every window and cancels each order once, proven, eight at a time', async () => {
  const drill = await killDrill({ orders: 60, latencyMs: 20 })
  expect(drill.halt).toMatchObject({ orders: 60, verified: 60, unverified: [] })
  expect(drill.aliveAtVenue).toBe(0)
  expect(drill.cancelsSent).toBe(60)
  expect(drill.cancelsAtOnce).toBeGreaterThan(4)
  expect(drill.cancelsAtOnce).toBeLessThanOrEqual(8)
  expect(drill.refusal).toContain('The whole desk is halted')
  // Windows hear of the halt long before the work it starts is done.
  expect(Math.max(...drill.haltedIn)).toBeLessThan(drill.verifiedIn)
}, 60_000)
