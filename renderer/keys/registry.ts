/** The window's keys: one list, one listener. A held key, an IME or a text field triggers only bindings made for it. */

import { matchKeybindingPress, parseKeybinding } from 'tinykeys'
import type { Stop } from '../../shared/base/clock.ts'
import { isMac } from './controlKey.ts'

export interface KeyBinding {
  /** In the syntax of tinykeys: `F2`, `Control+KeyK`. */
  readonly keys: string
  /** The text on the key card. */
  readonly cap: string
  readonly does: string
  /** Works while a text field has the focus. */
  readonly inText: boolean
  /** Works over a sheet too, and before any panel handles the key. */
  readonly overSheets?: boolean
  /** The ⌘ form of a key: elsewhere ⌘ is the Windows key. */
  readonly isMacOnly?: true
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

/** Whether the element accepts typed text. */
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
  /** Whether a sheet is open, so that only bindings for sheets work. */
  readonly isBlocked: () => boolean
  /** Receives a key of the window that a sheet blocked. */
  readonly onBlocked: (binding: KeyBinding) => void
  /** Handles any other key before the panels do; false passes the key to the present focus. */
  readonly hold: (event: KeyboardEvent) => boolean
}

/** Listens until stopped. The first matching binding wins and prevents the browser from acting on the key. */
export function listenForKeys(target: Window, bindings: readonly KeyBinding[], rules: KeyRules): Stop {
  const parsed = bindings.flatMap((binding) => {
    const [press] = parseKeybinding(binding.keys)
    return press ? [{ binding, press }] : []
  })
  const bindingOf = (event: KeyboardEvent) =>
    parsed.find(
      ({ binding, press }) =>
        matchKeybindingPress(event, press) &&
        (binding.isMacOnly !== true || isMac()) &&
        (binding.inText || !takesText(event.target)),
    )?.binding
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
