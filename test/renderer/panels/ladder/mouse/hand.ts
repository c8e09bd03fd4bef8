/** A hand on the mouse, as a browser reports it: pointer events and mouse events with the buttons that are down. For tests. */

export interface Point {
  /** CSS px from the top left of the element. */
  readonly x: number
  readonly y: number
}

export type Button = 'left' | 'middle' | 'right'
type Modifiers = Pick<PointerEventInit, 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'modifierAltGraph'>

const NUMBERS = { left: 0, middle: 1, right: 2 } as const
const BITS = { left: 1, middle: 4, right: 2 } as const

export function handOn(element: Element) {
  let down = 0
  /** A canceled pointerdown keeps mouse events away until every button is up, as in a browser. */
  let isCanceled = false
  let place: Point = { x: 0, y: 0 }
  const send = (
    Kind: typeof PointerEvent | typeof MouseEvent,
    kind: string,
    button: number,
    more: Modifiers = {},
  ) => {
    if (Kind === MouseEvent && isCanceled) return
    const box = element.getBoundingClientRect()
    const isTaken = !element.dispatchEvent(
      new Kind(kind, {
        bubbles: true,
        cancelable: true,
        isPrimary: true,
        pointerType: 'mouse',
        clientX: box.left + place.x,
        clientY: box.top + place.y,
        button,
        buttons: down,
        ...more,
      }),
    )
    if (kind === 'pointerdown') isCanceled = isTaken
  }
  const hand = {
    down(at: Point, button: Button = 'left', more?: Modifiers) {
      place = at
      const isFirst = down === 0
      down |= BITS[button]
      send(PointerEvent, isFirst ? 'pointerdown' : 'pointermove', NUMBERS[button], more)
      send(MouseEvent, 'mousedown', NUMBERS[button], more)
    },
    move(to: Point) {
      place = to
      send(PointerEvent, 'pointermove', -1)
      send(MouseEvent, 'mousemove', 0)
    },
    up(button: Button = 'left', more?: Modifiers) {
      down &= ~BITS[button]
      send(PointerEvent, down === 0 ? 'pointerup' : 'pointermove', NUMBERS[button], more)
      send(MouseEvent, 'mouseup', NUMBERS[button], more)
      if (down === 0) isCanceled = false
    },
    click(at: Point, button: Button = 'left', more?: Modifiers) {
      hand.down(at, button, more)
      hand.up(button, more)
    },
    /** The pointer comes back without its button, which came up over another window of the machine. */
    comeBack(to: Point) {
      down = 0
      hand.move(to)
    },
    /** Whether the element takes a press for itself. The press comes to nothing. */
    isTaken(at: Point): boolean {
      hand.down(at)
      if (!isCanceled) {
        hand.up()
        return false
      }
      hand.cancel()
      isCanceled = false
      return true
    },
    /** The system takes the pointer away, as for a gesture of its own. */
    cancel() {
      down = 0
      send(PointerEvent, 'pointercancel', 0)
    },
  }
  return hand
}
