/** Shows that a customer is not open for trading, and why. Draws nothing for an open customer. */

import { useStore } from 'zustand'
import {
  isReconciled,
  type CustomerReconciliation,
} from '../../../shared/domain/accounts/reconciliationRules.ts'
import { useSession } from '../../state/useSession.ts'
import { closedSentence } from '../../format/closedSentence.ts'

/** The comparison of a customer that is not open; null while the customer is open, and before the core has compared it. */
export function useClosed(code: string | null): CustomerReconciliation | null {
  const customer = useStore(useSession().server.reconciliation, (reconciliation) =>
    reconciliation.value?.get(code ?? ''),
  )
  return customer === undefined || customer.open ? null : customer
}

/** One word for a chip: `reading`, `differs`, or `closed` where the records agree and something else keeps the customer closed. */
export function NotOpenWord({ code }: { readonly code: string }) {
  const customer = useClosed(code)
  return (
    customer && (
      <span
        className={customer.state === 'differs' ? 'badge stop' : 'badge'}
        title={closedSentence(customer)}
        aria-label={closedSentence(customer)}
        role="img"
      >
        {isReconciled(customer) ? 'closed' : customer.state}
      </span>
    )
  )
}

/** The whole sentence, for a form. */
export function NotOpenBox({ code }: { readonly code: string }) {
  const customer = useClosed(code)
  return (
    customer && (
      <div className="warning-box" role="note">
        <div className="title">{closedSentence(customer)}</div>
        <div className="muted">Cancels and trade-outs are still sent.</div>
      </div>
    )
  )
}
