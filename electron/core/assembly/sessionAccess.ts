/** Step 1: the session as every other room sees it. Nobody is signed in yet. */

import { createCurrentSession } from '../session/currentSession.ts'
import { createSessionState } from '../session/sessionState.ts'
import type { Access } from '../support/brokerAccess.ts'
import type { CoreOptions } from './coreOptions.ts'

export function createSessionAccess({ log }: CoreOptions) {
  const state = createSessionState(log)
  const current = createCurrentSession()
  const access: Access = {
    phase: () => state.phase,
    broker: () => current.broker(),
  }
  return {
    state,
    current,
    access,
    /** Who is at the desk, for the record. */
    who: () => state.username ?? 'nobody signed in',
  }
}

export type SessionAccess = ReturnType<typeof createSessionAccess>
