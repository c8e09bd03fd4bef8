/**
 * Moves a panel into a window of its own and back. A record with the core says where the panel is, so that two windows never have it: its home draws it
 * only while there is no record, and its own window only while there is one. The panel is disarmed on both ways. Sends no order.
 */

import type { Stop } from '../../../shared/base/clock.ts'
import { popOutOf, popOutSetting, poppedOutOf, type PopOut } from '../../../shared/domain/popOuts.ts'
import { isPopOut, POP_OUT, workspaceSetting } from '../../../shared/domain/savedWorkspaces.ts'
import { capOf } from '../../keys/caps.ts'
import { inShell } from '../../live/inShell.ts'
import { panelTitle } from '../../panels/panelRegistry.tsx'
import { tell } from '../../state/stores/noticeStore.ts'
import { kindOf, nextInstance, type InstanceId } from '../../state/stores/panelInstances.ts'
import { readStored, storedPart } from '../../state/stores/storedWorkspace.ts'
import { isBegun } from '../../state/ticket/ticketForm.ts'
import { askShell } from '../../state/windows/openWindow.ts'
import { NAME_OF_TAB, openNames } from '../../state/windows/openPages.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import type { Dock } from '../dock.ts'
import { layoutOfOne } from '../defaultLayout.ts'

/** Ms between looks at the windows of popped-out panels. */
const LOOK_EVERY = 500
/** Looks in a row that must find a window gone: a page that is loading, or loads again, has no lock for a moment. */
const GONE_AFTER = 6

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

const save = (session: WindowSession, name: string, value: string) =>
  session.client.call('setting.save', { name, value })
const say = (session: WindowSession, level: 'info' | 'warning', sentence: string) =>
  tell(session.notices, session.clock, level, sentence)

/** Pops a panel out. In the window of a popped-out panel: brings the panel back. Resolves with why not; null: done. */
export async function popOut(session: WindowSession, dock: Dock, id: InstanceId): Promise<string | null> {
  const { workspace, windowName, tickets } = session
  if (isPopOut(windowName)) return popBack(session)
  const title = panelTitle(id)
  if (dock.docked().length < 2) return `${title} is the only panel of this window already.`
  if (kindOf(id) === 'ticket' && isBegun(tickets.of(id).getState().form))
    return `${title} has a begun order, which would be lost. Send it or empty its fields, then pop it out.`
  const panel = workspace.getState().panels[id]
  const own = `${POP_OUT}${Array.from({ length: 12 }, () => LETTERS[session.random.integer(26)]).join('')}`
  const record: PopOut = { home: windowName, panel: id, layout: dock.layout() as never }
  const alone = { panels: { [id]: panel }, layout: layoutOfOne(id) }
  const stored = JSON.stringify({ ...storedPart(workspace.getState()), ...alone })
  for (const [name, value] of [
    [workspaceSetting(own), stored],
    [popOutSetting(own), JSON.stringify(record)],
  ] as const) {
    const reply = await save(session, name, value)
    if (!reply.ok)
      return `${title} stays here, because its window could not be stored: ${reply.failure.message}`
  }
  if (!dock.holds(id) || workspace.getState().panels[id] !== panel) {
    await save(session, popOutSetting(own), '')
    return `${title} changed meanwhile and stays here. Press the key again.`
  }
  dock.takeOut(id)
  if (!openOwnWindow(session, own)) {
    bringBack(session, dock, own, record)
    return `The browser blocked the new window, so ${title} stays here. Allow pop-ups for this address, then press the key again.`
  }
  say(
    session,
    'info',
    `${title} is in a window of its own now, disarmed. ${capOf('Ctrl Shift F8')} there brings it back, and so does closing that window.`,
  )
  return null
}

/** False: the browser blocked it. */
function openOwnWindow({ poppedOut }: WindowSession, own: string): boolean {
  if (inShell) {
    askShell(`pop.${own}`)
    return true
  }
  // The new page copies the session storage, and takes its name from there.
  sessionStorage.setItem(NAME_OF_TAB, own)
  const opened = window.open(location.href, '', 'popup,width=1024,height=820')
  sessionStorage.removeItem(NAME_OF_TAB)
  if (opened === null) return false
  poppedOut.set(own, opened)
  return true
}

async function popBack(session: WindowSession): Promise<string | null> {
  const settings = session.server.settings.getState().value ?? {}
  const record = popOutOf(settings, session.windowName)
  if (record === null) return 'This window has no panel to bring back. Close it.'
  const title = panelTitle(record.panel as InstanceId)
  const open = await openNames(session)
  if (!open.has(record.home))
    return `The window that ${title} came from is not open, so the panel stays here. Open that window again first.`
  // A page that closes may not send its last changes, and the panel would come back as it was before them.
  const name = workspaceSetting(session.windowName)
  if (readStored(settings[name] ?? '') !== null) {
    const reply = await save(session, name, JSON.stringify(storedPart(session.workspace.getState())))
    if (!reply.ok)
      return `${title} stays here, because its last changes could not be stored: ${reply.failure.message}`
  }
  window.close()
  return null
}

/** Puts the panels of this window back whose own windows are gone, until stopped. */
export function watchPopOuts(session: WindowSession, dock: Dock): Stop {
  const missed = new Map<string, number>()
  let isLooking = false
  const look = async (): Promise<void> => {
    const settings = session.server.settings.getState().value ?? {}
    const away = poppedOutOf(settings, session.windowName)
    if (isLooking || away.length === 0) return
    isLooking = true
    const open = await openNames(session)
    isLooking = false
    for (const { windowName, record } of away) {
      // The window that this page opened says by itself whether it is closed.
      const opened = session.poppedOut.get(windowName)
      const isGone = !open.has(windowName) && opened?.closed !== false
      const times = isGone ? (missed.get(windowName) ?? 0) + 1 : 0
      missed.set(windowName, times)
      if (times >= (opened ? 2 : GONE_AFTER)) {
        missed.delete(windowName)
        const title = panelTitle(bringBack(session, dock, windowName, record))
        say(session, 'info', `${title} is back in this window, disarmed, because its own window was closed.`)
      }
    }
  }
  return session.clock.every(LOOK_EVERY, () => void look())
}

/** Docks the panel again as its own window left it. Returns its id, a new one where another panel has taken the old. */
function bringBack(session: WindowSession, dock: Dock, own: string, { panel, layout }: PopOut): InstanceId {
  const { workspace, server, poppedOut } = session
  const was = panel as InstanceId
  const settings = server.settings.getState().value ?? {}
  const left = readStored(settings[workspaceSetting(own)] ?? '')?.panels[was]
  const id = dock.holds(was) ? nextInstance(workspace.getState().panels, kindOf(was)) : was
  poppedOut.delete(own)
  // The record goes first: a window that still draws the panel drops it as soon as it hears this.
  void save(session, popOutSetting(own), '')
  void save(session, workspaceSetting(own), '')
  if (left) workspace.setState(({ panels }) => ({ panels: { ...panels, [id]: left } }))
  dock.putBack(id, layout as never)
  return id
}
