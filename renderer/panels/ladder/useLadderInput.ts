/** Passes keys and clicks on a ladder to `ladderInput.ts` and `mouse/answerClick.ts`, and runs the answers. Sends only through the props' callbacks. */

import { useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import type { Clock } from '../../../shared/base/clock.ts'
import type { LadderState } from '../../paint/ladder/ladderModel.ts'
import { cellAt, type LadderScene, type PointedCell } from '../../paint/ladder/ladderView.ts'
import type { LadderAnswer, LadderSituation } from './ladderAnswer.ts'
import { answerKey, type KeyPress } from './ladderInput.ts'
import { answerClick } from './mouse/answerClick.ts'
import type { MenuItem } from './mouse/rowMenu.ts'
import { useRowMenu, type Place } from './mouse/useRowMenu.ts'
import type { LadderProps } from './ladderProps.ts'
import type { PaintedLadder } from './canvas/paintedLadder.ts'
import { asLadderPress } from '../../keyboard/panelKeys.ts'
import { capOf } from '../../keys/caps.ts'
import { INPUT_LIVES } from '../../keys/lateInput.ts'

interface InputOptions {
  readonly clock: Clock
  readonly live: RefObject<PaintedLadder | null>
  /** The element that holds the canvas. */
  readonly book: RefObject<HTMLElement | null>
  /** The props of the last render. */
  readonly latest: () => LadderProps
  readonly say: (sentence: string) => void
  /** Opens the field of a size preset. */
  readonly onEditSize: (index: number) => void
}

/** A button of the mouse that is down, with its modifiers, such as `Shift+left`. */
interface Pressed {
  readonly button: string
  readonly cell: Promise<PointedCell | null>
}

export function useLadderInput({ clock, live, book, latest, say, onEditSize }: InputOptions) {
  const pressed = useRef<Pressed | null>(null)
  /** Whether the last key or click was in the lower half; notes then use the upper half. */
  const [aimedBelow, setAimedBelow] = useState(false)

  const situation = (): LadderSituation | null => live.current && { ...live.current.sight, props: latest() }
  const menu = useRowMenu({ book, situation })

  const act = (answer: LadderAnswer, pointer: Place | null = null) => {
    const props = latest()
    switch (answer.kind) {
      case 'view':
        return live.current?.use(answer.event)
      case 'request':
        return props.onRequest(answer.request)
      case 'sizes':
        return props.onSizes(answer.sizes, answer.index)
      case 'editSize':
        return onEditSize(props.sizeIndex)
      case 'grouping':
        return props.onGrouping(answer.ticksPerRow)
      case 'toggleArmed':
        return props.onToggleArmed()
      case 'toggleExpress':
        return props.onToggleExpress()
      case 'recentreAll':
        return props.onRecentreAll()
      case 'menu':
        return menu.open(answer.row, pointer)
      case 'send':
        return props.onSend()
      case 'drop':
        return props.onDrop()
      case 'refused':
        return say(answer.why)
      case 'nothing':
        return undefined
    }
  }

  /** Whether the ladder handled the key. */
  const press = (key: KeyPress): boolean => {
    const now = situation()
    const answer = now && answerKey(key, now)
    if (answer?.kind === 'request') setAimedBelow(inLowerHalf(now?.state.cursor ?? null, now?.state))
    if (answer) act(answer)
    return answer !== null
  }
  const pressPlain = (code: string) => press({ ...PLAIN, code })

  const pointedCell = async (event: MouseEvent): Promise<PointedCell | null> => {
    const { clientX, clientY, currentTarget } = event
    const box = currentTarget.getBoundingClientRect()
    const scene: LadderScene | null = (await live.current?.look()) ?? null
    return scene && cellAt(scene, clientX - box.left, clientY - box.top)
  }

  /** Handles a click by the rows that were drawn at its press and release. */
  const click = async ({ button, cell }: Pressed, to: Promise<PointedCell | null>, pointer: Place) => {
    const { customer } = latest()
    const releasedAt = clock.monotonic()
    const [was, is] = [await cell, await to]
    const late = clock.monotonic() - releasedAt
    // The paint worker hung: the market has moved on since the click, and express would send at once.
    if (late > INPUT_LIVES)
      return say(
        `Click dropped after ${(late / 1000).toFixed(1)} s, nothing sent. Check the rows, click again`,
      )
    // The click does not count when the customer has changed meanwhile.
    if (latest().customer?.code !== customer?.code) return
    const now = situation()
    const answer = now && answerClick({ press: button, pressed: was, released: is }, now, clock.monotonic())
    if (answer?.kind === 'request') setAimedBelow(inLowerHalf(is?.record.row ?? null, now?.state))
    if (answer) act(answer, pointer)
  }

  /** Acts on an item of the menu by what the ladder knows now, not by what it knew when the menu opened. */
  const choose = (item: MenuItem | undefined) => {
    menu.close()
    if (item === undefined) return say('The row changed meanwhile, so nothing was done. Open the menu again')
    if (item.answer.kind === 'request') setAimedBelow(inLowerHalf(menu.menu?.row ?? null, situation()?.state))
    act(item.answer)
  }

  /** For the element that holds the canvas. */
  const handlers = {
    onKeyDown(event: KeyboardEvent) {
      // The dealer moved the key that arms, and the window's keys handle it.
      if (event.code === 'F10' && !event.shiftKey && capOf('F10') !== 'F10') return
      const key = asLadderPress(keyPress(event), latest().movedKeys)
      if (key === null || !press(key)) return
      event.preventDefault()
      event.stopPropagation()
    },
    onBlur: () => live.current?.apply({ kind: 'leave' }),
    onPointerEnter: () => live.current?.setHeld({ pointerOver: true }),
    onPointerLeave() {
      live.current?.setHeld({ pointerOver: false })
      pressed.current = null
    },
    onMouseDown(event: MouseEvent) {
      // Else the middle button would start the browser's scrolling mode instead of recentring.
      if (event.button === 1) event.preventDefault()
      const button = buttonOf(event)
      pressed.current = button === null ? null : { button, cell: pointedCell(event) }
    },
    onMouseUp(event: MouseEvent) {
      const from = pressed.current
      pressed.current = null
      // A modifier or button that changed on the way leaves open which act was meant.
      if (from === null || from.button !== buttonOf(event)) return
      void click(from, pointedCell(event), { x: event.clientX, y: event.clientY })
    },
    // The ladder opens its own menu, at the release of a button.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  }
  return { aimedBelow, pressPlain, handlers, menu, choose }
}

/** Whether a row lies in the lower half of the rows in view. */
const inLowerHalf = (row: number | null, state: LadderState | undefined): boolean =>
  row !== null && state !== undefined && state.top !== null && 2 * (state.top - row) >= state.rows

const BUTTONS = ['left', 'middle', 'right'] as const

/** The button with its modifiers, such as `Shift+left`; null for a further button. */
function buttonOf(event: MouseEvent): string | null {
  const button = BUTTONS[event.button]
  if (button === undefined) return null
  const { ctrl, shift, alt } = modifiers(event)
  return [...(ctrl ? ['Control'] : []), ...(shift ? ['Shift'] : []), ...(alt ? ['Alt'] : []), button].join(
    '+',
  )
}

const modifiers = (event: KeyboardEvent | MouseEvent) => ({
  shift: event.shiftKey,
  ctrl: event.ctrlKey || event.metaKey,
  alt: event.altKey,
})

const PLAIN = { shift: false, ctrl: false, alt: false, repeat: false, composing: false }

const keyPress = (event: KeyboardEvent): KeyPress => ({
  code: event.code,
  ...modifiers(event),
  repeat: event.repeat,
  composing: event.nativeEvent.isComposing,
})
