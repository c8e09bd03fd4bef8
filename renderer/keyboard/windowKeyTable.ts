/** The keys that work anywhere in the window, as data for the key card and docs/keyboard.md. */

import type { KeyBinding } from '../keys/registry.ts'
import { INSTRUMENT_LINKS, type InstrumentLink } from '../../shared/domain/panelLinks.ts'
import type { InstanceId } from '../state/stores/panelInstances.ts'
import type { WindowSession, WorkspaceDigit } from '../state/windowSession.ts'
import { WORKSPACE_DIGITS } from '../state/workspaces/namedWorkspaces.ts'

/** A key that brings a panel to the front. */
export interface PanelKey extends Pick<KeyBinding, 'keys' | 'cap' | 'does'> {
  /** The kind of the panel. */
  readonly kind: string
  /** The id of the panel: the one of its kind that is in use, else the one that opens next. */
  readonly panel: (session: WindowSession) => InstanceId
  /** A selector of the element that takes the focus; null: the panel's grid. */
  readonly target: string | null
}

export type WindowAct =
  | 'kill'
  | 'halts'
  | 'tradeLock'
  | 'lockSession'
  | 'commandLine'
  | 'keyCard'
  | 'pickCustomer'
  | 'pickInstrument'
  | 'pickLinkCustomer'
  | 'pickCustomerLink'
  | 'leaveInstrumentLink'
  | 'pickPanel'
  | 'workspaces'
  | 'armLadder'
  | 'block'
  | 'blockStrip'
  | 'cancelCustomer'
  | 'ticketBuy'
  | 'ticketSell'
  | 'another'
  | 'closePanel'
  | 'splitPanel'
  | 'arrangePanel'
  | 'fillWindow'
  | 'undoLayout'
  | 'newWindow'
  | 'closeWindow'
  | 'reopenWindow'
  | 'nameWindow'
  | 'popOut'
  | 'keepInFront'
  | 'fullScreen'
  | 'mute'
  | 'louder'
  | 'quieter'

/** A key that joins the focused panel to an instrument link. */
export interface JoinKey {
  readonly joins: InstrumentLink
}

/** A key that opens the named workspace with a digit. */
export interface WorkspaceKey {
  readonly workspace: WorkspaceDigit
}

export type Side = 'left' | 'up' | 'right' | 'down'
/** A key that goes to the panel on a side, or moves the panel there. */
export interface SideKey {
  readonly side: Side
  readonly moves: boolean
}

/** A key that gives another window the focus. */
export interface WindowWalkKey {
  readonly window: 'next' | 'previous'
}

export interface WindowKey {
  /** In the syntax of tinykeys: `F2`, `Control+KeyK`. */
  readonly keys: string
  /** The key as shown to dealers. */
  readonly cap: string
  readonly does: string
  readonly act: WindowAct | PanelKey | JoinKey | SideKey | WindowWalkKey | WorkspaceKey
  /** Works while a text field has the focus. */
  readonly inText: boolean
  /** Works over a sheet too, and before any panel handles the key. */
  readonly overSheets: boolean
  /** About the layout and the links of panels: a group of its own on the card. */
  readonly aboutPanels?: true
  /** The list behind Ctrl P offers it too. */
  readonly inPalette?: true
  /** The ⌘ form of a key: elsewhere ⌘ is the Windows key. */
  readonly isMacOnly?: true
  /** Another row of the card and the page stands for this one too. */
  readonly unlisted?: true
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

const onMac = (binding: WindowKey): WindowKey => ({ ...binding, isMacOnly: true })

const inPalette = (binding: WindowKey): WindowKey => ({ ...binding, inPalette: true })

const SIDES = { left: 'ArrowLeft', up: 'ArrowUp', right: 'ArrowRight', down: 'ArrowDown' } as const

/** One row of the card and the page for all four. A text field keeps its own arrows. */
const sideKeys = (modifiers: string, cap: string, does: string, moves: boolean): readonly WindowKey[] =>
  (Object.keys(SIDES) as Side[]).map((side) => ({
    ...key(`${modifiers}+${SIDES[side]}`, cap, does, { side, moves }),
    inText: false,
    ...(side === 'left' ? {} : { unlisted: true as const }),
  }))

/** One row of the card and the page for all nine. */
const WORKSPACE_ROWS: readonly WindowKey[] = WORKSPACE_DIGITS.map((workspace): WindowKey => ({
  ...key(`Control+Digit${workspace}`, 'Ctrl 1 … 9', 'open a workspace; ladders disarm', { workspace }),
  ...(workspace === 1 ? {} : { unlisted: true }),
}))

/** Links and layout: they act on the panel that had the focus last. */
const LAYOUT_ROWS: readonly WindowKey[] = [
  // One row of the card and the page for all eight.
  ...INSTRUMENT_LINKS.map((link): WindowKey => ({
    ...key(`Control+Shift+Digit${link}`, 'Ctrl Shift 1 … 8', 'join an instrument link', {
      joins: link,
    }),
    ...(link === '1' ? {} : { unlisted: true }),
  })),
  key('Control+Shift+Digit0', 'Ctrl Shift 0', 'leave the instrument link', 'leaveInstrumentLink'),
  key('Control+Shift+Digit9', 'Ctrl Shift 9', 'a customer link, A to H, or none', 'pickCustomerLink'),
  ...sideKeys('Control', 'Ctrl ← ↑ → ↓', 'to the panel on that side', false),
  ...sideKeys('Control+Shift', 'Ctrl Shift ← ↑ → ↓', 'move the panel into the tabs on that side', true),
  inPalette(key('Control+Shift+KeyD', 'Ctrl Shift D', 'another panel of this kind', 'another')),
  inPalette(key('Control+Shift+KeyX', 'Ctrl Shift X', 'close the panel; a ladder disarms', 'closePanel')),
  inPalette(key('Control+Backslash', 'Ctrl \\', 'split the panel from its tabs', 'splitPanel')),
  inPalette(key('Control+F8', 'Ctrl F8', 'size: arrows · split: Shift and arrows', 'arrangePanel')),
  inPalette(key('Control+Shift+F8', 'Ctrl Shift F8', 'the panel to a window of its own, and back', 'popOut')),
  inPalette(key('Control+F10', 'Ctrl F10', 'fill the window with the panel, and back', 'fillWindow')),
  {
    ...key('Control+Shift+KeyZ', 'Ctrl Shift Z', 'undo a change of the layout, up to twenty', 'undoLayout'),
    inText: false,
    inPalette: true as const,
  },
].map((row) => ({ ...row, aboutPanels: true }))

/** In the order of docs/keyboard.md and the card. `panelKeys` come from the panel registry. The first match wins. */
export const windowKeyRows = (panelKeys: readonly PanelKey[]): readonly WindowKey[] => [
  overSheets(key('Control+Shift+F12', 'Ctrl Shift F12', 'kill switch: type KILL, then Enter', 'kill')),
  onMac(overSheets(key('Meta+Shift+F12', '⌘ Shift F12', 'kill switch: type KILL, then Enter', 'kill'))),
  overSheets(key('F12', 'F12', 'trade lock in every window; again: type UNLOCK to release', 'tradeLock')),
  inPalette(
    overSheets(
      key(
        'Control+Shift+KeyL',
        'Ctrl Shift L',
        'lock the session: hides every window until the password',
        'lockSession',
      ),
    ),
  ),
  overSheets(key('Shift+F12', 'Shift F12', 'halts in force: what is not verified, lift', 'halts')),
  key('Control+KeyK', 'Ctrl K', 'command line', 'commandLine'),
  onMac(key('Meta+KeyK', '⌘ K', 'command line', 'commandLine')),
  { ...key('/', '/', 'command line', 'commandLine'), inText: false },
  inPalette(key('Control+Shift+KeyM', 'Ctrl Shift M', 'mute the sounds, and back', 'mute')),
  key('Control+Shift+Period', 'Ctrl Shift . · ,', 'sounds louder · quieter', 'louder'),
  { ...key('Control+Shift+Comma', 'Ctrl Shift . · ,', 'sounds louder · quieter', 'quieter'), unlisted: true },
  key('F1', 'F1', 'this card of keys', 'keyCard'),
  key('F2', 'F2', 'pick the customer of this window', 'pickCustomer'),
  key('F3', 'F3', 'pick the instrument', 'pickInstrument'),
  key('Shift+F2', 'Shift F2', 'customer of the panel’s link', 'pickLinkCustomer'),
  ...panelKeys.map((panelKey) => key(panelKey.keys, panelKey.cap, panelKey.does, panelKey)),
  key('Control+KeyP', 'Ctrl P', 'open a panel by name: fees, margin, …', 'pickPanel'),
  key('F10', 'F10', 'arm or disarm the ladder', 'armLadder'),
  inPalette(key('Shift+F9', 'Shift F9', 'block order: one order for many customers', 'block')),
  inPalette(key('Control+F9', 'Ctrl F9', 'to the block that is under way', 'blockStrip')),
  {
    ...key(
      'Control+Shift+Delete',
      'Ctrl Shift Delete',
      'cancel all orders of the panel’s customer, at once',
      'cancelCustomer',
    ),
    inText: false,
  },
  {
    ...key('NumpadAdd', 'numpad + · −', 'off a ladder: ticket on Buy · on Sell', 'ticketBuy'),
    inText: false,
  },
  {
    ...key('NumpadSubtract', 'numpad + · −', 'off a ladder: ticket on Buy · on Sell', 'ticketSell'),
    inText: false,
    unlisted: true,
  },
  ...LAYOUT_ROWS,
  ...WORKSPACE_ROWS,
  inPalette(key('Control+Digit0', 'Ctrl 0', 'workspaces: open, new, rename, delete, export', 'workspaces')),
  inPalette(key('Shift+F11', 'Shift F11', 'open another window', 'newWindow')),
  inPalette(key('Control+KeyW', 'Ctrl W', 'close this window; orders stay live', 'closeWindow')),
  inPalette(key('Control+Shift+F11', 'Ctrl Shift F11', 'open the closed window again', 'reopenWindow')),
  inPalette(key('Control+F11', 'Ctrl F11 · Alt F11', 'to the next window · back', { window: 'next' })),
  {
    ...key('Alt+F11', 'Ctrl F11 · Alt F11', 'to the next window · back', { window: 'previous' }),
    unlisted: true,
  },
  inPalette(key('Control+Shift+F10', 'Ctrl Shift F10', 'keep a popped-out panel in front', 'keepInFront')),
  inPalette(key('Control+F2', 'Ctrl F2', 'name this window', 'nameWindow')),
  inPalette(overSheets(key('F11', 'F11', 'full screen, and back', 'fullScreen'))),
]

/** The rows of the card and the page. */
export const listedKeyRows = (panelKeys: readonly PanelKey[]): readonly WindowKey[] =>
  windowKeyRows(panelKeys).filter(({ unlisted }) => unlisted !== true)
