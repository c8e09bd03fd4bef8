/** A window always comes back where it can be seen and caught. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampBounds, MINIMUM, placeBounds, readBounds } from '../../../electron/shell/windowBounds.ts'

const main = { x: 0, y: 0, width: 1920, height: 1040 }
const right = { x: 1920, y: 0, width: 1280, height: 984 }

describe('window bounds', () => {
  it('stay as they were while their screen is there', () => {
    const there = { x: 2000, y: 50, width: 1000, height: 800 }
    expect(clampBounds(there, [main, right])).toEqual(there)
  })

  it('come to the middle of the main screen when their screen is gone', () => {
    expect(clampBounds({ x: 2000, y: 50, width: 1000, height: 800 }, [main])).toEqual({
      x: 460,
      y: 120,
      width: 1000,
      height: 800,
    })
  })

  it('are made to fit a smaller screen', () => {
    const small = { x: 0, y: 25, width: 1280, height: 700 }
    expect(clampBounds({ x: -50, y: 0, width: 3000, height: 2000 }, [small])).toEqual(small)
  })

  it('always lie within one screen, no smaller than usable', () => {
    const number = fc.integer({ min: -10_000, max: 10_000 })
    fc.assert(
      fc.property(fc.record({ x: number, y: number, width: number, height: number }), (saved) => {
        const { x, y, width, height } = clampBounds(saved, [main, right])
        expect(width).toBeGreaterThanOrEqual(MINIMUM.width)
        expect(height).toBeGreaterThanOrEqual(MINIMUM.height)
        expect(
          [main, right].some(
            (area) =>
              x >= area.x &&
              y >= area.y &&
              x + width <= area.x + area.width &&
              y + height <= area.y + area.height,
          ),
        ).toBe(true)
      }),
    )
  })

  it.each([
    null,
    '',
    'x',
    '{}',
    '[]',
    'null',
    '{"x":1,"y":2,"width":"3","height":4}',
    '{"x":1e99,"y":0,"width":1,"height":1}',
  ])('read from %s count as missing', (text) => {
    expect(readBounds(text)).toBeNull()
  })
})

describe('a window of several screens', () => {
  const saved = {
    x: 2000,
    y: 50,
    width: 1000,
    height: 800,
    maximized: false,
    display: { id: 2, workArea: right },
  }
  const place = { x: 2000, y: 50, width: 1000, height: 800 }

  it('follows its own screen to where the system put it', () => {
    const left = { ...right, x: -1280 }
    expect(
      placeBounds(saved, [
        { id: 1, workArea: main },
        { id: 2, workArea: left },
      ]),
    ).toEqual({ ...place, x: -1200 })
  })

  it('goes to the main screen when its own was unplugged, and back once it is there again', () => {
    expect(placeBounds(saved, [{ id: 1, workArea: main }])).toEqual({ ...place, x: 460, y: 120 })
    expect(
      placeBounds(saved, [
        { id: 1, workArea: main },
        { id: 2, workArea: right },
      ]),
    ).toEqual(place)
  })

  it('keeps its position where another screen stands there now', () => {
    expect(
      placeBounds(saved, [
        { id: 1, workArea: main },
        { id: 7, workArea: right },
      ]),
    ).toEqual(place)
  })
})
