/** Pinned rows: they come first in the order in which they were pinned, and a pinned row that is not there takes no place. */

import { expect, it } from 'vitest'
import { pinnedFirst } from '../../../../renderer/panels/tables/arrange/pinnedRows.ts'

const rows = ['a', 'b', 'c', 'd']
const arranged = { count: rows.length, keyAt: (index: number) => rows[index] ?? '', waiting: 0 }
const orderOf = (pins: readonly string[]) => {
  const { arranged: ordered, pinned } = pinnedFirst(arranged, pins)
  return [Array.from({ length: ordered.count }, (_, n) => ordered.keyAt(n)).join(''), pinned]
}

it('pinned rows come first, in the order in which they were pinned, and no row is lost or doubled', () => {
  expect(orderOf(['c', 'a'])).toEqual(['cabd', 2])
})

it('a pinned row that the table does not have takes no place', () => {
  expect(orderOf(['gone', 'd'])).toEqual(['dabc', 1])
  expect(orderOf(['gone'])).toEqual(['abcd', 0])
})

it('without a pin the rows are the same object, so that nothing is drawn anew', () => {
  expect(pinnedFirst(arranged, []).arranged).toBe(arranged)
})
