/** Key chords: a physical key with exact modifiers, in the syntax of tinykeys. Says how they are shown, and which ones no binding may have. Pure. */

import { z } from 'zod'

/** Such as `Control+Shift+KeyK`: modifiers in this order, then the physical code of the key (`KeyboardEvent.code`). */
export type Chord = string

const MODIFIERS = ['Control', 'Alt', 'Shift', 'Meta'] as const
type Modifier = (typeof MODIFIERS)[number]

export const chord = z
  .string()
  .regex(/^(?:Control\+)?(?:Alt\+)?(?:Shift\+)?(?:Meta\+)?[A-Z][A-Za-z0-9]{0,30}$/, {
    error: 'must be a key with its modifiers, such as Control+Shift+KeyK',
  })

/** What a key press tells of itself. */
export interface PressedKey {
  readonly code: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly metaKey: boolean
}

const MODIFIER_CODE =
  /^(?:Control|Alt|Shift|Meta|OS)(?:Left|Right)?$|^(?:CapsLock|Fn|FnLock|NumLock|AltGraph)$/

/** The chord of a press; null while only modifiers are down, or where the system names no physical key. */
export function chordOf(press: PressedKey): Chord | null {
  if (press.code === '' || MODIFIER_CODE.test(press.code)) return null
  const down: Readonly<Record<Modifier, boolean>> = {
    Control: press.ctrlKey,
    Alt: press.altKey,
    Shift: press.shiftKey,
    Meta: press.metaKey,
  }
  return [...MODIFIERS.filter((modifier) => down[modifier]), press.code].join('+')
}

/** `Control+Shift+F12` in the order of `MODIFIERS`, whatever the order of `keys`. `/` becomes the physical key. */
export function canonicalChord(keys: string): Chord {
  const parts = keys.split('+')
  const code = parts.pop() ?? ''
  return [...MODIFIERS.filter((modifier) => parts.includes(modifier)), code === '/' ? 'Slash' : code].join(
    '+',
  )
}

const CAPS: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  Meta: '⌘',
  Slash: '/',
  Comma: ',',
  Period: '.',
  Semicolon: ';',
  Quote: '’',
  Backquote: '`',
  Minus: '−',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Escape: 'Esc',
  NumpadAdd: 'numpad +',
  NumpadSubtract: 'numpad −',
}

const capOfCode = (code: string): string =>
  CAPS[code] ??
  code
    .replace(/^Key(?=[A-Z]$)/, '')
    .replace(/^Digit(?=\d$)/, '')
    .replace(/^Numpad/, 'numpad ')

/** `Ctrl Shift K`: as shown to dealers. */
export const capOfChord = (keys: Chord): string => keys.split('+').map(capOfCode).join(' ')

/** Chords that browser or system act on before the page, or that move text. */
const TAKEN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['KeyN', 'KeyT', 'KeyW'].flatMap((code) => [
      [`Control+${code}`, 'The browser opens or closes tabs and windows with it'],
      [`Control+Shift+${code}`, 'The browser opens or closes tabs and windows with it'],
      [`Meta+${code}`, 'The browser opens or closes tabs and windows with it'],
      [`Shift+Meta+${code}`, 'The browser opens or closes tabs and windows with it'],
    ]),
  ),
  ...Object.fromEntries(
    ['KeyA', 'KeyC', 'KeyV', 'KeyX', 'KeyZ', 'KeyY'].flatMap((code) => [
      [`Control+${code}`, 'Text fields use it to select, copy, paste or undo'],
      [`Meta+${code}`, 'Text fields use it to select, copy, paste or undo'],
    ]),
  ),
  ...Object.fromEntries(
    ['KeyI', 'KeyJ', 'KeyC'].map((code) => [`Control+Shift+${code}`, 'The browser opens its tools with it']),
  ),
  'Control+F4': 'The browser closes the tab with it',
  'Alt+F4': 'The system closes the window with it',
  'Control+KeyQ': 'It may close the whole program',
  'Meta+KeyQ': 'It closes the whole program',
  'Control+PageUp': 'The browser changes tabs with it',
  'Control+PageDown': 'The browser changes tabs with it',
  F11: 'The browser fills the screen with it',
  F12: 'It is kept for the trade lock',
  'Shift+F12': 'It shows the halts in force',
  'Control+Shift+F12': 'It is the kill switch',
  'Shift+Meta+F12': 'It is the kill switch',
}

/** Keys that keep their meaning with any modifier. */
const FIXED_CODES: Readonly<Record<string, string>> = {
  Escape: 'Esc always backs out and never does anything else',
  Enter: 'Enter confirms and sends what is proposed',
  NumpadEnter: 'Enter confirms and sends what is proposed',
  Tab: 'Tab moves the focus',
  Delete: 'Delete cancels orders',
  Backspace: 'Backspace erases text',
  F12: 'F12 with any modifier is kept for the trade lock, the halts and the kill switch',
}

/** Why no binding may have the chord, in one sentence; null when it may. `inPanel`: a binding that works in a focused panel alone, so a plain letter may be its key. */
export function whyReserved(keys: Chord, inPanel = false): string | null {
  const parts = keys.split('+')
  const code = parts.at(-1) ?? ''
  const say = (why: string) => `${capOfChord(keys)} is reserved. ${why}.`
  const why = TAKEN[keys] ?? FIXED_CODES[code]
  if (why !== undefined) return say(why)
  const has = (modifier: Modifier) => parts.includes(modifier)
  if (has('Control') && has('Alt')) return say('On many keyboards Ctrl Alt is AltGr, which types characters')
  if (has('Alt') && has('Shift')) return say('Windows changes the keyboard layout with Alt Shift')
  const isFunctionKey = /^F\d{1,2}$/.test(code)
  if (!inPanel && !isFunctionKey && !has('Control') && !has('Meta') && !has('Alt'))
    return say('Plain keys belong to the panels and to text fields. Add Ctrl or Alt, or use an F-key')
  return null
}
