/** Saves the windows' own settings by name and publishes them to every window. Settings of the core have a hyphen in their name and are never published. */

import type { Result } from '../../../shared/base/result.ts'
import {
  isWorkspace,
  OPEN_WINDOWS,
  openWindows,
  workspaceSetting,
} from '../../../shared/domain/savedWorkspaces.ts'
import type { Settings } from '../ports.ts'
import { publish, type Published } from '../support/topicSubscribers.ts'

const WINDOW_SETTING = /^[a-zA-Z.]{1,60}$/
/** Saved workspaces at most. Each tab of a browser saves its own, so the oldest are removed, but never that of an open window. */
const MOST_WORKSPACES = 12

export interface SharedSettings {
  readonly topic: Published<'settings'>
  save(name: string, value: string): Result<null, string>
}

export function createSharedSettings(settings: Settings): SharedSettings {
  const windowSettings = () =>
    Object.fromEntries(Object.entries(settings.all()).filter(([name]) => WINDOW_SETTING.test(name)))
  const topic = publish<'settings'>(windowSettings)
  return {
    topic,
    save(name, value) {
      const result = settings.save(name, value)
      const workspaces = Object.keys(windowSettings()).filter(isWorkspace)
      const open = new Set(openWindows(settings.all()[OPEN_WINDOWS]).map(workspaceSetting))
      for (const oldest of workspaces.slice(0, -MOST_WORKSPACES))
        if (!open.has(oldest)) settings.remove(oldest)
      topic.delta(windowSettings())
      return result
    },
  }
}
