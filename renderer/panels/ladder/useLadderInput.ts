/** Passes keys and clicks on a ladder to `ladderInput.ts` and `mouse/answerClick.ts`, and runs the answers. Sends only through the props' callbacks. */

import { useState, type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject } from 'react'
import type { Clock } from '../../../shared/base/clock.ts'
import type { LadderState } from '../../paint/ladder/ladderModel.ts'
import { refused, type LadderAnswer, type LadderSituation } from './ladderAnswer.ts'
import { answerKey, type KeyPress } from './ladderInput.ts'
import { answerClick, type LadderClick } from './mouse/answerClick.ts'
import type { MenuItem } from './mouse/rowMenu.ts'
import { useRowMenu, type Place } from './mouse/useRowMenu.ts'
import { placeOn, useRowPress } from './mouse/useRowPress.ts'
import { useColumnMenu } from './columns/useColumnMenu.ts'
import { firstRowY } from '../../paint/ladder/ladderLayout.ts'
import { theme } from '../../style/theme.ts'
import type { HoverNote } from './notes/useHoverNote.ts'
import type { LadderProps } from './ladderProps.ts'
import type { PaintedLadder } from './canvas/paintedLadder.ts'
import { asLadderPress, type MovedKeys } from '../../keyboard/panelKeys.ts'
import { hasControl, hasWindowsKey } from '../../keys/controlKey.ts'
import { capOf } from '../../keys/caps.ts'

interface InputOptions {
  readonly clock: Clock
  readonly live: RefObject<PaintedLadder | null>
  /** The element that holds the canvas. */
  readonly book: RefObject<HTMLElement | null>
  /** The props of the last render. */
  readonly latest: () => LadderProps
  /** What the ladder knows now; null before it is drawn. */
  readonly situation: () => LadderSituation | null
  /** Of this render; null: no customer. */
  readonly customerCode: string | null
  readonly say: (sentence: string) => void
  readonly hover: Pick<HoverNote, 'onPointerMove' | 'onPointerLeave'>
  /** Opens the field of a size preset. */
  readonly onEditSize: (index: number) => void
}

export function useLadderInput(options: InputOptions) {
  const { clock, live, book, latest, situation, customerCode, say, hover, onEditSize } = options
  /** Whether the last key or click was in the lower half; notes then use the upper half. */
  const [aimedBelow, setAimedBelow] = useState(false)

  const menu = useRowMenu({ clock, book, situation, customerCode })

  const columns = useColumnMenu(book)
  const closeMenus = () => [menu, columns].forEach((each) => each.close())

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
      case 'columns':
        return columns.open(pointer)
      case 'send':
        return props.onSend()
      case 'drop':
        return props.onDrop()
      case 'refused':
        // The next Enter was meant for the order that was refused, not for what waited before it.
        if (props.proposal !== null) props.onDrop()
        return say(answer.why)
      case 'nothing':
        return undefined
    }
  }

  /** Whether the ladder handled the key. */
  const press = (key: KeyPress): boolean => {
    if (key.code === 'Escape' && rowPress.forget()) return true
    const now = situation()
    const answer = now && answerKey(key, now)
    // The menu takes the focus in the next frame: the key was meant for it.
    if (menu.isOpen() || columns.isOpen()) {
      if (key.code === 'Escape') closeMenus()
      return answer !== null
    }
    if (answer?.kind === 'request') setAimedBelow(inLowerHalf(now?.state.cursor ?? null, now?.state))
    if (answer?.kind === 'send' && rowPress.isUnanswered()) say(UNANSWERED)
    else if (answer) act(answer)
    return answer !== null
  }
  const pressPlain = (code: string) => press({ ...PLAIN, code })

  const onClick = (click: LadderClick, pointer: Place) => {
    const now = situation()
    const answer = now && answerClick(click, now)
    if (answer?.kind === 'request') setAimedBelow(inLowerHalf(click.released?.record.row ?? null, now?.state))
    if (answer) act(answer, pointer)
  }
  const onDropped = (why: string) => act(refused(why))
  const rowPress = useRowPress({ clock, live, situation, onDropped, onClick })

  /** Acts on an item of the menu by what the ladder knows now, not by what it knew when the menu opened. */
  const choose = (item: MenuItem | undefined) => {
    menu.close()
    if (item === undefined) return say('The row changed meanwhile, so nothing was done. Open the menu again')
    if (item.answer.kind === 'request') setAimedBelow(inLowerHalf(menu.menu?.row ?? null, situation()?.state))
    act(item.answer, menu.menu?.place ?? null)
  }

  /** For the element that holds the canvas. */
  const handlers = {
    onKeyDown(event: KeyboardEvent) {
      const key = ladderPress(event, latest().movedKeys)
      if (key === null || !press(key)) return
      event.preventDefault()
      event.stopPropagation()
    },
    // The menu would hold the keys of the ladder.
    onFocus: () => menu.close(),
    onBlur: () => live.current?.apply({ kind: 'leave' }),
    onPointerEnter: () => live.current?.setHeld({ pointerOver: true }),
    onPointerLeave() {
      live.current?.setHeld({ pointerOver: false })
      rowPress.forget()
      hover.onPointerLeave()
    },
    ...rowPress.handlers,
    onPointerMove(event: PointerEvent) {
      rowPress.handlers.onPointerMove(event)
      hover.onPointerMove(event)
    },
    onPointerDown(event: PointerEvent) {
      if (!menu.hasJustClosed()) return rowPress.handlers.onPointerDown(event)
      rowPress.forget()
      onDropped('The menu had just closed there, so the click was dropped')
    },
    onMouseDown(event: MouseEvent) {
      // Else the middle button would start the browser's scrolling mode instead of recentring.
      if (event.button === 1) event.preventDefault()
    },
    // The ladder opens its own menu, at the release of a button.
    onContextMenu(event: MouseEvent) {
      event.preventDefault()
      if (placeOn(event).y < firstRowY(theme().rowLadder))
        columns.open({ x: event.clientX, y: event.clientY })
    },
  }
  return { aimedBelow, pressPlain, handlers, menu, columns, choose }
}

/** Whether a row lies in the lower half of the rows in view. */
const inLowerHalf = (row: number | null, state: LadderState | undefined): boolean =>
  row !== null && state !== undefined && state.top !== null && 2 * (state.top - row) >= state.rows

const UNANSWERED =
  'Nothing was sent: your click came first and is not answered yet. Read what waits, then press Enter'

const PLAIN = { shift: false, ctrl: false, alt: false, repeat: false, composing: false }

/** The press as the ladder understands it; null where the key is not the ladder's. */
function ladderPress(event: KeyboardEvent, moved: MovedKeys): KeyPress | null {
  // The dealer moved the key that arms, and the window's keys handle it.
  if (event.code === 'F10' && !event.shiftKey && capOf('F10') !== 'F10') return null
  // AltGr types a character. On Linux it comes without Ctrl and Alt, and would pass for a plain key.
  if (event.getModifierState('AltGraph') || hasWindowsKey(event)) return null
  return asLadderPress(keyPress(event), moved)
}

const keyPress = (event: KeyboardEvent): KeyPress => ({
  code: event.code,
  shift: event.shiftKey,
  ctrl: hasControl(event),
  alt: event.altKey,
  repeat: event.repeat,
  composing: event.nativeEvent.isComposing,
})
