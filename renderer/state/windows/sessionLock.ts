/** The session lock from this window: locks in the core, drops what waits here, and reports a dealer's keys and clicks. Never sees a password. */

import type { Stop } from '../../../shared/base/clock.ts'
import { tell } from '../stores/noticeStore.ts'
import { setProposal, type Place } from '../stores/proposalStore.ts'
import type { WindowSession } from '../windowSession.ts'
import { disarm } from '../actions/workspaceActions.ts'

/** Ms between two reports of keys and clicks to the core. */
const REPORT_EVERY = 5_000
const SIGNS_OF_A_DEALER = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

/** Ctrl Shift L. Every window locks when the core says so, this one too. */
export function lockSession(session: WindowSession): void {
  disarm(session.workspace, 'the session lock was pressed')
  void startLock(session)
}

async function startLock({ client, notices, clock }: WindowSession): Promise<void> {
  const reply = await client.call('session.lock', {})
  if (reply.ok) return
  const { kind, message } = reply.failure
  const what =
    kind === 'refused' ? message : `The session is NOT locked, and this screen shows everything: ${message}`
  tell(notices, clock, 'error', what)
}

/** As the session locks, in whatever window: closes the sheet and drops what waits for Enter. `watchTrust` disarms. */
export const dropWhenLocked = ({ server, overlay, proposals, focus }: WindowSession): Stop =>
  server.session.subscribe(({ value }, { value: was }) => {
    const isLocked = (value?.locked ?? null) !== null
    if (!isLocked || (was?.locked ?? null) !== null) return
    focus.end()
    overlay.setState({ open: null })
    for (const place of Object.keys(proposals.getState()) as Place[]) setProposal(proposals, place, null)
  })

/** Reports keys, clicks and moves of the pointer, only while the dealer set a time of rest. */
export function reportActivity({ client, settings, clock }: WindowSession, target: EventTarget): Stop {
  let reportedAt = -REPORT_EVERY
  const report = () => {
    const now = clock.monotonic()
    if (settings.getState().settings.values['lock.restMinutes'] === 0 || now - reportedAt < REPORT_EVERY)
      return
    reportedAt = now
    void client.call('session.active', {})
  }
  for (const sign of SIGNS_OF_A_DEALER)
    target.addEventListener(sign, report, { capture: true, passive: true })
  return () => {
    for (const sign of SIGNS_OF_A_DEALER) target.removeEventListener(sign, report, { capture: true })
  }
}
