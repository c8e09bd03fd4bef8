/** Connects the keys of a window and the requests for a panel with the docked panels. */

import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import type { Stop } from '../../shared/base/clock.ts'
import { useWindowKeysInForce } from '../keyboard/keysContext.ts'
import { windowKeys, type PanelFocus } from '../keyboard/windowKeys.ts'
import { inShell } from '../live/inShell.ts'
import { leaveOutLateInput } from '../keys/lateInput.ts'
import { listenForKeys } from '../keys/registry.ts'
import { panelTitle } from '../panels/panelRegistry.tsx'
import type { InstanceId } from '../state/stores/panelInstances.ts'
import { openPanel } from '../state/stores/panelStore.ts'
import { tell } from '../state/stores/noticeStore.ts'
import { watchExpress } from '../state/actions/express.ts'
import { useSession } from '../state/useSession.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { changeLayout } from './changeLayout.ts'
import type { Dock } from './dock.ts'

const GRID = ':is([role=grid], [role=application], [data-first-focus])'
const FIRST_FIELD = ':is(input, select, textarea, button):not(:disabled)'

export function useWindowKeys(dock: Dock): void {
  const session = useSession()
  const { keys } = useWindowKeysInForce()
  // A layout effect runs before the first paint, so that no key is missed.
  useLayoutEffect(() => {
    const { panels, stop } = openPanelFocus(session, dock)
    const stopLate = leaveOutLateInput(window, {
      clock: session.clock,
      pressAge: session.pressAge,
      onDropped: (late) =>
        tell(
          session.notices,
          session.clock,
          'warning',
          `This window was busy for ${(late / 1000).toFixed(1)} s. Keys and clicks of that time were dropped and sent nothing. Check the screen, then press again.`,
        ),
    })
    const stopExpress = watchExpress(session, window)
    const stopEnters = session.enters.listen(window)
    const bindings = windowKeys(session, panels, keys)
    const stopAsked = session.panels.subscribe((now, was) => {
      if (now.asked !== was.asked) bindings.find(({ id }) => id === now.asked?.key)?.run()
    })
    // A browser has F11 itself.
    const heard = inShell ? bindings : bindings.filter(({ act }) => act !== 'fullScreen')
    const stopKeys = listenForKeys(window, heard, {
      isBlocked: () => session.overlay.getState().open !== null,
      // The dealer meant to leave the sheet, so an Enter after this key must not send from the sheet.
      onBlocked({ cap }) {
        document.querySelector<HTMLElement>('.sheet')?.focus()
        tell(
          session.notices,
          session.clock,
          'warning',
          `A sheet is open, so ${cap} did nothing and nothing was sent. Close the sheet with Esc, or press Tab to continue in the sheet.`,
        )
      },
      hold: (event) => session.focus.hold(event),
    })
    return () => {
      stop()
      stopKeys()
      stopAsked()
      stopEnters()
      stopExpress()
      stopLate()
    }
  }, [session, dock, keys])
}

/** Brings panels to the front for keys and for requests in the panel store, until stopped. */
function openPanelFocus(
  session: WindowSession,
  dock: Dock,
): { readonly panels: PanelFocus; readonly stop: Stop } {
  /** The element that gets the focus back when the opened panel closes. Never a button, because an Enter would press it. */
  let cameFrom: HTMLElement | null = null
  const openMissing = (id: InstanceId) => {
    if (dock.holds(id)) return
    const before = document.activeElement
    cameFrom = before instanceof HTMLElement && !before.matches('button') ? before : null
    dock.open(id)
  }
  const panels: PanelFocus = {
    focus(id, target) {
      openMissing(id)
      const find = (selector: string) =>
        document.querySelector<HTMLElement>(`[data-instance="${id}"] ${selector}`)
      session.focus.to({
        name: panelTitle(id),
        // Draws at once, so that the panel can take the focus in this turn. Only code that is not loaded yet delays it.
        show: () => flushSync(() => dock.show(id)),
        find: () => find(target ?? GRID) ?? (target === null ? find(FIRST_FIELD) : null),
      })
    },
    layout: (act) => changeLayout(session, dock, panels, act),
  }
  const stop = session.panels.subscribe((now, was) => {
    if (now.unwanted !== null && now.unwanted !== was.unwanted) {
      dock.close(now.unwanted.panel)
      if (cameFrom?.isConnected) cameFrom.focus()
      cameFrom = null
    }
    if (now.wanted !== null && now.wanted !== was.wanted) panels.focus(now.wanted.panel, null)
  })
  const { first } = session.panels.getState()
  if (first !== null) {
    session.panels.setState({ first: null })
    // Behind this effect: opening a panel draws at once.
    queueMicrotask(() => openPanel(session.panels, first))
  }
  return { panels, stop }
}
