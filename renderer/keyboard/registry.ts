/** The window's keys: one list, one listener. A held key, an IME and a text field never trigger one that is not made for it. */

import { matchKeybindingPress, parseKeybinding, type KeybindingPress } from 'tinykeys'
import type { Stop } from '../../shared/base/clock.ts'

export interface KeyBinding {
  /** As tinykeys writes it: `F2`, `Control+KeyK`. */
  readonly keys: string
  /** As the key card shows it. */
  readonly cap: string
  readonly does: string
  /** Works while a text field has the focus. */
  readonly inText: boolean
  /** Works over a sheet too, and before any panel may take the key. */
  readonly overSheets?: boolean
  readonly run: () => void
}

const TEXT_INPUTS = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'range',
  'color',
  'file',
  'reset',
  'image',
])

/** Whether typing goes into the element. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true
  return target instanceof HTMLInputElement && !TEXT_INPUTS.has(target.type)
}

/** Listens until stopped. The first binding that matches wins and keeps the browser from acting on the key. */
export function listenForKeys(
  target: Window,
  bindings: readonly KeyBinding[],
  isBlocked: () => boolean,
): Stop {
  const parsed = bindings.flatMap((binding) => {
    const [press] = parseKeybinding(binding.keys)
    return press ? [{ binding, press }] : []
  })
  const answer = (event: KeyboardEvent, first: boolean) => {
    if (event.defaultPrevented || event.isComposing) return
    for (const { binding, press } of parsed) {
      if ((binding.overSheets ?? false) !== first || !matches(event, press)) continue
      if (!binding.inText && takesText(event.target)) continue
      event.preventDefault()
      if (!event.repeat && (first || !isBlocked())) binding.run()
      return
    }
  }
  const onCapture = (event: KeyboardEvent) => answer(event, true)
  const onKeyDown = (event: KeyboardEvent) => answer(event, false)
  target.addEventListener('keydown', onCapture, { capture: true })
  target.addEventListener('keydown', onKeyDown)
  return () => {
    target.removeEventListener('keydown', onCapture, { capture: true })
    target.removeEventListener('keydown', onKeyDown)
  }
}

const matches = (event: KeyboardEvent, press: KeybindingPress): boolean => matchKeybindingPress(event, press)
