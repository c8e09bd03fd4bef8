import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NONE_CHOSEN, choose, stillThere, type RowChoice } from '../../../renderer/ui/grid/chosenRows.ts'

const rowsOf = (keys: string) => ({ count: keys.length, keyAt: (index: number) => keys[index] ?? '' })
const after = (keys: string, ...changes: readonly RowChoice[]) =>
  changes.reduce((chosen, change) => choose(chosen, change, rowsOf(keys)), NONE_CHOSEN)
const names = ({ keys }: { readonly keys: ReadonlySet<string> }) => [...keys].toSorted().join('')

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f']

describe('chosen rows', () => {
  it('a range grows and shrinks from the row where it started, in both directions', () => {
    expect(names(after('abcdef', { kind: 'range', from: 2, to: 4 }))).toBe('cde')
    expect(names(after('abcdef', { kind: 'range', from: 2, to: 4 }, { kind: 'range', from: 4, to: 3 }))).toBe(
      'cd',
    )
    expect(names(after('abcdef', { kind: 'range', from: 2, to: 4 }, { kind: 'range', from: 4, to: 0 }))).toBe(
      'abc',
    )
  })

  it('a range starts at the same row after the rows were sorted anew', () => {
    const first = after('abcdef', { kind: 'range', from: 1, to: 2 })
    expect(names(choose(first, { kind: 'range', from: 5, to: 4 }, rowsOf('fedcba')))).toBe('b')
    expect(names(choose(first, { kind: 'range', from: 5, to: 2 }, rowsOf('fedcba')))).toBe('bcd')
  })

  it('a toggle adds to the selected row, and takes one away again', () => {
    const two = after('abc', { kind: 'toggle', key: 'c', selected: 'a' })
    expect(names(two)).toBe('ac')
    expect(names(choose(two, { kind: 'toggle', key: 'a', selected: 'c' }, rowsOf('abc')))).toBe('c')
  })

  it('all takes every row of the view, and none leaves none', () => {
    expect(names(after('abc', { kind: 'all' }))).toBe('abc')
    expect(names(after('abc', { kind: 'all' }, { kind: 'none' }))).toBe('')
  })

  it('rows that left are not chosen again when they come back', () => {
    const all = after('abcd', { kind: 'all' })
    const fewer = stillThere(all, rowsOf('db'))
    expect(names(fewer)).toBe('bd')
    expect(names(stillThere(fewer, rowsOf('abcd')))).toBe('bd')
    expect(stillThere(fewer, rowsOf('bd'))).toBe(fewer)
  })

  it('never names a row that the table does not have', () => {
    const change = fc.oneof(
      fc.record({
        kind: fc.constant('range' as const),
        from: fc.integer({ min: 0, max: 5 }),
        to: fc.integer({ min: 0, max: 5 }),
      }),
      fc.record({
        kind: fc.constant('toggle' as const),
        key: fc.constantFrom(...KEYS),
        selected: fc.constantFrom(null, ...KEYS),
      }),
      fc.constant({ kind: 'all' as const }),
    )
    fc.assert(
      fc.property(fc.array(change), fc.shuffledSubarray(KEYS), (changes, left) => {
        const chosen = stillThere(after('abcdef', ...changes), rowsOf(left.join('')))
        expect([...chosen.keys].filter((key) => !left.includes(key))).toEqual([])
      }),
    )
  })
})
