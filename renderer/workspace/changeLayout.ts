/** What the keys of the layout do: to the panel that had the focus last, and with the focus in a panel afterwards. Sends no order. */

import { flushSync } from 'react-dom'
import type { LayoutAct, PanelFocus } from '../keyboard/windowKeys.ts'
import { panelOfInstance, panelTitle } from '../panels/panelRegistry.tsx'
import { kindOf, nextInstance, type InstanceId } from '../state/stores/panelInstances.ts'
import { tell } from '../state/stores/noticeStore.ts'
import type { WindowSession } from '../state/windowSession.ts'
import type { Dock } from './dock.ts'
import { capOf } from '../keys/caps.ts'
import { popOut } from './windows/popOut.ts'

export function changeLayout(
  session: WindowSession,
  dock: Dock,
  panels: Pick<PanelFocus, 'focus'>,
  act: LayoutAct,
): void {
  const say = (sentence: string) => tell(session.notices, session.clock, 'info', sentence)
  if (act === 'undoLayout') {
    if (!flushed(dock.undo)) return say('There is no change of the layout to undo.')
    const { focusedPanel } = session.workspace.getState()
    if (focusedPanel !== null && dock.holds(focusedPanel)) panels.focus(focusedPanel, null)
    return
  }
  const id = session.workspace.getState().focusedPanel
  if (id === null || !dock.holds(id))
    return say(`No panel has the focus: go to one first (${capOf('F4')} to ${capOf('F9')}).`)
  if (act === 'popOut') {
    void leave(session, dock, panels, id)
    return
  }
  const next = flushed(() => after(session, dock, id, act))
  if (next.refusal !== null) say(next.refusal)
  else if (next.focus !== null) panels.focus(next.focus, null)
}

/** Pops the panel out, or back, and goes to a panel that is still here. */
async function leave(
  session: WindowSession,
  dock: Dock,
  panels: Pick<PanelFocus, 'focus'>,
  id: InstanceId,
): Promise<void> {
  const refusal = await popOut(session, dock, id)
  if (refusal !== null) return tell(session.notices, session.clock, 'info', refusal)
  const [near] = dock.docked()
  if (near !== undefined && !dock.holds(id)) panels.focus(near, null)
}

/** Draws at once, so that a panel can take the focus in this turn. */
function flushed<T>(change: () => T): T {
  let result: T | undefined
  flushSync(() => {
    result = change()
  })
  return result as T
}

interface Outcome {
  /** The panel that has the focus afterwards; null: none is open. */
  readonly focus: InstanceId | null
  /** Why nothing was done; null: it was. */
  readonly refusal: string | null
}
const to = (focus: InstanceId | null): Outcome => ({ focus, refusal: null })
const refused = (refusal: string): Outcome => ({ focus: null, refusal })

function after(
  { workspace, overlay }: WindowSession,
  dock: Dock,
  id: InstanceId,
  act: Exclude<LayoutAct, 'undoLayout' | 'popOut'>,
): Outcome {
  if (typeof act === 'object') {
    if (!act.moves) return to(dock.beside(id, act.side) ?? id)
    dock.move(id, act.side)
    return to(id)
  }
  switch (act) {
    case 'another': {
      if (panelOfInstance(id)?.copies !== 'many') return refused(`${panelTitle(id)} opens once in a window.`)
      const another = nextInstance(workspace.getState().panels, kindOf(id))
      dock.open(another)
      return to(another)
    }
    case 'closePanel':
      return to(dock.close(id))
    case 'splitPanel':
      return dock.split(id, 'right')
        ? to(id)
        : refused(`${panelTitle(id)} stands alone already. Ctrl Shift and an arrow move it.`)
    case 'arrangePanel':
      if (dock.shown.getState().model.getMaximizedTabset())
        return refused(
          `${panelTitle(id)} fills the window. ${capOf('Ctrl F10')} ends that, then ${capOf('Ctrl F8')} sizes it.`,
        )
      overlay.setState({ open: { kind: 'arrangePanel', panel: id } })
      return to(null)
    case 'fillWindow':
      dock.fill(id)
      return to(id)
  }
}
