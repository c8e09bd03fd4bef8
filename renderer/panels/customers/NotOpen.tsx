/** Says that a customer is not open for trading, and why; nothing for one that is. */

import { useStore } from 'zustand'
import type { CustomerTie } from '../../../shared/domain/accounts/reconciliationRules.ts'
import { useSession } from '../../state/useSession.ts'
import { closedSentence } from '../../format/closedSentence.ts'

/** How a customer stands while it is not open; null for one that is, or that the core has said nothing of. */
export function useClosed(code: string | null): CustomerTie | null {
  const tie = useStore(useSession().server.reconciliation, (reconciliation) =>
    reconciliation.value?.get(code ?? ''),
  )
  return tie === undefined || tie.open ? null : tie
}

/** One word for a chip: `reading`, `differs`, or `closed` where its own records agree and something else keeps it closed. */
export function NotOpenWord({ code }: { readonly code: string }) {
  const tie = useClosed(code)
  return (
    tie && (
      <span
        className={tie.state === 'differs' ? 'badge stop' : 'badge'}
        title={closedSentence(tie)}
        aria-label={closedSentence(tie)}
        role="img"
      >
        {tie.state === 'ties' ? 'closed' : tie.state}
      </span>
    )
  )
}

/** The whole sentence, for a form. */
export function NotOpenBox({ code }: { readonly code: string }) {
  const tie = useClosed(code)
  return (
    tie && (
      <div className="warning-box" role="note">
        <div className="title">{closedSentence(tie)}</div>
        <div className="muted">Cancels and trade-outs go through.</div>
      </div>
    )
  )
}
