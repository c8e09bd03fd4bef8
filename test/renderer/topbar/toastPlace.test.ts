import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIRST_PLACE, boxOf, placeToasts, type Box } from '../../../renderer/topbar/toastPlace.ts'

const page = { width: 1366, height: 768 }
const toasts = { width: 279, height: 140 }
const over = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
const always = (box: Box) => ({ box, always: true })
const boxIn = (place: typeof FIRST_PLACE) => boxOf(place, toasts, page)

describe('where notices stand', () => {
  it('in the lower right corner while nothing is in the way', () => {
    expect(placeToasts(toasts, page, [], FIRST_PLACE)).toEqual({ column: 'right', edge: 'bottom' })
  })

  it('beside a form in the lower right, and they stay there when it has gone', () => {
    const form = { box: { left: 970, top: 560, right: 1350, bottom: 730 }, always: false }
    const beside = placeToasts(toasts, page, [form], FIRST_PLACE)
    expect(beside).toEqual({ column: 'middle', edge: 'bottom' })
    expect(placeToasts(toasts, page, [], beside)).toEqual(beside)
  })

  it('over a form rather than over the button that sends', () => {
    const forms = [{ box: { left: 0, top: 0, right: 1366, bottom: 768 }, always: false }]
    const send = always({ left: 970, top: 700, right: 1350, bottom: 730 })
    expect(over(boxIn(placeToasts(toasts, page, [...forms, send], FIRST_PLACE)), send.box)).toBe(false)
  })

  it('wherever one field has the focus and one button sends, neither is hidden', () => {
    const small = fc
      .record({ left: fc.integer({ min: 0, max: 1200 }), top: fc.integer({ min: 0, max: 730 }) })
      .map(({ left, top }) => always({ left, top, right: left + 160, bottom: top + 30 }))
    fc.assert(
      fc.property(small, small, (field, button) => {
        const box = boxIn(placeToasts(toasts, page, [field, button], FIRST_PLACE))
        expect(over(box, field.box) || over(box, button.box)).toBe(false)
      }),
    )
  })
})
