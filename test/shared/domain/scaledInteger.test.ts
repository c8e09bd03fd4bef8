import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalPlaces, parseDecimal, toInteger } from '../../../shared/base/decimal.ts'
import { placesOf, scaledInteger } from '../../../shared/domain/scaledInteger.ts'

describe('scaledInteger', () => {
  it('agrees with exact decimals on every plain number, and gives NaN for all that does not fit', () => {
    const text = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.stringMatching(/^\d{0,9}$/),
        fc.option(fc.stringMatching(/^\d{0,9}$/)),
      )
      .map(([sign, whole, fraction]) => sign + whole + (fraction === null ? '' : `.${fraction}`))
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 6 }), (number, scale) => {
        const exact = parseDecimal(number)
        const fits = exact.ok && decimalPlaces(exact.value) <= scale
        const expected = fits ? toInteger(exact.value, scale) : NaN
        expect(scaledInteger(number, scale)).toBe(expected)
        expect(placesOf(number)).toBe(exact.ok ? decimalPlaces(exact.value) : null)
      }),
      { numRuns: 2000 },
    )
  })

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(scaledInteger(text, 3)).toBeTypeOf('number')
      }),
    )
  })

  it('refuses what a safe integer cannot hold', () => {
    expect(scaledInteger('9007199254740991', 0)).toBe(Number.MAX_SAFE_INTEGER)
    expect(scaledInteger('9007199254740992', 0)).toBeNaN()
    expect(scaledInteger('9007199254740.991', 4)).toBeNaN()
  })
})
