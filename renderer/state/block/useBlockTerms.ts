/** Reads the margin and fee profiles of a block's customers where they are not known yet, a few customers at once. */

import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { FeeProfileItem } from '../../../shared/domain/accounts/fees.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { useSession } from '../useSession.ts'
import type { WindowSession } from '../windowSession.ts'

export const feesOf = ({ server }: WindowSession, code: CustomerCode): readonly FeeProfileItem[] | null =>
  server.fees.getState().value?.get(code)?.items ?? null

/** Customers whose profiles are read at once. The queue of requests keeps the venue's own bound. */
const READ_AT_ONCE = 8

/** How many of the customers have profiles that are still being read. */
export function useBlockTerms(codes: readonly CustomerCode[]): number {
  const session = useSession()
  const { client, server } = session
  const fees = useStore(server.fees, ({ value }) => value)
  const margins = useStore(server.margins, ({ value }) => value)
  /** A profile that could not be read is asked for once: the row says that it is not known. */
  const [asked] = useState(() => new Set<CustomerCode>())
  const [reading] = useState(() => new Set<CustomerCode>())
  const [, setAnswers] = useState(0)
  const missing = codes.filter(
    (code) => !asked.has(code) && ((fees?.get(code)?.items ?? null) === null || !margins?.get(code)?.profile),
  )
  useEffect(() => {
    const read = async (customerCode: CustomerCode) => {
      reading.add(customerCode)
      const request = { customerCode }
      await Promise.all([
        server.margins.getState().value?.get(customerCode)?.profile
          ? null
          : client.call('marginProfile.read', request),
        server.fees.getState().value?.get(customerCode)?.items
          ? null
          : client.call('feeProfile.read', request),
      ])
      reading.delete(customerCode)
      asked.add(customerCode)
      setAnswers((answers) => answers + 1)
    }
    const next = missing.filter((code) => !reading.has(code)).slice(0, READ_AT_ONCE - reading.size)
    for (const code of next) void read(code)
  })
  return missing.length
}
