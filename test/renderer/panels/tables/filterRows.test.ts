import { expect, it } from 'vitest'
import { hasWords, valueText, wordsOf } from '../../../../renderer/panels/tables/arrange/filterRows.ts'
import { decimal } from '../../../../shared/base/decimal.ts'

const text = 'c1042 acme pension\nbtcusdc_perp\nbuy\n62150.5'

it('each of the words may be in any column', () => {
  expect(hasWords(text, wordsOf(' BUY  acme '))).toBe(true)
  expect(hasWords(text, wordsOf('buy harbor'))).toBe(false)
  expect(hasWords(text, wordsOf(''))).toBe(true)
})

it('finds a price with and without its commas', () => {
  expect(hasWords(text, wordsOf('62,150.5'))).toBe(true)
  expect(hasWords(text, wordsOf('62150'))).toBe(true)
})

it('gives an unknown value no text, and a decimal all its digits', () => {
  expect(valueText(null, 'decimal')).toBe('')
  expect(valueText(decimal('-0.00000001'), 'decimal')).toBe('-0.00000001')
})
