/** Sends one command at a time from a form, and shows why the last one failed: in the form, or as a notice where the form is gone. */

import { useState } from 'react'
import type { CommandName, Request } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import { useFailure } from '../../dealing/useFailure.ts'
import { useSession } from '../../state/useSession.ts'

export interface Send<C extends CommandName> {
  readonly failure: Failure | null
  readonly isBusy: boolean
  /** Whether the command was done and its form is still there. */
  readonly send: (request: Request<C>) => Promise<boolean>
}

/** `doing`: what is asked, for a notice. */
export function useSend<C extends CommandName>(name: C, doing: string): Send<C> {
  const { client } = useSession()
  const { failure, show, isOpen } = useFailure(doing)
  const [isBusy, setBusy] = useState(false)
  return {
    failure,
    isBusy,
    send: async (request) => {
      setBusy(true)
      const reply = await client.call(name, request)
      setBusy(false)
      show(reply.ok ? null : reply.failure)
      return reply.ok && isOpen()
    },
  }
}
