/** Moves the keyboard focus. The old place loses the focus at once. Keys typed before the new place is drawn wait for it and reach no other place. */

import type { Clock, Stop } from '../../shared/base/clock.ts'
import { INPUT_LIVES } from './lateInput.ts'
import { takesText } from './registry.ts'

export interface FocusMove {
  /** The name of the new place on screen. */
  readonly name: string
  /** Requests that the new place be drawn, at once where possible. */
  readonly show: () => void
  /** The element to focus; null until it is drawn. */
  readonly find: () => HTMLElement | null
}

export interface FocusMover {
  /** Removes the focus from the present place. Ends a move that is still under way. */
  to(move: FocusMove): void
  /** Whether the new place is not in focus yet. A sheet that closes meanwhile must not give the focus back. */
  readonly moving: boolean
  /** Holds a key for a place that is not drawn yet; false when the key may go to the present focus. */
  hold(event: KeyboardEvent): boolean
  /** Ends a move under way, because the dealer or a sheet moves the focus elsewhere. Drops held keys and reports them. */
  end(): void
}

export interface FocusMoverOptions {
  readonly clock: Clock
  /** Calls `run` in the next frame. */
  readonly nextFrame: (run: () => void) => void
  /** Receives the sentence about dropped keys. */
  readonly onDropped: (sentence: string) => void
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'AltGraph'])
/** Changes that may make a drawn element focusable. */
const DRAWS: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ['style', 'class', 'hidden', 'disabled', 'inert'],
}
/** Elements in which the browser itself acts on keys. A synthetic key has no such effect. */
const ACTED_ON_BY_BROWSER = 'input, select, textarea, button, a, [contenteditable]'

export function createFocusMover({ clock, nextFrame, onDropped }: FocusMoverOptions): FocusMover {
  let move: FocusMove | null = null
  /** The place that receives held keys: the last place that took the focus. */
  let reached = ''
  let held: KeyboardEvent[] = []
  let delivering = false
  let stopWaiting: Stop = () => undefined
  let stopBound: Stop = () => undefined

  function to(next: FocusMove): void {
    // A delivered key may start another move; the keys after it then belong to the new place.
    if (!delivering) end()
    stop()
    move = next
    next.show()
    if (arrive()) return
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const drawn = new MutationObserver(() => void arrive())
    drawn.observe(document.body, DRAWS)
    // A click moves the dealer to another place.
    window.addEventListener('pointerdown', end, { capture: true })
    stopWaiting = () => {
      drawn.disconnect()
      window.removeEventListener('pointerdown', end, { capture: true })
    }
    if (held.length > 0) startBound()
  }

  /** Whether the new place took the focus. */
  function arrive(): boolean {
    const element = move?.find() ?? null
    element?.focus()
    if (move === null || element === null || document.activeElement !== element) return false
    reached = move.name
    stop()
    if (!delivering) deliver()
    return true
  }

  function stop(): void {
    stopWaiting()
    stopBound()
    stopWaiting = stopBound = () => undefined
    move = null
  }

  function end(): void {
    const name = move?.name ?? reached
    stop()
    drop(`${name} was left before it was drawn.`)
  }

  function drop(why: string): void {
    delivering = false
    if (held.length === 0) return
    const keys = held.map(({ key }) => (key === ' ' ? 'Space' : key)).join(', ')
    held = []
    onDropped(`${why} These keys were dropped and sent nothing: ${keys}. Type them again.`)
  }

  function startBound(): void {
    stopBound()
    stopBound = clock.after(INPUT_LIVES, () => {
      const name = move?.name ?? reached
      stop()
      drop(`${name} did not open within ${INPUT_LIVES / 1000} s.`)
    })
  }

  /** Delivers one held key per frame, so that its effect is drawn before the next key. */
  function deliver(): void {
    const event = held.shift()
    delivering = event !== undefined
    if (event === undefined) return
    if (!act(event)) {
      held.unshift(event)
      return drop(`${reached} could not take keys typed before it was drawn.`)
    }
    nextFrame(() => {
      if (!delivering) return
      // The key started a move to a place that is not drawn yet; the held keys wait for it.
      if (move !== null) delivering = false
      else deliver()
    })
  }

  return {
    to,
    end,
    get moving() {
      return move !== null
    },
    hold(event) {
      if ((move === null && !delivering) || !event.isTrusted || MODIFIERS.has(event.key)) return false
      if (event.key === 'Escape') {
        end()
        return true
      }
      // A repeated key adds nothing.
      if (event.repeat) return true
      held.push(event)
      if (held.length === 1 && move !== null) startBound()
      return true
    },
  }
}

/** Applies the key at the place in focus; false when only the browser itself can. */
function act(typed: KeyboardEvent): boolean {
  const target = document.activeElement ?? document.body
  const { key, code, location, ctrlKey, shiftKey, altKey, metaKey } = typed
  const modifiers = { ctrlKey, shiftKey, altKey, metaKey }
  const event = new KeyboardEvent('keydown', {
    key,
    code,
    location,
    ...modifiers,
    bubbles: true,
    cancelable: true,
  })
  if (!target.dispatchEvent(event)) return true
  if (key === 'Tab') return false
  if (!target.matches(ACTED_ON_BY_BROWSER)) return true
  const isCharacter = key.length === 1 && !ctrlKey && !altKey && !metaKey
  return isCharacter && takesText(target) && document.execCommand('insertText', false, key)
}
