/** A customer's margin and fee profile for the ticket's estimates, as the core publishes them; null while unknown. */

import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Session } from '../../shared/contract/status.ts'
import type { CustomerFees, FeeProfileItem } from '../../shared/domain/accounts/fees.ts'
import { whyProfileOld, type MarginProfile } from '../../shared/domain/accounts/margin.ts'
import type { OrderPhase } from '../../shared/domain/orders/order.ts'
import { customerCode } from '../../shared/domain/scalars.ts'
import { useLoadable, useSession } from './useSession.ts'

interface CustomerTerms {
  readonly margin: MarginProfile | null
  /** Why the margin profile may be old: a clause without a full stop; null: it is as last read. */
  readonly whyMarginOld: string | null
  readonly fees: readonly FeeProfileItem[] | null
}

interface LastRead {
  readonly code: string
  readonly phase: Session['phase'] | undefined
  readonly orders: string
  readonly terms: CustomerTerms
  /** The fees that the core had published when a reading of them was refused. */
  readonly oldFees: CustomerFees | undefined
}

const NONE: CustomerTerms = { margin: null, whyMarginOld: null, fees: null }

/** The number of a customer's newest orders that are searched for a leverage. */
const LOOKED_AT = 50

const ON_THEIR_WAY: readonly OrderPhase[] = ['intent', 'sent']
/** In place of the orders while one of them is on its way. */
const ON_ITS_WAY = 'on its way'

/**
 * The customer's newest orders with a leverage, sent from anywhere, each with its phase. The venue sets the leverage before it places an
 * order (docs/api.md#4.rule.5), so a reading from before one of its answers may be old.
 */
function useOrdersWithLeverage(code: string): string {
  return useStore(useSession().server.orders, ({ rows, keysByCustomer }) => {
    const orders = (keysByCustomer.get(code) ?? []).slice(-LOOKED_AT).flatMap((key) => {
      const row = rows.get(key)
      return row && row.leverage !== null ? [{ key, phase: row.phase }] : []
    })
    return orders.some(({ phase }) => ON_THEIR_WAY.includes(phase))
      ? ON_ITS_WAY
      : orders.map(({ key, phase }) => `${key} ${phase}`).join()
  })
}

/** `again` changes when the terms may have changed, such as after an order with leverage. */
export function useCustomerTerms(code: string, again: string): CustomerTerms {
  const session = useSession()
  const phase = useLoadable(session.server.session).value?.phase
  const orders = useOrdersWithLeverage(code)
  const known = useStore(
    session.server.customers,
    ({ value }) => value?.some((customer) => customer.code === code) === true,
  )
  const publishedMargin = useStore(session.server.margins, ({ value }) => value?.get(code))
  const publishedFees = useStore(session.server.fees, ({ value }) => value?.get(code))
  const [read, setRead] = useState<LastRead>({ code: '', phase, orders: '', terms: NONE, oldFees: undefined })
  useEffect(() => {
    const parsed = customerCode.safeParse(code)
    if (!parsed.success || !known || (phase !== 'ready' && phase !== 'channels-down')) return
    let over = false
    const readTerms = async () => {
      const request = { customerCode: parsed.data }
      const [margin, fees] = await Promise.all([
        session.client.call('marginProfile.read', request),
        session.client.call('feeProfile.read', request),
      ])
      if (over) return
      // After a refused read the fees are unknown until the core publishes others. The venue decides in any case.
      setRead({
        code,
        phase,
        orders,
        terms: {
          margin: margin.ok ? margin.value : null,
          whyMarginOld: null,
          fees: fees.ok ? fees.value : null,
        },
        oldFees: fees.ok ? undefined : session.server.fees.getState().value?.get(code),
      })
    }
    void readTerms()
    return () => {
      over = true
    }
  }, [session, code, known, phase, again, orders])
  if (!known) return NONE
  const isRead = read.code === code
  const answered = isRead && read.phase === phase ? read.terms : NONE
  // A write of the fees makes every reading old at once: the core then publishes that they are not known.
  const isAnswerNewer = publishedFees === undefined || publishedFees === read.oldFees
  const fees = isAnswerNewer ? answered.fees : publishedFees.items
  // Until the profile is read after the answer to an order with leverage, no leverage is known.
  if (!isRead || orders === ON_ITS_WAY || read.orders !== orders) return { ...NONE, fees }
  const margin = publishedMargin === undefined ? answered.margin : publishedMargin.profile
  return { margin, whyMarginOld: whyProfileOld(publishedMargin), fees }
}
