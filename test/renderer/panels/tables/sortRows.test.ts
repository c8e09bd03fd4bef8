import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, decimal, toText, type Decimal } from '../../../../shared/base/decimal.ts'
import { seededRandom, type Random } from '../../../../shared/base/random.ts'
import type { CellValue, ValueKind } from '../../../../renderer/panels/tables/sort/cellValue.ts'
import { sortAfterChanges } from '../../../../renderer/panels/tables/sort/sortAfterChanges.ts'
import { orderOfValues } from '../../../../renderer/panels/tables/sort/sortRows.ts'

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

/** The same order by the language's own sort of exact values. */
function plainOrder(values: readonly CellValue[], kind: ValueKind, descending: boolean): readonly number[] {
  const exact = values.map((value) =>
    value === null || value === ''
      ? null
      : kind === 'decimal' && typeof value === 'string'
        ? decimal(value)
        : value,
  )
  const turn = descending ? -1 : 1
  return values
    .map((_, index) => index)
    .toSorted((a, b) => {
      const [one = null, other = null] = [exact[a], exact[b]]
      if (one === null || other === null) return one === other ? a - b : one === null ? 1 : -1
      return one === other ? a - b : turn * (one < other ? -1 : 1)
    })
}

const COLUMNS: Readonly<Record<string, readonly [ValueKind, (random: Random) => CellValue]>> = {
  'few different texts': ['text', (random) => `S${random.integer(20)}_PERP`],
  references: ['text', (random) => `v1-${random.integer(1e9)}-${random.integer(9)}`],
  'texts that begin alike': ['text', (random) => `${random.integer(3)}-order-${random.integer(1e6)}`],
  names: ['text', (random) => 'Zoë ü 東京\uffff'.slice(0, random.integer(10)) + random.integer(2_000)],
  prices: ['decimal', (random) => `${random.integer(4_000) - 2_000}.${random.integer(9)}5`],
  'amounts that are the same float': [
    'decimal',
    (random) => `90071992547409.0000000${random.integer(9) + 1}${random.integer(9)}1`,
  ],
  'live figures': ['decimal', (random) => decimal(`${random.integer(9e6) - 4e6}.1`)],
  'text and live figures': [
    'decimal',
    (random) => (random.integer(2) ? `${random.integer(1e5)}.5` : decimal(`${random.integer(1e5)}.5`)),
  ],
  times: ['time', (random) => 1.8e12 + random.integer(3_000)],
}

describe('the order of a long table', () => {
  const LONG = 3_000
  const valuesOf = ([, make]: (typeof COLUMNS)[string], seed: number): readonly CellValue[] => {
    const random = seededRandom(seed)
    return Array.from({ length: LONG }, () => (random.integer(20) === 0 ? null : make(random)))
  }

  it.each(Object.entries(COLUMNS))('is the stable exact sort of %s', (_, column) => {
    fc.assert(
      fc.property(fc.nat(), fc.boolean(), (seed, descending) => {
        const values = valuesOf(column, seed)
        expect([...orderOfValues(values, column[0], descending)]).toEqual(
          plainOrder(values, column[0], descending),
        )
      }),
      { numRuns: 10 },
    )
  })

  it.each(Object.entries(COLUMNS))('stays that of a whole sort after a few %s changed', (_, column) => {
    const [kind, make] = column
    fc.assert(
      fc.property(fc.nat(), fc.boolean(), fc.integer({ min: -5, max: 5 }), (seed, descending, grown) => {
        const random = seededRandom(seed)
        const values = valuesOf(column, seed)
        const keys = values.map((_value, index) => `k${index}`)
        const before = { keys, values, kind, descending, order: orderOfValues(values, kind, descending) }
        const isAtEnd = random.integer(2) === 0
        const added = Array.from({ length: Math.max(0, grown) }, (_value, index) => `new${index}`)
        const stay = isAtEnd ? keys.slice(0, LONG + Math.min(0, grown)) : keys.slice(Math.max(0, -grown))
        const nowKeys = isAtEnd ? [...stay, ...added] : [...added, ...stay]
        const byKey = new Map(keys.map((key, index) => [key, values[index] ?? null]))
        const now = nowKeys.map((key) =>
          added.includes(key) || random.integer(300) === 0
            ? random.integer(5) === 0
              ? null
              : make(random)
            : (byKey.get(key) ?? null),
        )
        const again = sortAfterChanges(before, { keys: nowKeys, values: now }, () => false)
        expect(again).toEqual(orderOfValues(now, kind, descending))
      }),
      { numRuns: 10 },
    )
  })

  it('is sorted whole where many values changed', () => {
    const values = valuesOf(['time', (random) => random.integer(9)], 1)
    const keys = values.map((_, index) => `k${index}`)
    const before = {
      keys,
      values,
      kind: 'time',
      descending: false,
      order: orderOfValues(values, 'time', false),
    } as const
    const now = values.map((_, index) => index)
    expect(sortAfterChanges(before, { keys, values: now }, () => false)).toBeNull()
  })
})
