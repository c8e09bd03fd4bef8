/** Moves the keyboard focus. The old place loses it in the same turn; keys typed before the new place is drawn are held for that place and reach no other. */

import type { Clock, Stop } from '../../shared/base/clock.ts'
import { INPUT_LIVES } from './lateInput.ts'
import { takesText } from './registry.ts'

export interface FocusMove {
  /** The new place, as the dealer knows it. */
  readonly name: string
  /** Asks for the new place to be drawn, at once where that is possible. */
  readonly show: () => void
  /** The element to focus; null until it is drawn. */
  readonly find: () => HTMLElement | null
}

export interface FocusMover {
  /** Leaves the place in focus now. The move before, if it is still under way, ends. */
  to(move: FocusMove): void
  /** Whether the new place is not in focus yet. A sheet that closes meanwhile must not give the focus back. */
  readonly moving: boolean
  /** Takes a key that is meant for a place on its way; false when the key may go where the focus is. */
  hold(event: KeyboardEvent): boolean
  /** Gives up a move under way: the dealer or a sheet takes the focus elsewhere. Held keys are dropped with a sentence. */
  end(): void
}

export interface FocusMoverOptions {
  readonly clock: Clock
  /** Runs its argument in the next frame. */
  readonly nextFrame: (run: () => void) => void
  /** Hears the sentence about keys that were dropped. */
  readonly onDropped: (sentence: string) => void
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'AltGraph'])
/** What may make a drawn element focusable. */
const DRAWS: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ['style', 'class', 'hidden', 'disabled', 'inert'],
}
/** The browser acts on a key in these by itself; a key that is delivered by hand has no such effect. */
const ACTED_ON_BY_BROWSER = 'input, select, textarea, button, a, [contenteditable]'

export function createFocusMover({ clock, nextFrame, onDropped }: FocusMoverOptions): FocusMover {
  let move: FocusMove | null = null
  /** The place that held keys are delivered to; the last one that took the focus. */
  let reached = ''
  let held: KeyboardEvent[] = []
  let delivering = false
  let stopWaiting: Stop = () => undefined
  let stopBound: Stop = () => undefined

  function to(next: FocusMove): void {
    // A delivered key may itself lead on: then the keys behind it are meant for where it leads.
    if (!delivering) end()
    stop()
    move = next
    next.show()
    if (arrive()) return
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const drawn = new MutationObserver(() => void arrive())
    drawn.observe(document.body, DRAWS)
    // A click says where the dealer is now.
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
    onDropped(`${why} These keys were left out, and nothing was sent by them: ${keys}. Type them again.`)
  }

  function startBound(): void {
    stopBound()
    stopBound = clock.after(INPUT_LIVES, () => {
      const name = move?.name ?? reached
      stop()
      drop(`${name} did not open within ${INPUT_LIVES / 1000} s.`)
    })
  }

  /** Delivers one held key a frame, so that what it does is drawn before the next. */
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
      // The key led on to a place that is not drawn yet: what is held goes there.
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
      // A held key says nothing new.
      if (event.repeat) return true
      held.push(event)
      if (held.length === 1 && move !== null) startBound()
      return true
    },
  }
}

/** Does what the key does at the place in focus; false when only the browser could. */
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
