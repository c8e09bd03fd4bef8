import { describe, expect, test } from 'vitest'
import { marksOfPosition } from '../../../../renderer/panels/ladder/positionMarks.ts'
import { instrument, longOne, text } from './scenes.ts'

const marksOf = (more: Partial<Parameters<typeof marksOfPosition>[0]>) =>
  marksOfPosition({ position: longOne, instrument, takerFee: null, liquidation: null, ...more }).map(
    ({ kind, priceText, size }) => [kind, priceText, size],
  )

describe('the rows that a position marks', () => {
  test('average entry, break-even with both fees, and a liquidation price that is known', () => {
    expect(marksOf({ takerFee: text('5'), liquidation: text('58210') })).toEqual([
      ['average', '61,402.5', '+1.000'],
      ['breakEven', '~61,463.9', ''],
      ['liquidation', '~58,210.0', ''],
    ])
  })

  test('a figure that is not known has no row', () => {
    expect(marksOf({})).toEqual([['average', '61,402.5', '+1.000']])
  })

  test.each([
    ['no position', null],
    ['a flat one', { ...longOne, size: text('0'), averageEntry: null }],
    ['one whose history may be incomplete', { ...longOne, complete: false }],
    ['one whose trades are missing', { ...longOne, unsure: { since: 1, why: 'one trade cannot be read' } }],
  ])('%s marks nothing', (_, position) => {
    expect(marksOf({ position, takerFee: text('5') })).toEqual([])
  })
})
