/** Follows a press of the pointer on the rows from its start to its release. Sends nothing. */

import { useEffect, useRef, type MouseEvent, type PointerEvent, type RefObject } from 'react'
import type { Clock } from '../../../../shared/base/clock.ts'
import { hasControl, hasWindowsKey } from '../../../keys/controlKey.ts'
import { INPUT_LIVES } from '../../../keys/lateInput.ts'
import { cellAt, type LadderScene, type PointedCell } from '../../../paint/ladder/ladderView.ts'
import type { PaintedLadder } from '../canvas/paintedLadder.ts'
import type { LadderSituation } from '../ladderAnswer.ts'
import { termsOf, type LadderClick, type PressTerms } from './answerClick.ts'
import type { Place } from './useRowMenu.ts'

interface RowPressOptions {
  readonly clock: Clock
  readonly live: RefObject<PaintedLadder | null>
  readonly situation: () => LadderSituation | null
  /** Receives why a press was dropped, as a sentence. */
  readonly onDropped: (why: string) => void
  /** Receives a press that was released on the ladder. */
  readonly onClick: (click: LadderClick, pointer: Place) => void
}

/** The one button that is down, with its modifiers, such as `Shift+left`. */
interface Pressed {
  readonly button: string
  /** Monotonic ms. */
  readonly at: number
  readonly terms: PressTerms
  /** The rows as drawn at the press. */
  readonly scene: Promise<LadderScene | null>
  readonly from: Place
  /** The outermost places that the pointer reached since. */
  low: Place
  high: Place
}

export function useRowPress({ clock, live, situation, onDropped, onClick }: RowPressOptions) {
  const pressed = useRef<Pressed | null>(null)
  /** Releases whose rows the paint worker has not reported yet. */
  const unanswered = useRef(0)

  const look = (): Promise<LadderScene | null> => live.current?.look() ?? Promise.resolve(null)

  /** Handles a click by the rows that were drawn at its press and release. */
  const release = async ({ button, at, terms, ...press }: Pressed, to: Place, pointer: Place) => {
    const releasedAt = clock.monotonic()
    unanswered.current++
    const [was, is] = await Promise.all([press.scene, look()])
    unanswered.current--
    const late = clock.monotonic() - releasedAt
    // The paint worker hung: the market has moved on since the click, and express would send at once.
    if (late > INPUT_LIVES)
      return onDropped(
        `Click dropped after ${(late / 1000).toFixed(1)} s, nothing sent. Check the rows, click again`,
      )
    const from = cellIn(was, press.from)
    const hasStrayed = [press.low, press.high].some((place) => !isSameCell(cellIn(was, place), from))
    const released = cellIn(is, to)
    onClick({ press: button, pressed: from, released, hasStrayed, pressedAt: at, terms }, pointer)
  }

  /** Gives up the press, before Esc means anything else; false where there is none. */
  const forget = (): boolean => {
    const isPressed = pressed.current !== null
    pressed.current = null
    return isPressed
  }
  useEffect(() => {
    // The release happens in another window of the machine, and never comes here.
    const leave = () => {
      pressed.current = null
    }
    window.addEventListener('blur', leave)
    return () => window.removeEventListener('blur', leave)
  }, [])
  return {
    forget,
    isUnanswered: () => unanswered.current > 0,
    handlers: {
      onPointerDown(event: PointerEvent) {
        const button = buttonOf(event)
        const now = situation()
        const from = placeOn(event)
        // A second finger leaves open which act was meant.
        pressed.current =
          button === null || now === null || !event.isPrimary
            ? null
            : {
                button,
                at: clock.monotonic(),
                terms: termsOf(now),
                scene: look(),
                from,
                low: from,
                high: from,
              }
      },
      onPointerMove(event: PointerEvent) {
        const press = pressed.current
        if (press === null) return
        // So does a second button: browsers report it as a move. Without a button the release happened elsewhere.
        if (event.button !== -1 || event.buttons === 0) return void forget()
        const { x, y } = placeOn(event)
        press.low = { x: Math.min(press.low.x, x), y: Math.min(press.low.y, y) }
        press.high = { x: Math.max(press.high.x, x), y: Math.max(press.high.y, y) }
      },
      onPointerUp(event: PointerEvent) {
        const press = pressed.current
        forget()
        // And so does a modifier that changed on the way.
        if (press === null || press.button !== buttonOf(event)) return
        void release(press, placeOn(event), { x: event.clientX, y: event.clientY })
      },
      onPointerCancel: () => void forget(),
    },
  }
}

const cellIn = (scene: LadderScene | null, { x, y }: Place): PointedCell | null =>
  scene && cellAt(scene, x, y)

const isSameCell = (a: PointedCell | null, b: PointedCell | null): boolean =>
  a?.record.row === b?.record.row && a?.column === b?.column

/** CSS px from the top left of the rows. */
export function placeOn({ clientX, clientY, currentTarget }: MouseEvent): Place {
  const box = currentTarget.getBoundingClientRect()
  return { x: clientX - box.left, y: clientY - box.top }
}

const BUTTONS = ['left', 'middle', 'right'] as const

/** The button with its exact modifiers, such as `Shift+left`; null for a further button. */
function buttonOf(event: PointerEvent): string | null {
  const button = BUTTONS[event.button]
  return button === undefined ? null : buttonWith(event, button)
}

/** A button with the modifiers that an event has. */
export function buttonWith(event: PointerEvent, button: (typeof BUTTONS)[number]): string {
  return [
    ...(hasControl(event) ? ['Control'] : []),
    ...(event.shiftKey ? ['Shift'] : []),
    ...(event.altKey ? ['Alt'] : []),
    // Without Ctrl and Alt on Linux, so that it would pass for a plain press.
    ...(event.getModifierState('AltGraph') ? ['AltGr'] : []),
    ...(hasWindowsKey(event) ? ['Windows'] : []),
    button,
  ].join('+')
}
