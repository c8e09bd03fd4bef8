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

/**
 * The customer's newest order with a leverage, sent from anywhere, and its phase; empty where none of the newest has one.
 * The venue sets the leverage before it places the order (docs/api.md#4.rule.5): a reading from before its answer may be old.
 */
function useLastLeverage(code: string): string {
  return useStore(useSession().server.orders, ({ rows, keysByCustomer }) => {
    const orders = (keysByCustomer.get(code) ?? [])
      .slice(-LOOKED_AT)
      .map((key) => ({ key, row: rows.get(key) }))
    const last = orders.findLast(({ row }) => row !== undefined && row.leverage !== null)
    return last ? `${last.key} ${last.row?.phase}` : ''
  })
}

/** `again` changes when the terms may have changed, such as after an order with leverage. */
export function useCustomerTerms(code: string, again: string): CustomerTerms {
  const session = useSession()
  const phase = useLoadable(session.server.session).value?.phase
  const lastLeverage = useLastLeverage(code)
  const known = useStore(
    session.server.customers,
    ({ value }) => value?.some((customer) => customer.code === code) === true,
  )
  const [terms, setTerms] = useState<{ readonly code: string; readonly terms: CustomerTerms }>({
    code: '',
    terms: NONE,
  })
  useEffect(() => {
    const parsed = customerCode.safeParse(code)
    if (!parsed.success || !known || (phase !== 'ready' && phase !== 'channels-down')) return
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
  }, [session, code, known, phase, again, lastLeverage])
  return terms.code === code ? terms.terms : NONE
}
