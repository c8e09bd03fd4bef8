import { describe, expect, it } from 'vitest'
import { LookUpThrottle } from '../../../../electron/core/orders/throttleLookUpsPerOrder.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

describe('the throttle of look-ups', () => {
  it('allows one look-up of an order in 30 s', () => {
    const clock = new FakeClock()
    const throttle = new LookUpThrottle(clock)
    expect([throttle.claim('C1042 a'), throttle.claim('C1042 a'), throttle.claim('C1042 b')]).toEqual([
      true,
      false,
      true,
    ])
    clock.advance(29_999)
    expect(throttle.claim('C1042 a')).toBe(false)
    clock.advance(1)
    expect(throttle.claim('C1042 a')).toBe(true)
  })

  it('allows another look-up at once where the last got no answer', () => {
    const throttle = new LookUpThrottle(new FakeClock())
    throttle.claim('C1042 a')
    throttle.release('C1042 a')
    expect(throttle.claim('C1042 a')).toBe(true)
  })

  it('holds the orders of the last 30 s only, however many a day brings', () => {
    const clock = new FakeClock()
    const throttle = new LookUpThrottle(clock)
    for (let order = 0; order < 10_000; order++) {
      throttle.claim(`C1042 ${order}`)
      clock.advance(1_000)
    }
    expect(throttle.size).toBe(30)
  })
})
