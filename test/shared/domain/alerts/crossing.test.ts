import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, decimal, decimalOf, multiply, subtract, type Decimal } from '../../../../shared/base/decimal.ts'
import { bandOf, crossing, type Level } from '../../../../shared/domain/alerts/crossing.ts'

const level = (direction: Level['direction'], at: string, band: string): Level => ({
  direction,
  level: decimal(at),
  band: decimal(band),
})

/** The firings of a walk, by index. */
function firings(values: readonly Decimal[], at: Level): number[] {
  let isBeyond = false
  return values.flatMap((value, n) => {
    const next = crossing(isBeyond, value, at)
    ;({ isBeyond } = next)
    return next.fires ? [n] : []
  })
}
const walk = (...texts: string[]) => texts.map(decimal)

describe('a figure that reaches a level', () => {
  it('fires on the level itself, and not one step before it', () => {
    expect(firings(walk('64999.5'), level('above', '65000', '32.5'))).toEqual([])
    expect(firings(walk('64999.5', '65000'), level('above', '65000', '32.5'))).toEqual([1])
    expect(firings(walk('65000.5', '65000'), level('below', '65000', '32.5'))).toEqual([1])
  })

  it('fires once while a price dances on the level', () => {
    const dance = walk('64999.5', '65000', '64999.5', '65000.5', '64999', '65000', '64980', '65010')
    expect(firings(dance, level('above', '65000', '32.5'))).toEqual([1])
  })

  it('fires again after the price came back by the band', () => {
    const again = walk('65000', '64967.5', '65000')
    expect(firings(again, level('above', '65000', '32.5'))).toEqual([0, 2])
    expect(firings(walk('65000', '64968', '65000'), level('above', '65000', '32.5'))).toEqual([0])
  })

  it('needs the tick to come back twice where the band is finer than a tick', () => {
    expect(bandOf('price', decimal('1'), decimal('0.5'))).toBe(decimal('1'))
    expect(bandOf('price', decimal('65000'), decimal('0.5'))).toBe(decimal('32.5'))
  })

  const steps = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 200 })
  const directions = fc.constantFrom('above' as const, 'below' as const)

  it('never fires twice without a way back of at least the band in between', () => {
    fc.assert(
      fc.property(steps, directions, fc.integer({ min: 1, max: 30 }), (moves, direction, width) => {
        const at: Level = { direction, level: decimalOf(0), band: decimalOf(width) }
        const values = moves.map((move) => decimalOf(move))
        const fired = firings(values, at)
        const sign = decimalOf(direction === 'above' ? 1 : -1)
        for (const [n, index] of fired.entries()) {
          const next = fired[n + 1]
          if (next === undefined) continue
          const back = values
            .slice(index, next)
            .some((value) => multiply(value, sign) <= subtract(at.level, at.band))
          expect(back).toBe(true)
        }
      }),
    )
  })

  it('fires for every first arrival, and both directions are mirrors', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 30 }), (moves, width) => {
        const up: Level = { direction: 'above', level: decimalOf(3), band: decimalOf(width) }
        const values = moves.map((move) => decimalOf(move))
        const fired = firings(values, up)
        expect(fired[0] ?? -1).toBe(moves.findIndex((move) => move >= 3))
        const down: Level = { direction: 'below', level: decimalOf(-3), band: decimalOf(width) }
        const mirrored = moves.map((move) => subtract(decimalOf(0), add(decimalOf(move), decimalOf(0))))
        expect(firings(mirrored, down)).toEqual(fired)
      }),
    )
  })
})
