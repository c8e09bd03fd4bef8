/**
 * Keeps what waits behind a `;` of the command line from being lost with its window: stores it with the core while it waits, and says in every other
 * window, and in the same window later, what was not sent. Sends nothing.
 */

import { capOf } from '../../keys/caps.ts'
import type { Stop } from '../../../shared/base/clock.ts'
import { tell } from '../stores/noticeStore.ts'
import type { WindowSession } from '../windowSession.ts'

const PREFIX = 'line.unsent.'
/** Before the text of a window that is gone. */
const LEFT = 'left '
const WAITS = 'waits '

export function reportUnsentLine({ client, server, line, windowName, notices, clock }: WindowSession): Stop {
  const own = `${PREFIX}${windowName}`
  const save = (name: string, value: string) => void client.call('setting.save', { name, value })
  let isFirstLook = true
  const look = (): void => {
    const saved = server.settings.getState().value
    if (saved === null) return
    for (const [name, text] of Object.entries(saved)) {
      if (!name.startsWith(PREFIX) || text === '') continue
      // What this window stored itself is over only where the page is a new one.
      const isLost = name === own ? isFirstLook : text.startsWith(LEFT)
      if (!isLost) continue
      const rest = text.slice(text.indexOf(' ') + 1)
      tell(
        notices,
        clock,
        'warning',
        `A window was closed or reloaded while a line waited for the venue. Not sent: ${rest}. Look at the orders of that line (${capOf('F7')}), then type again what you still want.`,
        rest,
      )
      save(name, '')
    }
    isFirstLook = false
  }
  const stops = [
    server.settings.subscribe(look),
    line.subscribe(({ waiting }) => save(own, waiting === '' ? '' : `${WAITS}${waiting}`)),
  ]
  look()
  return () => {
    for (const stop of stops) stop()
    const { waiting } = line.getState()
    if (waiting !== '') save(own, `${LEFT}${waiting}`)
  }
}
