/** Sends one command at a time from a form, and keeps why the last one failed. */

import { useState } from 'react'
import type { CommandName, Request } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import { useSession } from '../../state/useSession.ts'

export interface Send<C extends CommandName> {
  readonly failure: Failure | null
  readonly isBusy: boolean
  /** Whether the command was done. */
  readonly send: (request: Request<C>) => Promise<boolean>
}

export function useSend<C extends CommandName>(name: C): Send<C> {
  const { client } = useSession()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  return {
    failure,
    isBusy,
    send: async (request) => {
      setBusy(true)
      const reply = await client.call(name, request)
      setBusy(false)
      setFailure(reply.ok ? null : reply.failure)
      return reply.ok
    },
  }
}
