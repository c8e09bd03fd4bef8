import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupAround, groupRows, isGroupKey } from '../../../../renderer/panels/tables/group/groupRows.ts'

const group = (
  keys: readonly string[],
  more: Partial<Omit<Parameters<typeof groupRows>[0], 'valueOf' | 'keys'>> = {},
) =>
  groupRows({
    keys,
    valueOf: (key) => key.charAt(0),
    waiting: 0,
    descending: false,
    folded: new Set(),
    ...more,
  })
const shown = ({ keys }: { readonly keys: readonly string[] }) =>
  keys.map((key) => (isGroupKey(key) ? '-' : key)).join(' ')

describe('groups of rows', () => {
  it('stand in the order of their names, and their rows in the order of the table', () => {
    const { groups, keys } = group(['b2', 'a9', 'b1', 'a3'])
    expect(groups.map(({ value }) => value)).toEqual(['a', 'b'])
    expect(shown({ keys })).toBe('- a9 a3 - b2 b1')
    expect(group(['b2', 'a9'], { descending: true }).groups.map(({ value }) => value)).toEqual(['b', 'a'])
  })

  it('a folded one shows no row of its own', () => {
    const { groups } = group(['a1', 'b1'])
    const folded = group(['a1', 'b1'], { folded: new Set([groups[0]?.key ?? '']) })
    expect(shown(folded)).toBe('- - b1')
    expect(groupAround(folded.groups, 'a1')?.value).toBe('a')
  })

  it('rows that wait for the pointer stand below all, under a row of their own', () => {
    const held = group(['a1', 'b1', 'a2'], { waiting: 1 })
    expect(shown(held)).toBe('- a1 - b1 - a2')
    expect(held.groups.at(-1)?.value).toBeNull()
  })

  it('hold every row once, and no row moves out of its group', () => {
    const key = fc.string({ minLength: 1, maxLength: 3 }).filter((text) => !isGroupKey(text))
    fc.assert(
      fc.property(fc.uniqueArray(key), fc.nat(), (keys, some) => {
        const { groups, keys: all } = group(keys, { waiting: keys.length === 0 ? 0 : some % keys.length })
        expect(all.filter((one) => !isGroupKey(one)).toSorted()).toEqual(keys.toSorted())
        const settled = groups.filter(({ value }) => value !== null)
        expect(
          settled.flatMap(({ value, keys: own }) => own.filter((one) => one.charAt(0) !== value)),
        ).toEqual([])
      }),
    )
  })
})
