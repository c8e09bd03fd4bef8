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

export interface KeyRules {
  /** Whether a sheet lies over the window: only what works over sheets is done. */
  readonly isBlocked: () => boolean
  /** Hears a key of the window that a sheet blocked. */
  readonly onBlocked: (binding: KeyBinding) => void
  /** Takes a key that is no key of the window, before any panel hears it; false lets it go where the focus is. */
  readonly hold: (event: KeyboardEvent) => boolean
}

/** Listens until stopped. The first binding that matches wins and keeps the browser from acting on the key. */
export function listenForKeys(target: Window, bindings: readonly KeyBinding[], rules: KeyRules): Stop {
  const parsed = bindings.flatMap((binding) => {
    const [press] = parseKeybinding(binding.keys)
    return press ? [{ binding, press }] : []
  })
  const bindingOf = (event: KeyboardEvent) =>
    parsed.find(({ binding, press }) => matches(event, press) && (binding.inText || !takesText(event.target)))
      ?.binding
  const answer = (event: KeyboardEvent, first: boolean) => {
    if (event.defaultPrevented || event.isComposing) return
    const binding = bindingOf(event)
    if (!binding || (binding.overSheets ?? false) !== first) return
    event.preventDefault()
    if (event.repeat) return
    if (first || !rules.isBlocked()) binding.run()
    else rules.onBlocked(binding)
  }
  const onCapture = (event: KeyboardEvent) => {
    answer(event, true)
    if (event.defaultPrevented || event.isComposing || bindingOf(event) || !rules.hold(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const onKeyDown = (event: KeyboardEvent) => answer(event, false)
  target.addEventListener('keydown', onCapture, { capture: true })
  target.addEventListener('keydown', onKeyDown)
  return () => {
    target.removeEventListener('keydown', onCapture, { capture: true })
    target.removeEventListener('keydown', onKeyDown)
  }
}

const matches = (event: KeyboardEvent, press: KeybindingPress): boolean => matchKeybindingPress(event, press)
