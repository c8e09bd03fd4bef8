import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, decimal, toText, type Decimal } from '../../../../shared/base/decimal.ts'
import { orderOfValues } from '../../../../renderer/panels/tables/arrange/sortRows.ts'

const sorted = (
  values: Parameters<typeof orderOfValues>[0],
  kind: Parameters<typeof orderOfValues>[1],
  descending = false,
) => [...orderOfValues(values, kind, descending)].map((index) => values[index])

describe('the order of rows by one column', () => {
  it('compares decimals as decimals, not as text and not as binary floats', () => {
    expect(sorted(['10', '9', '-1', '0.1'], 'decimal')).toEqual(['-1', '0.1', '9', '10'])
    // As floats these three are equal.
    const close = [
      '9007199254740993.000000000000000002',
      '9007199254740993.000000000000000001',
      '9007199254740992',
    ]
    expect(sorted(close, 'decimal')).toEqual(close.toReversed())
    expect(sorted(close.map(decimal), 'decimal', true)).toEqual(close.map(decimal))
  })

  it('puts rows without a value first both ways where the column says so', () => {
    const isAhead = (index: number) => index === 2
    expect([...orderOfValues([null, '2', null, '1'], 'decimal', false, isAhead)]).toEqual([2, 3, 1, 0])
    expect([...orderOfValues([null, '2', null, '1'], 'decimal', true, isAhead)]).toEqual([2, 1, 3, 0])
  })

  it('puts unknown values last in both directions, in the order in which they came', () => {
    expect([...orderOfValues([null, '2', null, '1'], 'decimal', false)]).toEqual([3, 1, 0, 2])
    expect([...orderOfValues([null, '2', null, '1'], 'decimal', true)]).toEqual([1, 3, 0, 2])
    expect([...orderOfValues(['b', null, 'a', ''], 'text', true)]).toEqual([0, 2, 1, 3])
    expect(sorted(['ab', 'a', 'abc', 'b'], 'text')).toEqual(['a', 'ab', 'abc', 'b'])
    expect([...orderOfValues([5, null, 7], 'time', true)]).toEqual([2, 0, 1])
  })

  it('keeps equal values in the order in which they came, in both directions', () => {
    expect([...orderOfValues(['1', '2', '1', '2'], 'decimal', false)]).toEqual([0, 2, 1, 3])
    expect([...orderOfValues(['1', '2', '1', '2'], 'decimal', true)]).toEqual([1, 3, 0, 2])
    expect([...orderOfValues(['1', '1.0', '1.00'], 'decimal', true)]).toEqual([0, 1, 2])
  })

  it('is the stable exact sort for any values', () => {
    const value = fc.option(
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map((scaled) => toText(scaled as Decimal)),
    )
    fc.assert(
      fc.property(fc.array(value, { maxLength: 200 }), fc.boolean(), (values, descending) => {
        const turn = descending ? -1 : 1
        const expected = values
          .map((text, index) => ({ text, index }))
          .toSorted((a, b) => {
            if (a.text === null || b.text === null)
              return a.text === b.text ? a.index - b.index : a.text === null ? 1 : -1
            return turn * compare(decimal(a.text), decimal(b.text)) || a.index - b.index
          })
        expect([...orderOfValues(values, 'decimal', descending)]).toEqual(expected.map(({ index }) => index))
      }),
    )
  })
})
