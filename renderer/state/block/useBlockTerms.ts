/** Reads the margin and fee profiles of a block's customers where they are not known yet, one customer after the other. */

import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { FeeProfileItem } from '../../../shared/domain/accounts/fees.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { useSession } from '../useSession.ts'
import type { WindowSession } from '../windowSession.ts'

export const feesOf = ({ server }: WindowSession, code: CustomerCode): readonly FeeProfileItem[] | null =>
  server.fees.getState().value?.get(code)?.items ?? null

/** How many of the customers have profiles that are still being read. */
export function useBlockTerms(codes: readonly CustomerCode[]): number {
  const session = useSession()
  const { client, server } = session
  const fees = useStore(server.fees, ({ value }) => value)
  const margins = useStore(server.margins, ({ value }) => value)
  /** A profile that could not be read is asked for once: the row says that it is not known. */
  const [asked] = useState(() => new Set<string>())
  const [, setAnswers] = useState(0)
  const missing = codes.filter(
    (code) => !asked.has(code) && ((fees?.get(code)?.items ?? null) === null || !margins?.get(code)?.profile),
  )
  const next = missing[0]
  useEffect(() => {
    if (next === undefined) return
    let isOver = false
    const read = async () => {
      const request = { customerCode: next }
      await Promise.all([
        server.margins.getState().value?.get(next)?.profile
          ? null
          : client.call('marginProfile.read', request),
        server.fees.getState().value?.get(next)?.items ? null : client.call('feeProfile.read', request),
      ])
      asked.add(next)
      if (!isOver) setAnswers((answers) => answers + 1)
    }
    void read()
    return () => {
      isOver = true
    }
  }, [client, server, asked, next])
  return missing.length
}
