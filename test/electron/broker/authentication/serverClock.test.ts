import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createServerClock, readHttpDate } from '../../../../electron/broker/authentication/serverClock.ts'

const httpDate = (ms: number) => new Date(ms).toUTCString()

test('before the first Date nothing is known', () => {
  const clock = createServerClock()
  expect(clock.at(0)).toBeNull()
  clock.hear(undefined, 0, 10)
  clock.hear('tomorrow', 0, 10)
  expect(clock.at(0)).toBeNull()
})

test('reads only dates that HTTP allows [5.nonce.6]', () => {
  expect(readHttpDate('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(784_111_777_000)
  for (const wrong of [
    'Sunday, 06-Nov-94 08:49:37 GMT',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Nox 1994 08:49:37 GMT',
    '',
  ])
    expect(readHttpDate(wrong)).toBeNull()
})

test('the true time always lies within the estimate, and the estimate tightens', () => {
  const answer = fc.record({
    wait: fc.integer({ min: 1, max: 5_000 }),
    out: fc.integer({ min: 1, max: 150 }),
    back: fc.integer({ min: 1, max: 150 }),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 }),
      fc.integer({ min: -80, max: 80 }),
      fc.array(answer, { minLength: 1, maxLength: 30 }),
      (start, partsPerMillion, answers) => {
        const server = (monotonic: number) => start + monotonic * (1 + partsPerMillion / 1e6)
        const clock = createServerClock()
        let now = 0
        for (const { wait, out, back } of answers) {
          const sentAt = now + wait
          now = sentAt + out + back
          clock.hear(httpDate(server(sentAt + out)), sentAt, now)
          const estimate = clock.at(now)
          expect(estimate).not.toBeNull()
          expect(Math.abs((estimate?.time ?? 0) - server(now))).toBeLessThanOrEqual(
            (estimate?.uncertaintyMs ?? 0) + 0.001,
          )
          expect(estimate?.uncertaintyMs).toBeLessThanOrEqual((1000 + out + back) / 2 + 0.001)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('a clock that was set starts a new estimate', () => {
  const clock = createServerClock()
  clock.hear(httpDate(1_700_000_000_000), 0, 20)
  clock.hear(httpDate(1_700_003_600_000), 1_000, 1_020)
  expect(Math.abs((clock.at(1_020)?.time ?? 0) - 1_700_003_600_500)).toBeLessThan(600)
})

test('uncertainty grows with age', () => {
  const clock = createServerClock()
  clock.hear(httpDate(1_700_000_000_000), 0, 20)
  const fresh = clock.at(20)?.uncertaintyMs ?? 0
  expect(clock.at(20 + 3_600_000)?.uncertaintyMs).toBeCloseTo(fresh + 360, 0)
})
