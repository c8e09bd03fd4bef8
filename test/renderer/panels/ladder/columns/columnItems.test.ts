import { describe, expect, test } from 'vitest'
import { FULL_LADDER, layoutOf } from '../../../../../renderer/paint/ladder/ladderLayout.ts'
import { columnItems, switched } from '../../../../../renderer/panels/ladder/columns/columnItems.ts'
import { ladderChoices } from '../../../../../renderer/state/ladder/ladderChoices.ts'

const ids = (shape = FULL_LADDER) =>
  columnItems(shape, null)
    .filter(({ isOn }) => isOn)
    .map(({ id }) => id)

describe('the columns of a ladder', () => {
  test('are all on at first, and each is switched off and on again by itself', () => {
    expect(ids()).toEqual(['volume', 'queue', 'bids', 'asks', 'prints'])
    const without = switched(switched(FULL_LADDER, 'queue'), 'asks')
    expect(ids(without)).toEqual(['volume', 'bids', 'prints'])
    expect(switched(switched(without, 'queue'), 'asks')).toEqual(FULL_LADDER)
    expect(ids(switched(without, 'compact'))).toEqual(['volume', 'bids', 'prints', 'compact'])
  })

  test('never hide prices or own orders', () => {
    const words = columnItems(FULL_LADDER, null).map(({ id }) => id)
    expect(words).not.toEqual(expect.arrayContaining(['price']))
    expect(words).not.toEqual(expect.arrayContaining(['workBuy']))
  })

  test('that are on and have no room say so', () => {
    const labels = (width: number) =>
      columnItems(FULL_LADDER, layoutOf(width, 7, 8).columns).map(({ label }) => label)
    expect(labels(396)).toContain('Queue ahead of own orders ~: no room here')
    expect(labels(460).join()).not.toContain('no room')
  })

  test('are kept; what a window cannot read of them is as usual', () => {
    expect(ladderChoices.parse({ isCompact: true, off: ['queue'] })).toEqual({
      isCompact: true,
      off: ['queue'],
    })
    expect(ladderChoices.parse({ isCompact: 'yes', off: ['price'] })).toEqual({ isCompact: false, off: [] })
  })
})
