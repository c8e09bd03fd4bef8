import { expect, it } from 'vitest'
import { leastText } from '../../../../renderer/paint/ladder/numberText.ts'

it.each([
  // A lot of 0.001: amounts are integers of it. Columns have room for four characters and more.
  { value: 4, decimals: 2, width: 4, shown: '<.01' },
  { value: 4, decimals: 2, width: 5, shown: '<0.01' },
  { value: 40, decimals: 1, width: 4, shown: '<0.1' },
  { value: 400, decimals: 0, width: 4, shown: '<1' },
  { value: 1_710, decimals: 2, width: 4, shown: '1.71' },
])('$value thousandths with $decimals decimals in $width characters read $shown', (row) => {
  const text = leastText(row.value, 3, row.decimals, row.width)
  expect(text).toBe(row.shown)
  expect(text.length).toBeLessThanOrEqual(row.width)
})
