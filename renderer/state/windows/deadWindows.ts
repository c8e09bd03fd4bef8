/** Says in this window that the page of another window of the desktop program died, and that it is back or closed. Sends nothing. */

import type { Stop } from '../../../shared/base/clock.ts'
import {
  deadWindowOf,
  OPEN_WINDOWS,
  openWindows,
  windowTitleSetting,
} from '../../../shared/domain/savedWorkspaces.ts'
import { capOf } from '../../keys/caps.ts'
import { tell } from '../stores/noticeStore.ts'
import type { WindowSession } from '../windowSession.ts'

export function reportDeadWindows({ server, windowName, notices, clock }: WindowSession): Stop {
  const dead = new Map<string, string>()
  const look = (): void => {
    const settings = server.settings.getState().value ?? {}
    for (const [setting, reason] of Object.entries(settings)) {
      const name = deadWindowOf(setting)
      if (name === null || name === windowName || (dead.get(name) ?? '') === reason) continue
      dead.set(name, reason)
      const title = settings[windowTitleSetting(name)] ?? ''
      const which = title === '' ? 'Another window' : `The window “${title}”`
      if (reason === '' && !openWindows(settings[OPEN_WINDOWS]).includes(name))
        tell(
          notices,
          clock,
          'info',
          `${which} is closed. Its ladders are gone. Orders at the venue stay as they are.`,
        )
      else if (reason === '')
        tell(
          notices,
          clock,
          'info',
          `${which} was loaded again. Its ladders are disarmed: look at them, then arm them again.`,
        )
      else
        tell(
          notices,
          clock,
          'warning',
          `${which} stopped working (${reason}). It sends nothing, and its ladders are disarmed. Orders at the venue stay as they are. ${capOf('Ctrl F11')} goes to the window and loads it again.`,
        )
    }
  }
  look()
  return server.settings.subscribe(look)
}
