/** The sentences about a reduction name the field, the rows and what to do. */

import { describe, expect, it } from 'vitest'
import { decimal } from '../../../../shared/base/decimal.ts'
import { customerCode, symbol } from '../../../../shared/domain/scalars.ts'
import { nothingLeftWords, readPercent } from '../../../../renderer/panels/risk/acts/reductionWords.ts'

const nameOf = (name: string) => name.slice(0, 3)
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    customerCode: customerCode.parse(`C${n + 1}`),
    symbol: symbol.parse('BTCUSDC_PERP'),
  }))

describe('the percent of a reduction', () => {
  it.each([
    ['25', '25'],
    ['0.5 %', '0.5'],
    ['100', '100'],
  ])('is read from "%s"', (typed, value) => {
    expect(readPercent(typed, rowsOf(1), nameOf)).toEqual({ ok: true, value: decimal(value) })
  })

  it.each([
    ['120', '120 is above 100'],
    ['0', '0 is not above 0'],
    ['-5', '-5 is not above 0'],
    ['half', '"half" is not a number'],
    ['', '"" is not a number'],
  ])('"%s" is refused with the field, the rows and the fix', (typed, wrong) => {
    expect(readPercent(typed, rowsOf(1), nameOf)).toEqual({
      ok: false,
      failure: `Percent to reduce by: ${wrong}. Nothing is filled in for C1 BTC. Type a percent above 0 and up to 100.`,
    })
  })

  it('names the first rows of many, and counts the others', () => {
    expect(readPercent('120', rowsOf(6), nameOf)).toMatchObject({
      failure: expect.stringContaining(' for 6 positions (C1 BTC, C2 BTC, C3 BTC, C4 BTC and 2 more). '),
    })
    expect(readPercent('120', rowsOf(4), nameOf)).toMatchObject({
      failure: expect.stringContaining(' for 4 positions (C1 BTC, C2 BTC, C3 BTC, C4 BTC). '),
    })
  })
})

describe('a reduction of which nothing is left', () => {
  it('names the rows that are held back, each with its reason', () => {
    const heldBack = rowsOf(5).map((row) => ({ ...row, why: 'that part is less than one lot' }))
    expect(nothingLeftWords(decimal('25'), heldBack.slice(0, 2), nameOf)).toBe(
      'Nothing is left of the reduction by 25 %. No order was filled in for C1 BTC (that part is less than one lot), C2 BTC (that part is less than one lot). Choose these rows again, and type the percent anew.',
    )
    expect(nothingLeftWords(decimal('25'), heldBack, nameOf)).toContain('lot) and 1 more. ')
  })

  it('says no more where every position is at its target', () => {
    expect(nothingLeftWords(decimal('25'), [], nameOf)).toBe('Nothing is left of the reduction by 25 %.')
  })
})
