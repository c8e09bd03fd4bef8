import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../shared/base/random.ts'
import { slopeOf, theilSen } from './slope.ts'

const line = (perHour: number, noise: (n: number) => number = () => 0) =>
  Array.from({ length: 80 }, (_, n) => ({ at: n / 240, value: 50 + (perHour * n) / 240 + noise(n) }))

describe('the slope of a heap', () => {
  it('is that of a line, whatever a few wild samples say', () => {
    fc.assert(
      fc.property(fc.double({ min: -20, max: 20, noNaN: true }), (perHour) => {
        const wild = line(perHour, (n) => (n % 9 === 4 ? 40 : 0))
        expect(theilSen(line(perHour))).toBeCloseTo(perHour, 6)
        expect(Math.abs(theilSen(wild) - perHour)).toBeLessThan(1)
      }),
    )
  })

  it('lies in its interval: narrow for a clear line, wide for noise, equal for equal seeds', () => {
    const random = seededRandom(5)
    const noise = Array.from({ length: 80 }, () => random.next() - 0.5)
    const clear = slopeOf(
      line(3, (n) => 0.01 * (noise[n] ?? 0)),
      seededRandom(1),
    )
    const vague = slopeOf(
      line(3, (n) => noise[n] ?? 0),
      seededRandom(1),
    )
    for (const { low, slope, high } of [clear, vague]) {
      expect(low).toBeLessThanOrEqual(slope)
      expect(slope).toBeLessThanOrEqual(high)
      expect(low).toBeLessThan(3)
      expect(high).toBeGreaterThan(3)
    }
    expect(vague.high - vague.low).toBeGreaterThan(20 * (clear.high - clear.low))
    expect(
      slopeOf(
        line(3, (n) => noise[n] ?? 0),
        seededRandom(1),
      ),
    ).toEqual(vague)
  })
})
