import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceOfRow } from '../../../../renderer/paint/ladder/ladderModel.ts'
import {
  breakEvenOf,
  markedRows,
  markLabel,
  type LadderMark,
} from '../../../../renderer/paint/ladder/markedRows.ts'
import {
  absolute,
  add,
  decimal,
  decimalOf,
  divide,
  fromInteger,
  multiply,
  subtract,
  toText,
} from '../../../../shared/base/decimal.ts'
import { text } from '../../panels/ladder/scenes.ts'

const HALF = { rowStep: 5, priceScale: 1 }
const mark = (kind: LadderMark['kind'], price: string, isLong = true): LadderMark => ({
  kind,
  price: text(price),
  isLong,
  priceText: price,
  size: kind === 'average' ? '+4.000' : '',
})
const pricesOf = (marks: readonly LadderMark[]) =>
  [...markedRows(marks, HALF)].map(([row, [first]]) => [priceOfRow(row, HALF), first?.kind])

describe('the row of a mark', () => {
  test('an entry stands where its side of the book would; the others never better than they are', () => {
    const at = (kind: LadderMark['kind'], isLong: boolean) =>
      pricesOf([mark(kind, '62095.3', isLong)])[0]?.[0]
    expect([at('average', true), at('average', false)]).toEqual(['62095', '62095.5'])
    expect([at('breakEven', true), at('breakEven', false)]).toEqual(['62095.5', '62095'])
    expect([at('liquidation', true), at('liquidation', false)]).toEqual(['62095.5', '62095'])
  })

  test('the worst of two marks on one row comes first', () => {
    expect(pricesOf([mark('average', '62095'), mark('liquidation', '62095')])).toEqual([
      ['62095', 'liquidation'],
    ])
  })
})

test('a label gives up words before its price, and its price before its name', () => {
  const label = (room: number) => markLabel(mark('average', '62,095.0'), room)
  expect([30, 19, 15, 5, 2].map(label)).toEqual([
    'average +4.000 62,095.0',
    'avg +4.000 62,095.0',
    'avg 62,095.0',
    'avg',
    '',
  ])
})

test('at the break-even price, closing a position leaves nothing after both fees', () => {
  const size = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(
      size,
      fc.integer({ min: 10_000, max: 900_000 }),
      fc.integer({ min: 0, max: 50 }),
      fc.boolean(),
      (n, e, bps, isLong) => {
        const held = fromInteger(isLong ? n : -n, 3)
        const entry = fromInteger(e, 1)
        const even = decimal(breakEvenOf(toText(entry), toText(held), toText(decimalOf(bps))))
        const fee = (price: typeof entry) =>
          divide(multiply(multiply(absolute(held), price), decimalOf(bps)), decimalOf(10_000))
        const left = subtract(multiply(held, subtract(even, entry)), add(fee(entry), fee(even)))
        // The price is rounded once, at the 18th digit.
        expect(absolute(left) < decimal('0.000000001')).toBe(true)
      },
    ),
  )
})
