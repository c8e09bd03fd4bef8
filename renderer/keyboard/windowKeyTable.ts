/** The keys that work anywhere in the window, as data for the key card and docs/keyboard.md. */

import type { KeyBinding } from '../keys/registry.ts'
import type { WindowSession } from '../state/windowSession.ts'

/** A key that brings a panel to the front. */
export interface PanelKey extends Pick<KeyBinding, 'keys' | 'cap' | 'does'> {
  /** The id of the panel. */
  readonly panel: (session: WindowSession) => string
  /** A selector of the element that takes the focus; null: the panel's grid. */
  readonly target: string | null
}

export type WindowAct =
  | 'kill'
  | 'halts'
  | 'commandLine'
  | 'keyCard'
  | 'pickCustomer'
  | 'pickInstrument'
  | 'pickPanel'
  | 'armLadder'
  | 'newWindow'
  | 'reopenWindow'

export interface WindowKey {
  /** In the syntax of tinykeys: `F2`, `Control+KeyK`. */
  readonly keys: string
  /** The key as shown to dealers. */
  readonly cap: string
  readonly does: string
  readonly act: WindowAct | PanelKey
  /** Works while a text field has the focus. */
  readonly inText: boolean
  /** Works over a sheet too, and before any panel handles the key. */
  readonly overSheets: boolean
}

const key = (keys: string, cap: string, does: string, act: WindowKey['act']): WindowKey => ({
  keys,
  cap,
  does,
  act,
  inText: true,
  overSheets: false,
})
const overSheets = (binding: WindowKey): WindowKey => ({ ...binding, overSheets: true })

/** In the order of docs/keyboard.md and the card. `panelKeys` come from the panel registry. The first match wins. */
export const windowKeyRows = (panelKeys: readonly PanelKey[]): readonly WindowKey[] => [
  overSheets(key('Control+Shift+F12', 'Ctrl Shift F12', 'kill switch: type KILL, then Enter', 'kill')),
  overSheets(key('Meta+Shift+F12', '⌘ Shift F12', 'kill switch: type KILL, then Enter', 'kill')),
  overSheets(key('Shift+F12', 'Shift F12', 'halts in force: what is not verified, lift', 'halts')),
  key('Control+KeyK', 'Ctrl K', 'command line', 'commandLine'),
  key('Meta+KeyK', '⌘ K', 'command line', 'commandLine'),
  { ...key('/', '/', 'command line', 'commandLine'), inText: false },
  key('F1', 'F1', 'this card of keys', 'keyCard'),
  key('F2', 'F2', 'pick the customer of this window', 'pickCustomer'),
  key('F3', 'F3', 'pick the instrument', 'pickInstrument'),
  ...panelKeys.map((panelKey) => key(panelKey.keys, panelKey.cap, panelKey.does, panelKey)),
  key('Control+KeyP', 'Ctrl P', 'open a panel by name: fees, margin, webhooks, …', 'pickPanel'),
  key('F10', 'F10', 'arm or disarm the ladder', 'armLadder'),
  key('Shift+F11', 'Shift F11', 'open another window', 'newWindow'),
  key('Control+Shift+F11', 'Ctrl Shift F11', 'open the window again that was closed last', 'reopenWindow'),
]
