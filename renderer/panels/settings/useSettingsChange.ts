/** Sends changes of the dealer's settings to the core, one after the other, and keeps why the last one failed. */

import { useState } from 'react'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { SettingsChange } from '../../../shared/domain/settings/dealerSettings.ts'
import { useSession } from '../../state/useSession.ts'

export interface ChangeOutcome {
  /** Sends a change; answers whether it is in force. */
  readonly change: (part: Partial<SettingsChange>) => Promise<boolean>
  readonly failure: Failure | null
}

export function useSettingsChange(): ChangeOutcome {
  const { client } = useSession()
  const [failure, setFailure] = useState<Failure | null>(null)
  return {
    failure,
    async change(part) {
      const reply = await client.call('settings.change', { values: {}, keys: {}, typed: '', ...part })
      setFailure(reply.ok ? null : reply.failure)
      return reply.ok
    },
  }
}
