import { expect, it } from 'vitest'
import { rowOfKey } from '../../../../renderer/ui/grid/gridWindow.ts'

it.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 4, 5],
  ['ArrowUp', -1, 0],
  ['ArrowUp', 4, 3],
  ['PageDown', 4, 14],
  ['PageUp', 4, -6],
  ['Home', 4, 0],
  ['End', 4, 99],
  ['Enter', 4, undefined],
  ['constructor', 4, undefined],
])('%s at row %i of 100 walks to %s', (key, at, row) => {
  expect(rowOfKey(key, at, 10, 100)).toBe(row)
})
