import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRequestRate } from '../../../../electron/broker/rest/requestRate.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

test('counts exactly the requests of the last minute of whole seconds', () => {
  const step = fc.record({ wait: fc.integer({ min: 0, max: 90 }), status: fc.constantFrom(200, 429, 500) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const clock = new FakeClock()
      const rate = createRequestRate(clock)
      const sent: { second: number; status: number }[] = []
      for (const { wait, status } of steps) {
        clock.advance(wait * 1_000)
        rate.sent()
        rate.answered(status)
        sent.push({ second: Math.floor(clock.monotonic() / 1_000), status })
      }
      const now = Math.floor(clock.monotonic() / 1_000)
      const recent = sent.filter(({ second }) => second > now - 60)
      expect(rate.read()).toEqual({
        lastMinute: recent.length,
        throttled: recent.filter(({ status }) => status === 429).length,
      })
    }),
  )
})
