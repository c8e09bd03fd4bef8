import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DIRECTIONS, neighborIn, type Box } from '../../../renderer/workspace/neighbors.ts'

/** Two columns above a wide row, 4 px apart; the right column is split. */
const boxes: ReadonlyMap<string, Box> = new Map([
  ['ladder', { x: 0, y: 0, width: 300, height: 600 }],
  ['chart', { x: 304, y: 0, width: 400, height: 380 }],
  ['ticket', { x: 304, y: 384, width: 400, height: 216 }],
  ['orders', { x: 0, y: 604, width: 704, height: 200 }],
])

it.each([
  ['ladder', 'right', 'chart'],
  ['ladder', 'down', 'orders'],
  ['ladder', 'left', null],
  ['ladder', 'up', null],
  ['chart', 'left', 'ladder'],
  ['chart', 'down', 'ticket'],
  ['ticket', 'up', 'chart'],
  ['ticket', 'down', 'orders'],
  ['orders', 'up', 'ticket'],
  ['unknown', 'up', null],
] as const)('from %s %s is %s', (from, side, to) => expect(neighborIn(boxes, from, side)).toBe(to))

it('never leads to the panel itself, and the way back leads to a panel', () => {
  const box = fc.record({
    x: fc.nat(500),
    y: fc.nat(500),
    width: fc.integer({ min: 10, max: 300 }),
    height: fc.integer({ min: 10, max: 300 }),
  })
  const opposite = { left: 'right', right: 'left', up: 'down', down: 'up' } as const
  fc.assert(
    fc.property(
      fc.array(box, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...DIRECTIONS),
      (all, side) => {
        const placed = new Map(all.map((one, n) => [String(n), one]))
        const next = neighborIn(placed, '0', side)
        expect(next).not.toBe('0')
        expect(next === null || neighborIn(placed, next, opposite[side]) !== null).toBe(true)
      },
    ),
  )
})
