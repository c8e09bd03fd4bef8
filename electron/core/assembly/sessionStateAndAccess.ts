/** Step 1: the state of the session, which every other room reads. Nobody is signed in yet. */

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
    /** The signed-in dealer, for the journal. */
    who: () => state.username ?? 'nobody signed in',
  }
}

export type SessionAccess = ReturnType<typeof createSessionAccess>
