import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalPlaces, parseDecimal, SCALE } from '../../../../shared/base/decimal.ts'
import { MAX_SCALE, POWERS, readScaled } from '../../../../shared/domain/book/scaledInteger.ts'

const read = (text: string) => {
  const into = { value: 7, places: 7 }
  readScaled(text, into)
  return into
}

describe('readScaled', () => {
  it('agrees with exact decimals on every number, also with an exponent; gives NaN for the rest', () => {
    const text = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.stringMatching(/^\d{0,9}$/),
        fc.option(fc.stringMatching(/^\d{0,9}$/)),
        fc.constantFrom('', '', 'e2', 'E-3'),
      )
      .map(
        ([sign, whole, fraction, exponent]) =>
          sign + whole + (fraction === null ? '' : `.${fraction}`) + exponent,
      )
    fc.assert(
      fc.property(text, (number) => {
        const exact = parseDecimal(number)
        const places = exact.ok ? decimalPlaces(exact.value) : 0
        const whole = exact.ok ? Number(exact.value / 10n ** BigInt(SCALE - places)) : NaN
        const value = places <= MAX_SCALE && Number.isSafeInteger(whole) ? whole : NaN
        expect(read(number)).toEqual({ value, places: Number.isNaN(value) ? 0 : places })
      }),
      { numRuns: 2000 },
    )
  })

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(read(text).value).toBeTypeOf('number')
      }),
    )
  })

  it('refuses what a safe integer cannot hold', () => {
    expect(read('9007199254740991').value).toBe(Number.MAX_SAFE_INTEGER)
    expect(read('9007199254740992').value).toBeNaN()
    expect(read('9007199254740.9910').value).toBe(Number.MAX_SAFE_INTEGER)
    expect(read('0.0000000000000001').value).toBeNaN()
  })

  it('knows its powers of ten', () => {
    expect(POWERS).toEqual(Array.from({ length: MAX_SCALE + 1 }, (_, n) => Number(`1e${n}`)))
  })
})
