import { expect, it } from 'vitest'
import { sumOf, sumText } from '../../../../renderer/panels/tables/arrange/sumRows.ts'

const row = (value: string | null, currency: string | null = 'USDC', isSure = true) => ({
  value,
  currency,
  isSure,
})
const money = { places: 2, isSigned: true }

it('sums exactly, and each currency by itself', () => {
  const sum = sumOf([row('0.1'), row('0.2'), row('-1', 'BTC'), null])
  expect(sum.byCurrency.get('USDC')).toBe(300_000_000_000_000_000n)
  expect(sumText(sum, true, money)).toBe('+0.30 USDC · -1.00 BTC')
  expect(sumText(sumOf([row('0.1'), row('0.2')]), true, money)).toBe('+0.30')
})

it('marks a sum that leaves out a row, has an unsure one, or is not of the whole list', () => {
  expect(sumText(sumOf([row('1'), row(null)]), true, money)).toBe('~+1.00')
  expect(sumText(sumOf([row('1'), row('1', null)]), true, money)).toBe('~+1.00')
  expect(sumText(sumOf([row('1'), row('1', 'USDC', false)]), true, money)).toBe('~+2.00')
  expect(sumText(sumOf([row('1')]), false, money)).toBe('~+1.00')
})

it('never says zero where no value is known', () => {
  expect(sumText(sumOf([row(null), row(null)]), true, money)).toBe('—')
})
