/** Passes keys and clicks on a ladder to `ladderInput.ts` and runs the answers. Sends only through the props' callbacks. */

import { useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import type { Clock } from '../../../shared/base/clock.ts'
import type { LadderState } from '../../paint/ladder/ladderModel.ts'
import { cellAt, type LadderScene, type PointedCell } from '../../paint/ladder/ladderView.ts'
import {
  answerClick,
  answerKey,
  type KeyPress,
  type LadderAnswer,
  type LadderSituation,
} from './ladderInput.ts'
import type { LadderProps } from './ladderProps.ts'
import type { PaintedLadder } from './canvas/paintedLadder.ts'
import { asLadderPress } from '../../keyboard/panelKeys.ts'
import { capOf } from '../../keys/caps.ts'
import { INPUT_LIVES } from '../../keys/lateInput.ts'

interface InputOptions {
  readonly clock: Clock
  readonly live: RefObject<PaintedLadder | null>
  /** The props of the last render. */
  readonly latest: () => LadderProps
  readonly say: (sentence: string) => void
  /** Opens the field of a size preset. */
  readonly onEditSize: (index: number) => void
}

export function useLadderInput({ clock, live, latest, say, onEditSize }: InputOptions) {
  const pressed = useRef<Promise<PointedCell | null> | null>(null)
  /** Whether the last key or click was in the lower half; notes then use the upper half. */
  const [aimedBelow, setAimedBelow] = useState(false)

  const situation = (): LadderSituation | null => live.current && { ...live.current.sight, props: latest() }

  const act = (answer: LadderAnswer) => {
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
  const click = async (from: typeof pressed.current, to: Promise<PointedCell | null>) => {
    const { customer } = latest()
    const releasedAt = clock.monotonic()
    const [was, is] = [await from, await to]
    const late = clock.monotonic() - releasedAt
    // The paint worker hung: the market has moved on since the click, and express would send at once.
    if (late > INPUT_LIVES)
      return say(
        `Click dropped after ${(late / 1000).toFixed(1)} s, nothing sent. Check the rows, click again`,
      )
    // The click does not count when the customer has changed meanwhile.
    if (latest().customer?.code !== customer?.code) return
    const now = situation()
    const answer = now && answerClick(was, is, now, clock.monotonic())
    if (answer?.kind === 'request') setAimedBelow(inLowerHalf(is?.record.row ?? null, now?.state))
    if (answer) act(answer)
  }

  /** For the element that holds the canvas. */
  const handlers = {
    onKeyDown(event: KeyboardEvent) {
      // The dealer moved the key that arms, and the window's keys handle it.
      if (event.code === 'F10' && capOf('F10') !== 'F10') return
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
      pressed.current = event.button === 0 ? pointedCell(event) : null
    },
    onMouseUp(event: MouseEvent) {
      if (event.button === 1) pressPlain('Space')
      if (event.button !== 0) return
      void click(pressed.current, pointedCell(event))
      pressed.current = null
    },
  }
  return { aimedBelow, pressPlain, handlers }
}

/** Whether a row lies in the lower half of the rows in view. */
const inLowerHalf = (row: number | null, state: LadderState | undefined): boolean =>
  row !== null && state !== undefined && state.top !== null && 2 * (state.top - row) >= state.rows

const PLAIN = { shift: false, ctrl: false, alt: false, repeat: false, composing: false }

const keyPress = (event: KeyboardEvent): KeyPress => ({
  code: event.code,
  shift: event.shiftKey,
  ctrl: event.ctrlKey || event.metaKey,
  alt: event.altKey,
  repeat: event.repeat,
  composing: event.nativeEvent.isComposing,
})
