import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineSlots } from '../../../../renderer/ui/grid/lineSlots.ts'

describe('the drawn lines of a grid', () => {
  it('take the new rows once another order was chosen', () => {
    const slots = new LineSlots()
    expect(slots.of(['a', 'b', 'c'], 'by name')).toEqual([0, 1, 2])
    expect(slots.of(['x', 'b', 'y', 'z'], 'by price')).toEqual([0, 1, 2, 3])
  })

  it('go to no other row by a scroll or a new row', () => {
    const slots = new LineSlots()
    slots.of(['a', 'b', 'c'], 'by name')
    expect(slots.of(['b', 'c', 'd'], 'by name')).toEqual([1, 2, 3])
    expect(slots.of(['a', 'b', 'c'], 'by name')).toEqual([4, 1, 2])
  })

  it('are never two rows’ at once, and a row that stays keeps its line', () => {
    const rows = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(fc.tuple(rows, fc.integer({ min: 0, max: 2 })), { maxLength: 30 }), (steps) => {
        const slots = new LineSlots()
        let before = new Map<string, number>()
        for (const [keys, order] of steps) {
          const now = slots.of(keys, order)
          expect(new Set(now).size).toBe(keys.length)
          for (const [at, key] of keys.entries()) expect(now[at]).toBe(before.get(key) ?? now[at])
          before = new Map(keys.map((key, at) => [key, now[at] ?? -1]))
        }
      }),
    )
  })
})
