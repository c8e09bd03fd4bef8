/** Takes an order off the books that nobody can tell of: the dealer types the last four characters of its id. Sends nothing to the venue. */

import { useState, type FormEvent } from 'react'
import type { Failure } from '../../shared/contract/failure.ts'
import type { Order } from '../../shared/domain/order.ts'
import { Problem } from '../ui/Problem.tsx'
import { useSession } from '../useSession.ts'

const LAST = 4

export function WriteOff({ order }: { readonly order: Order }) {
  const session = useSession()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { customerCode, referenceId } = order
  const wanted = referenceId.slice(-LAST)
  const writeOff = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || typed !== wanted) return
    setBusy(true)
    const reply = await session.client.call('order.writeOff', { customerCode, referenceId, typed })
    setBusy(false)
    setFailure(reply.ok ? null : reply.failure)
  }
  return (
    <form className="write-off" aria-label="Write the order off" onSubmit={(event) => void writeOff(event)}>
      <p role="note" className="loss">
        <span className="strong">‼ Nobody can tell what became of this order. </span>
        It counts at full size against the limits. Ask the broker by telephone, with the reference. Write it
        off only when he says that it is over: a live order that is written off can still fill.
      </p>
      <label className="labelled">
        <span>
          Type <span className="mono strong">{wanted}</span>
        </span>
        <input
          className="field mono"
          value={typed}
          maxLength={LAST}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <button type="submit" className="button danger" aria-disabled={busy || typed !== wanted}>
        Write off {referenceId} of {customerCode}: I take it on myself that it is over
      </button>
      <Problem sentence={failure?.message ?? null} />
    </form>
  )
}
