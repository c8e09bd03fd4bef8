/** Windows without a page at one desk, with the core's own settings behind them. */

import { createSharedSettings } from '../../../../electron/core/session/windows/saveAndPublishSettings.ts'
import { memorySettings } from '../../../../electron/storage/settingsStore.ts'
import type { WindowSession } from '../../../../renderer/state/windowSession.ts'
import { listWorkspaces, type WorkspaceList } from '../../../../renderer/state/workspaces/namedWorkspaces.ts'
import { settleWorkspace } from '../../../../renderer/state/workspaces/openWorkspace.ts'
import { BUILT_IN } from '../../../../renderer/workspace/builtIn/builtInWorkspaces.ts'
import { fail, ok } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import { ScriptedCore, code } from '../../../fakes/window/scriptedCore.ts'
import { openWindow } from '../openWindow.ts'

export interface Desk {
  readonly open: (name: string) => WindowSession
  readonly stored: () => Readonly<Record<string, string>>
  readonly list: () => WorkspaceList
  /** The disk refuses everything from now on; the run still has it. */
  readonly breakDisk: () => void
  /** The core saves what a window sends next, and its reply never comes. */
  readonly loseReply: () => void
  readonly save: (name: string, value: string) => void
  /** The windows hear of no change of the settings until the core lets the news go. */
  readonly holdNews: (isHeld: boolean) => void
}

/** As the window's client says it. */
const LOST = 'The link to the core broke before its reply came.'

export function openDesk(start: Readonly<Record<string, string>> = {}): Desk {
  const disk = memorySettings(start)
  let isBroken = false
  let isLost = false
  const settings = createSharedSettings({
    ...disk,
    // As the settings store: what the disk refuses holds for this run.
    save(name, value) {
      const saved = disk.save(name, value)
      return saved.ok && isBroken ? fail('The disk is full.') : saved
    },
  })
  const cores: ScriptedCore[] = []
  let isHeld = false
  const publish = () => {
    if (isHeld) return
    for (const core of cores) core.delta('settings', disk.all())
  }
  const save = (name: string, value: string) => {
    const saved = settings.save(name, value)
    publish()
    return saved
  }
  return {
    open(name) {
      const core = new ScriptedCore()
      core.startWith('settings', disk.all())
      core.answer('setting.save', ({ name: setting, value, on }) => {
        const newer = on === undefined ? undefined : settings.newerThan(setting, on)
        if (newer !== undefined) return ok({ newer })
        const saved = save(setting, value)
        if (isLost) {
          isLost = false
          return fail(failureOf('not-connected', LOST))
        }
        return saved.ok ? ok({}) : fail(failureOf('refused', saved.failure))
      })
      cores.push(core)
      const { session } = openWindow(core, name)
      session.workspace.setState({ customer: code('C1042') })
      // As the page does once it has drawn a workspace.
      session.workspace.subscribe((now, was) => {
        if (now.opened !== was.opened) settleWorkspace(session)
      })
      settleWorkspace(session)
      return session
    },
    stored: () => disk.all(),
    list: () => listWorkspaces(disk.all(), BUILT_IN),
    loseReply: () => void (isLost = true),
    breakDisk: () => void (isBroken = true),
    save: (name, value) => void save(name, value),
    holdNews(is) {
      isHeld = is
      publish()
    },
  }
}
