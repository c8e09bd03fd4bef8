/** Restores the window's choices from the core's settings once, then saves them under the window's name as they change. Never restores arming. */

import type { Stop } from '../../shared/base/clock.ts'
import { workspaceSetting, workspaceToRestore } from '../../shared/domain/savedWorkspaces.ts'
import type { DealerSettings } from '../../shared/domain/settings/dealerSettings.ts'
import type { PanelStates } from './stores/panelInstances.ts'
import type { WindowSession } from './windowSession.ts'
import { readStored, storedPart } from './stores/storedWorkspace.ts'

/** Ms from the first change of a burst to its save. Short, because a reloaded page may not be able to send its last changes. */
export const SAVE_AFTER_MS = 50

const WORKSPACE_LOST =
  'The saved workspace of this window could not be read. Instruments, order sizes and panels are those of a new window. Check the instrument and size of each ladder before you deal. Arrange the window again, or restore settings.json of the data folder from a copy and restart Openpit.'

type Kept = Pick<WindowSession, 'client' | 'server' | 'workspace' | 'settings' | 'clock' | 'unasked'>

export function keepWorkspace(
  { client, server: stores, workspace, settings, clock, unasked }: Kept,
  windowName: string,
  /** Receives one sentence where the saved workspace cannot be read. */
  unreadable: (sentence: string) => void,
): Stop {
  let saved = ''
  let cancelSave: Stop | null = null

  const restore = () => {
    const saves = stores.settings.getState().value
    if (saves === null || workspace.getState().restored) return
    const text = workspaceToRestore(saves, windowName)
    const stored = text === null ? null : readStored(text)
    if (stored) saved = JSON.stringify(stored)
    else if (text !== null) unreadable(WORKSPACE_LOST)
    const { version: _, ...choices } = stored ?? { version: 2 }
    workspace.setState((was) => ({
      ...(text === null ? { panels: withTicksPerRow(was.panels, settings.getState().settings) } : {}),
      ...choices,
      restored: true,
    }))
  }
  const chooseFirstInstruments = () => {
    const { instruments, restored } = workspace.getState()
    const known = stores.instruments.getState().value
    if (!restored || !known || known.length === 0) return
    const present = (symbol: string | null = null) => known.some((instrument) => instrument.symbol === symbol)
    if (present(instruments['1']) && present(instruments['2'])) return
    const [first, second = first] = known
    const next = {
      ...instruments,
      ...(present(instruments['1']) ? {} : { '1': first?.symbol ?? null }),
      ...(present(instruments['2']) ? {} : { '2': second?.symbol ?? null }),
    }
    for (const [id, { instrumentLink: link }] of Object.entries(workspace.getState().panels)) {
      const was = link === null ? null : (instruments[link] ?? null)
      if (link !== null && was !== null && next[link] !== was)
        unasked.happened(id, `the venue stopped listing ${was}, the instrument of link ${link}`)
    }
    workspace.setState({ instruments: next })
  }
  const save = () => {
    cancelSave = null
    const text = JSON.stringify(storedPart(workspace.getState()))
    if (text === saved) return
    saved = text
    // The core reports a failed save as a notice, so nothing is done here.
    void client.call('setting.save', { name: workspaceSetting(windowName), value: text })
  }

  const stops = [
    stores.settings.subscribe(() => {
      restore()
      chooseFirstInstruments()
    }),
    stores.instruments.subscribe(chooseFirstInstruments),
    workspace.subscribe((now) => {
      if (now.restored && JSON.stringify(storedPart(now)) !== saved)
        cancelSave ??= clock.after(SAVE_AFTER_MS, save)
    }),
  ]
  restore()
  chooseFirstInstruments()
  return () => {
    for (const stop of stops) stop()
    cancelSave?.()
    // Saves the newest changes too, so that a reload does not lose them.
    if (cancelSave) save()
  }
}

/** The ladders of a new window, with the ticks per row of the dealer's settings. */
const withTicksPerRow = (panels: PanelStates, { values }: DealerSettings): PanelStates =>
  Object.fromEntries(
    Object.entries(panels).map(([id, panel]) => [
      id,
      panel.kind === 'ladder' ? { ...panel, grouping: values['ladder.ticksPerRow'] } : panel,
    ]),
  )
