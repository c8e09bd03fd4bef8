/** Restores the window's choices from the core's settings once, then saves them under the window's name as they change. Never restores arming. */

import type { Clock, Stop } from '../../shared/base/clock.ts'
import type { ContractClient } from '../../shared/contract/ports.ts'
import { workspaceSetting, workspaceToRestore } from '../../shared/domain/savedWorkspaces.ts'
import type { ServerStores } from './stores/serverMirrors.ts'
import { storedPart, readStored, type WorkspaceStore } from './stores/workspaceStore.ts'

/** Ms from the first change of a burst to its save. Short, because a reloaded page may not be able to send its last changes. */
export const SAVE_AFTER_MS = 50

export function keepWorkspace(
  client: ContractClient,
  stores: ServerStores,
  workspace: WorkspaceStore,
  clock: Clock,
  windowName: string,
): Stop {
  let saved = ''
  let cancelSave: Stop | null = null

  const restore = () => {
    const settings = stores.settings.getState().value
    if (settings === null || workspace.getState().restored) return
    const text = workspaceToRestore(settings, windowName)
    const stored = text === null ? null : readStored(text)
    if (stored) saved = JSON.stringify(stored)
    workspace.setState({ ...stored, restored: true })
  }
  const chooseFirstInstruments = () => {
    const { instruments, restored } = workspace.getState()
    const known = stores.instruments.getState().value
    if (!restored || !known || known.length === 0) return
    const present = (symbol: string | null) => known.some((instrument) => instrument.symbol === symbol)
    if (present(instruments['1']) && present(instruments['2'])) return
    workspace.setState({
      instruments: {
        '1': present(instruments['1']) ? instruments['1'] : (known[0]?.symbol ?? null),
        '2': present(instruments['2']) ? instruments['2'] : (known[1]?.symbol ?? known[0]?.symbol ?? null),
      },
    })
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
