import { describe, expect, it } from 'vitest'
import { RecentLookUps } from '../../../../electron/core/orders/recentLookUps.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

describe('recent look-ups', () => {
  it('allow one look-up of an order in 30 s', () => {
    const clock = new FakeClock()
    const recent = new RecentLookUps(clock)
    expect([recent.claim('C1042 a'), recent.claim('C1042 a'), recent.claim('C1042 b')]).toEqual([
      true,
      false,
      true,
    ])
    clock.advance(29_999)
    expect(recent.claim('C1042 a')).toBe(false)
    clock.advance(1)
    expect(recent.claim('C1042 a')).toBe(true)
  })

  it('allow another look-up at once where the last got no answer', () => {
    const recent = new RecentLookUps(new FakeClock())
    recent.claim('C1042 a')
    recent.release('C1042 a')
    expect(recent.claim('C1042 a')).toBe(true)
  })

  it('hold the orders of the last 30 s only, however many a day brings', () => {
    const clock = new FakeClock()
    const recent = new RecentLookUps(clock)
    for (let order = 0; order < 10_000; order++) {
      recent.claim(`C1042 ${order}`)
      clock.advance(1_000)
    }
    expect(recent.size).toBe(30)
  })
})
