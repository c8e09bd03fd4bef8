/** Reads a customer's margin and fee profile for the ticket's estimates; null while unknown. */

import { useEffect, useState } from 'react'
import type { FeeProfileItem } from '../../shared/domain/fees.ts'
import type { MarginProfile } from '../../shared/domain/margin.ts'
import { customerCode } from '../../shared/domain/text.ts'
import { useLoadable, useSession } from '../useSession.ts'

export interface CustomerTerms {
  readonly margin: MarginProfile | null
  readonly fees: readonly FeeProfileItem[] | null
}

const NONE: CustomerTerms = { margin: null, fees: null }

/** `again` changes when the terms may have changed, such as after an order with leverage. */
export function useCustomerTerms(code: string, again: string): CustomerTerms {
  const session = useSession()
  const phase = useLoadable(session.server.session).value?.phase
  const [terms, setTerms] = useState<{ readonly code: string; readonly terms: CustomerTerms }>({
    code: '',
    terms: NONE,
  })
  useEffect(() => {
    const parsed = customerCode.safeParse(code)
    const known = session.server.customers.getState().value?.some((of) => of.code === code)
    if (!parsed.success || known !== true || phase !== 'ready') return
    let over = false
    const read = async () => {
      const request = { customerCode: parsed.data }
      const [margin, fees] = await Promise.all([
        session.client.call('marginProfile.read', request),
        session.client.call('feeProfile.read', request),
      ])
      if (over) return
      // A refused read leaves the estimate unknown; the venue decides anyway.
      setTerms({
        code,
        terms: { margin: margin.ok ? margin.value : null, fees: fees.ok ? fees.value : null },
      })
    }
    void read()
    return () => {
      over = true
    }
  }, [session, code, phase, again])
  return terms.code === code ? terms.terms : NONE
}
