/** The tiles of the quote board: what ground a change gives, how many tiles stand side by side, and where keys lead. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, toText } from '../../../../shared/base/decimal.ts'
import { groundOf, tileLayout, tileOfKey } from '../../../../renderer/panels/quoteboard/tileGrid.ts'

const text = (value: string) => toText(decimal(value))

describe('the ground of a tile', () => {
  it.each([
    ['0.0602', { side: 'up', alpha: 0.52 }],
    ['0.06', { side: 'up', alpha: 0.52 }],
    ['0.03', { side: 'up', alpha: 0.31 }],
    ['0.0000001', { side: 'up', alpha: 0.1 }],
    ['-0.03', { side: 'down', alpha: 0.31 }],
    ['-0.4', { side: 'down', alpha: 0.52 }],
    ['0', null],
  ])('of a change of %s', (change, ground) => {
    expect(groundOf(text(change))).toEqual(ground)
  })

  it('is none where the change is unknown', () => expect(groundOf(null)).toBeNull())
})

describe('the places of tiles', () => {
  it('as drawn: six beside each other and four below', () =>
    expect(tileLayout({ width: 1_000, height: 590 }, 24)).toEqual({ columns: 6, height: 147 }))

  it('more than fit scroll, and a narrow panel has fewer beside each other', () => {
    expect(tileLayout({ width: 1_000, height: 590 }, 200)).toEqual({ columns: 6, height: 147 })
    expect(tileLayout({ width: 500, height: 200 }, 24)).toEqual({ columns: 3, height: 112 })
    expect(tileLayout({ width: 90, height: 200 }, 24)).toEqual({ columns: 1, height: 112 })
  })

  it('few fill the panel', () => {
    expect(tileLayout({ width: 1_000, height: 590 }, 8)).toEqual({ columns: 3, height: 196 })
    expect(tileLayout({ width: 1_000, height: 590 }, 1)).toEqual({ columns: 1, height: 590 })
    fc.assert(
      fc.property(
        fc.integer({ min: 155, max: 2_560 }),
        fc.integer({ min: 112, max: 1_400 }),
        fc.integer({ min: 1, max: 24 }),
        (width, height, count) => {
          const layout = tileLayout({ width, height }, count)
          const rows = Math.ceil(count / layout.columns)
          // Below the last row less than a row stays empty, or the tiles scroll.
          expect(rows * layout.height).toBeGreaterThan(height - rows)
          expect(layout.height).toBeGreaterThanOrEqual(112)
          expect(width / layout.columns).toBeGreaterThanOrEqual(155)
        },
      ),
    )
  })

  it('arrows walk within the tiles, and no other key is taken', () => {
    const walk = (key: string, at: number) => tileOfKey(key, at, 6, 4, 15)
    expect(walk('ArrowRight', 5)).toBe(6)
    expect(walk('ArrowLeft', 0)).toBe(0)
    expect(walk('ArrowDown', 3)).toBe(9)
    // No tile below: the last row is shorter.
    expect(walk('ArrowDown', 10)).toBe(10)
    expect(walk('ArrowUp', 2)).toBe(2)
    expect(walk('PageDown', 1)).toBe(13)
    expect(walk('Home', 9)).toBe(0)
    expect(walk('End', 0)).toBe(14)
    expect(walk('ArrowDown', -1)).toBe(0)
    expect(walk('Enter', 3)).toBeUndefined()
    fc.assert(
      fc.property(
        fc.constantFrom(
          'ArrowUp',
          'ArrowDown',
          'ArrowLeft',
          'ArrowRight',
          'PageUp',
          'PageDown',
          'Home',
          'End',
        ),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 60 }),
        fc.nat(59),
        (key, columns, count, place) => {
          const at = place % count
          const to = tileOfKey(key, at, columns, 3, count) ?? -1
          expect(to).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThan(count)
          const staysInColumn = /Up|Down/.test(key)
          expect(staysInColumn ? Math.abs(to - at) % columns : 0).toBe(0)
        },
      ),
    )
  })
})
