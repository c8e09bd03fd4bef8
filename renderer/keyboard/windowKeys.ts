/** The keys that work anywhere in the window, and where they take the focus. */

import { dropProposal } from '../state/actions/dealing.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { toggleArmed } from '../state/actions/workspaceActions.ts'
import type { LadderId } from '../state/stores/workspaceStore.ts'
import type { KeyBinding } from '../keys/registry.ts'

/** How keys reach panels: the workspace knows which tabs there are. */
export interface PanelFocus {
  /** Opens a panel where it is not open, brings it to the front and focuses the first match of `target` inside it; null: its grid. */
  readonly focus: (panel: string, target: string | null) => void
}

/** A key that brings a panel to the front. */
export interface PanelKey extends Pick<KeyBinding, 'keys' | 'cap' | 'does'> {
  /** The id of the panel. */
  readonly panel: (session: WindowSession) => string
  /** A selector of the element that takes the focus; null: the panel's grid. */
  readonly target: string | null
}

/** The ladder that has, or last had, the focus. */
export function ladderInFocus(session: WindowSession): LadderId {
  const at = document.activeElement?.closest<HTMLElement>('[data-ladder]')?.dataset['ladder']
  return at === '1' || at === '2' ? at : session.workspace.getState().activeLadder
}

export function windowKeys(
  session: WindowSession,
  panels: PanelFocus,
  panelKeys: readonly PanelKey[],
): readonly KeyBinding[] {
  const open = session.overlay.setState
  const key = (keys: string, cap: string, does: string, run: () => void, inText = true): KeyBinding => ({
    keys,
    cap,
    does,
    inText,
    run,
  })
  const commandLine = () => {
    // What waits there was read back for an Enter that may be long ago: the line is read back again first.
    dropProposal(session, 'command')
    const find = () => document.querySelector<HTMLInputElement>('#command-line')
    session.focus.to({ name: 'The command line', show: () => undefined, find })
    find()?.select()
  }
  const overSheets = (of: KeyBinding): KeyBinding => ({ ...of, overSheets: true })
  const kill = () => open({ open: { kind: 'kill', scope: null } })
  return [
    overSheets(key('Control+Shift+F12', 'Ctrl Shift F12', 'kill switch: type KILL, then Enter', kill)),
    overSheets(key('Meta+Shift+F12', '⌘ Shift F12', 'kill switch: type KILL, then Enter', kill)),
    overSheets(
      key('Shift+F12', 'Shift F12', 'halts in force: what is not verified, lift', () =>
        open({ open: { kind: 'halts', lift: null } }),
      ),
    ),
    key('Control+KeyK', 'Ctrl K', 'command line', commandLine),
    key('Meta+KeyK', '⌘ K', 'command line', commandLine),
    key('/', '/', 'command line (outside text)', commandLine, false),
    key('F1', 'F1', 'this card', () => open({ open: { kind: 'keys' } })),
    key('F2', 'F2', 'pick the customer of this window', () => open({ open: { kind: 'pickCustomer' } })),
    key('F3', 'F3', 'pick the instrument', () =>
      open({ open: { kind: 'pickInstrument', link: ladderInFocus(session) } }),
    ),
    ...panelKeys.map(({ keys, cap, does, panel, target }) =>
      key(keys, cap, does, () => panels.focus(panel(session), target)),
    ),
    key('Control+KeyP', 'Ctrl P', 'open a panel: fees, margin, webhooks, …', () =>
      open({ open: { kind: 'pickPanel' } }),
    ),
    key('F10', 'F10', 'arm or disarm the ladder', () => toggleArmed(session, ladderInFocus(session))),
  ]
}
