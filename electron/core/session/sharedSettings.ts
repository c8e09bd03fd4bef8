/** The windows' own settings: saved by name, published to every window. The core's own names have a hyphen and never leave it. */

import type { Result } from '../../../shared/base/result.ts'
import { isWorkspace } from '../../../shared/domain/savedWorkspaces.ts'
import type { Settings } from '../ports.ts'
import { publish, type Published } from '../support/publishedTopic.ts'

const OF_WINDOW = /^[a-zA-Z.]{1,60}$/
/** A browser's tabs come and go, and each saves a workspace of its own: only the newest are kept. */
const MOST_WORKSPACES = 12

export interface WindowSettings {
  readonly topic: Published<'settings'>
  save(name: string, value: string): Result<null, string>
}

export function createWindowSettings(settings: Settings): WindowSettings {
  const ofWindow = () =>
    Object.fromEntries(Object.entries(settings.all()).filter(([name]) => OF_WINDOW.test(name)))
  const topic = publish<'settings'>(ofWindow)
  return {
    topic,
    save(name, value) {
      const result = settings.save(name, value)
      const workspaces = Object.keys(ofWindow()).filter(isWorkspace)
      for (const oldest of workspaces.slice(0, -MOST_WORKSPACES)) settings.remove(oldest)
      topic.delta(ofWindow())
      return result
    },
  }
}
