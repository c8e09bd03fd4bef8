/** Step 1: the state of the session, which every other room reads. Nobody is signed in yet. */

import { createCurrentSession } from '../session/currentSession.ts'
import { dealerWords } from '../../../shared/domain/settings/dealerName.ts'
import { watchClockSteps } from '../session/detectClockSteps.ts'
import { createDealerInCharge } from '../session/dealerInCharge.ts'
import { createSessionState } from '../session/sessionState.ts'
import type { Access } from '../support/brokerAccess.ts'
import type { CoreOptions } from './coreOptions.ts'

export function createSessionAccess({ clock, log, settings }: CoreOptions) {
  const state = createSessionState(log)
  const dealer = createDealerInCharge(settings)
  const current = createCurrentSession()
  const clockWatch = watchClockSteps(clock)
  const access: Access = {
    phase() {
      clockWatch.compare()
      return state.phase
    },
    isReadBack: () => current.isReadBack(),
    broker: () => current.broker(),
  }
  return {
    state,
    current,
    clockWatch,
    access,
    dealer,
    /** The signed-in dealer, for the journal: the name given, and the venue's user. */
    who: () => {
      const user = state.username ?? 'nobody signed in'
      return dealer.named === null ? user : `${dealerWords(dealer.named)} (${user})`
    },
  }
}

export type SessionAccess = ReturnType<typeof createSessionAccess>
