/** The effects of the keys in `windowKeyTable.ts`, and their focus moves. */

import type { KeyBinding } from '../keys/registry.ts'
import { dropProposal } from '../state/actions/dealing.ts'
import { openWindow } from '../state/actions/openWindow.ts'
import { toggleArmed } from '../state/actions/workspaceActions.ts'
import type { LadderId } from '../state/stores/workspaceStore.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { windowKeyRows, type PanelKey, type WindowAct } from './windowKeyTable.ts'

export type { PanelKey } from './windowKeyTable.ts'

/** Gives a panel the focus. The workspace, which knows the tabs, implements this. */
export interface PanelFocus {
  /** Opens the panel if needed, brings it to the front and focuses the first match of `target` in it; null: its grid. */
  readonly focus: (panel: string, target: string | null) => void
}

/** The ladder that has, or last had, the focus. */
export function ladderInFocus(session: WindowSession): LadderId {
  const focused = document.activeElement?.closest<HTMLElement>('[data-ladder]')?.dataset['ladder']
  return focused === '1' || focused === '2' ? focused : session.workspace.getState().activeLadder
}

export function windowKeys(
  session: WindowSession,
  panels: PanelFocus,
  panelKeys: readonly PanelKey[],
): readonly KeyBinding[] {
  const open = session.overlay.setState
  const acts: Readonly<Record<WindowAct, () => void>> = {
    kill: () => open({ open: { kind: 'kill', scope: null } }),
    halts: () => open({ open: { kind: 'halts', lift: null } }),
    commandLine: () => focusCommandLine(session),
    keyCard: () => open({ open: { kind: 'keys' } }),
    pickCustomer: () => open({ open: { kind: 'pickCustomer' } }),
    pickInstrument: () => open({ open: { kind: 'pickInstrument', link: ladderInFocus(session) } }),
    pickPanel: () => open({ open: { kind: 'pickPanel' } }),
    armLadder: () => toggleArmed(session, ladderInFocus(session)),
    newWindow: () => openWindow(session, 'new'),
    reopenWindow: () => openWindow(session, 'reopen'),
  }
  return windowKeyRows(panelKeys).map(({ act, ...row }) => ({
    ...row,
    run: typeof act === 'string' ? acts[act] : () => panels.focus(act.panel(session), act.target),
  }))
}

function focusCommandLine(session: WindowSession): void {
  // Drops a waiting sentence: the dealer may have read it long ago, so the next Enter must read the line back again.
  dropProposal(session, 'command')
  const find = () => document.querySelector<HTMLInputElement>('#command-line')
  session.focus.to({ name: 'The command line', show: () => undefined, find })
  find()?.select()
}
