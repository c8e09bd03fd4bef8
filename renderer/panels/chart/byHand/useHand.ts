/** Listens to the mouse and to the keys of the drawings while a chart is shown. */

import { useEffect, useRef, type RefObject } from 'react'
import { hasControl, hasWindowsKey } from '../../../keys/controlKey.ts'
import { takesText } from '../../../keys/registry.ts'
import type { Drawing } from '../../../state/stores/chartChoices.ts'
import type { LiveChart } from '../canvas/liveChart.ts'
import type { HandState } from './handState.ts'
import { listenForDrawing, type DrawingActs } from './listenForDrawing.ts'

interface HandPlace {
  /** Receives undo and redo. */
  readonly panel: RefObject<HTMLElement | null>
  /** Holds the canvas, and receives every other key. */
  readonly container: RefObject<HTMLElement | null>
  readonly live: RefObject<LiveChart | null>
  readonly state: HandState
}

/** Each key's act: false where there is nothing to do, so that the key stays free. */
interface HandActs extends DrawingActs {
  readonly onUndo: () => boolean
  readonly onRedo: () => boolean
  readonly onRemove: (drawing: Drawing) => void
  /** Puts the tool down. */
  readonly onLeave: () => boolean
  /** A change of an own order waits for Enter: Esc is for that change. */
  readonly isWaiting: boolean
}

export function useHand({ panel, container, live, state }: HandPlace, acts: HandActs): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const [element, whole] = [container.current, panel.current]
    if (!element || !whole) return undefined
    const listener = listenForDrawing(element, state, () => ({ ...latest.current, live: live.current }))
    const isOrderHeld = () => live.current?.own.isHeld === true
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || takesText(event.target) || hasWindowsKey(event)) return
      if (event.shiftKey || event.altKey || event.getModifierState('AltGraph')) return
      const isHere = event.target === element && !event.repeat
      const isDone = hasControl(event)
        ? undoes(event, latest.current)
        : isHere && acted(event, latest.current, state, listener.forget, isOrderHeld)
      if (!isDone) return
      event.preventDefault()
      event.stopPropagation()
    }
    whole.addEventListener('keydown', onKey, { capture: true })
    return () => {
      listener.close()
      whole.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [container, panel, live, state])
}

const undoes = ({ code }: KeyboardEvent, { onUndo, onRedo }: HandActs): boolean =>
  code === 'KeyZ' ? onUndo() : code === 'KeyY' && onRedo()

/** Whether Delete or Esc had something to do. */
function acted(
  { code }: KeyboardEvent,
  { drawings, onRemove, onLeave, isWaiting }: HandActs,
  state: HandState,
  forget: () => boolean,
  isOrderHeld: () => boolean,
): boolean {
  const { selected } = state
  if (code === 'Delete' && selected !== null && drawings.includes(selected)) {
    onRemove(selected)
    return true
  }
  if (code !== 'Escape') return false
  if (forget()) return true
  // Esc is for the drag of an own order.
  if (isOrderHeld()) return false
  if (onLeave()) return true
  if (selected === null || isWaiting) return false
  state.select(null)
  return true
}
