/** Reads a customer's margin and fee profile for the ticket's estimates; null while unknown. */

import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { FeeProfileItem } from '../../shared/domain/accounts/fees.ts'
import type { MarginProfile } from '../../shared/domain/accounts/margin.ts'
import { customerCode } from '../../shared/domain/scalars.ts'
import { useLoadable, useSession } from './useSession.ts'

interface CustomerTerms {
  readonly margin: MarginProfile | null
  readonly fees: readonly FeeProfileItem[] | null
}

const NONE: CustomerTerms = { margin: null, fees: null }

/** The number of a customer's newest orders that are searched for a leverage. */
const LOOKED_AT = 50

/** Key of the customer's newest order with a leverage, sent from anywhere; empty where none of the newest has one. */
function useLastLeverage(code: string): string {
  return useStore(useSession().server.orders, ({ rows, keysByCustomer }) => {
    const keys = keysByCustomer.get(code) ?? []
    return keys.slice(-LOOKED_AT).findLast((key) => rows.get(key)?.leverage !== null) ?? ''
  })
}

/** `again` changes when the terms may have changed, such as after an order with leverage. */
export function useCustomerTerms(code: string, again: string): CustomerTerms {
  const session = useSession()
  const phase = useLoadable(session.server.session).value?.phase
  const lastLeverage = useLastLeverage(code)
  const [terms, setTerms] = useState<{ readonly code: string; readonly terms: CustomerTerms }>({
    code: '',
    terms: NONE,
  })
  useEffect(() => {
    const parsed = customerCode.safeParse(code)
    const known = session.server.customers.getState().value?.some((customer) => customer.code === code)
    if (!parsed.success || known !== true || (phase !== 'ready' && phase !== 'channels-down')) return
    let over = false
    const read = async () => {
      const request = { customerCode: parsed.data }
      const [margin, fees] = await Promise.all([
        session.client.call('marginProfile.read', request),
        session.client.call('feeProfile.read', request),
      ])
      if (over) return
      // After a refused read the estimate is unknown. The venue decides in any case.
      setTerms({
        code,
        terms: { margin: margin.ok ? margin.value : null, fees: fees.ok ? fees.value : null },
      })
    }
    void read()
    return () => {
      over = true
    }
  }, [session, code, phase, again, lastLeverage])
  return terms.code === code ? terms.terms : NONE
}
