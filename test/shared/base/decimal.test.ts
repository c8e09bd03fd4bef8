import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  canonical,
  decimal,
  divide,
  fromInteger,
  multiply,
  multiplyDivide,
  parseDecimal,
  roundToStep,
  subtract,
  toInteger,
  toText,
} from '../../../shared/base/decimal.ts'

const text = fc
  .tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.integer({ min: 0, max: 18 }))
  .map(([whole, places]) => {
    const digits = (whole < 0n ? -whole : whole).toString().padStart(places + 1, '0')
    const cut = digits.length - places
    return `${whole < 0n ? '-' : ''}${digits.slice(0, cut)}${places ? `.${digits.slice(cut)}` : ''}`
  })

describe('decimal', () => {
  it.each([
    ['1.10', '1.1'],
    ['-0', '0'],
    ['+3', '3'],
    ['1e3', '1000'],
    ['1.5E-7', '0.00000015'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['000123.4500', '123.45'],
  ])('reads %s as %s', (input, output) => {
    expect(canonical(input)).toEqual({ ok: true, value: output })
  })

  it.each([
    '',
    '.',
    '-',
    'NaN',
    'Infinity',
    '0x10',
    '1,000',
    '1 000',
    '1e999',
    '9e99',
    '--1',
    '1e-19',
    '0.1234567890123456789',
  ])('refuses %j instead of rounding it', (input) => expect(parseDecimal(input).ok).toBe(false))

  it('comes back from text unchanged, whatever the digits', () => {
    fc.assert(
      fc.property(text, (input) => {
        const value = decimal(input)
        expect(decimal(toText(value))).toBe(value)
      }),
      { numRuns: 2_000 },
    )
  })

  it('adds and subtracts exactly, where binary floats do not', () => {
    expect(toText(add(decimal('0.1'), decimal('0.2')))).toBe('0.3')
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(subtract(add(decimal(a), decimal(b)), decimal(b))).toBe(decimal(a))
      }),
    )
  })

  it('multiplies a price and an amount to the last digit', () => {
    expect(toText(multiply(decimal('62150.12345678'), decimal('0.00000001')))).toBe('0.0006215012345678')
  })

  it.each([
    ['down', '2.5', '2'],
    ['down', '-2.5', '-2'],
    ['up', '2.1', '3'],
    ['up', '-2.1', '-3'],
    ['floor', '-2.1', '-3'],
    ['ceil', '-2.1', '-2'],
    ['nearest', '2.5', '3'],
    ['nearest', '-2.5', '-3'],
    ['nearest', '2.4', '2'],
  ] as const)('rounds %s: %s becomes %s', (rounding, input, output) => {
    expect(toText(roundToStep(decimal(input), decimal('1'), rounding))).toBe(output)
  })

  it('divides to eighteen places and takes shares rounded once', () => {
    expect(toText(divide(decimal('2'), decimal('3')))).toBe('0.666666666666666667')
    expect(toText(multiplyDivide(decimal('100'), decimal('1'), decimal('3'), 'down'))).toBe(
      '33.333333333333333333',
    )
    expect(() => divide(decimal('1'), decimal('0'))).toThrow('division by zero')
  })

  it('counts steps both ways and refuses what does not fit', () => {
    expect(toInteger(decimal('62150.5'), 1)).toBe(621505)
    expect(fromInteger(621505, 1)).toBe(decimal('62150.5'))
    expect(() => toInteger(decimal('0.05'), 1)).toThrow('more than 1 decimal places')
    expect(() => toInteger(decimal('1e17'), 2)).toThrow('too large')
  })
})
