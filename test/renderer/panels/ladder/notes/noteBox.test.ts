import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FULL_LADDER, layoutOf } from '../../../../../renderer/paint/ladder/ladderLayout.ts'
import { noteBox, type NoteRoom } from '../../../../../renderer/panels/ladder/notes/noteBox.ts'

const ROW = 19
const FIRST = 2 * ROW
const roomOf = (width: number, height: number, n: number | null, half: NoteRoom['half']): NoteRoom => ({
  columns: layoutOf(width, 7, 8, width < 260 ? { ...FULL_LADDER, isCompact: true } : FULL_LADDER).columns,
  width,
  height,
  row: n === null ? null : { top: FIRST + n * ROW, bottom: FIRST + (n + 1) * ROW },
  half,
  firstRow: FIRST,
})
/** A sentence of so many px of area, as a paragraph takes it. */
const paragraph = (area: number) => (width: number) => Math.ceil(area / width / 18) * 18 + 12

describe('a note about a row', () => {
  test('stands below a buy in the half of the asks, and below a sell in the half of the bids', () => {
    const buy = roomOf(396, 580, 5, 'bids')
    const below = noteBox(buy, () => 80)
    expect(below.top).toBe(FIRST + 6 * ROW + 2)
    expect(below.left).toBeGreaterThanOrEqual(buy.columns.asks.x)
    const sell = noteBox(roomOf(396, 580, 5, 'asks'), () => 80)
    expect(sell.left + sell.width).toBeLessThanOrEqual(buy.columns.price.x)
  })

  test('on a narrow ladder takes the whole column of prices, and cuts none of them', () => {
    const { columns } = roomOf(270, 400, 5, 'bids')
    expect(noteBox(roomOf(270, 400, 5, 'bids'), () => 80).left).toBe(columns.price.x)
    const sell = noteBox(roomOf(270, 400, 5, 'asks'), () => 80)
    expect(sell.left + sell.width).toBe(columns.asks.x)
  })

  test('too tall for its half becomes wide before it goes above its row', () => {
    const box = noteBox(roomOf(396, 320, 7, 'bids'), paragraph(16_000))
    expect(box).toMatchObject({ left: 4, width: 388, top: FIRST + 8 * ROW + 2 })
  })

  test('stands above a row that has no room below', () => {
    const box = noteBox(roomOf(396, 580, 24, 'bids'), () => 80)
    expect(box.top + 80).toBe(FIRST + 24 * ROW - 2)
  })

  test('without a row stands at the bottom', () => {
    expect(noteBox(roomOf(396, 580, null, 'bids'), () => 60)).toMatchObject({ left: 4, top: 580 - 60 - 4 })
  })

  test('never covers its row, and stays inside, on a ladder of any size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 220, max: 700 }),
        fc.integer({ min: 200, max: 1_000 }),
        fc.nat(100),
        fc.constantFrom('bids' as const, 'asks' as const),
        fc.integer({ min: 100, max: 40_000 }),
        (width, height, at, half, area) => {
          const n = at % Math.max(1, Math.floor((height - FIRST - ROW) / ROW))
          const room = roomOf(width, height, n, half)
          const heightOf = paragraph(area)
          const box = noteBox(room, heightOf)
          const bottom = box.top + Math.min(heightOf(box.width), box.maxHeight)
          const { row } = room
          expect(row !== null && (bottom <= row.top || box.top >= row.bottom)).toBe(true)
          expect(box.left).toBeGreaterThanOrEqual(0)
          expect(box.left + box.width).toBeLessThanOrEqual(width)
          expect(box.top).toBeGreaterThanOrEqual(FIRST - 2)
          expect(bottom).toBeLessThanOrEqual(height)
        },
      ),
    )
  })
})
