/** One request in full, and the decision of a second dealer on it. The passphrase leaves the page with the decision and is forgotten. */

import { useEffect, useRef, useState } from 'react'
import { LONGEST_REASON, type WaitingApproval } from '../../../shared/domain/fourEyes/approval.ts'
import { isSameDealer } from '../../../shared/domain/fourEyes/sameDealer.ts'
import { dealerWords, type DealerName } from '../../../shared/domain/settings/dealerName.ts'
import { mayMoveFocus } from '../../ui/mayMoveFocus.ts'
import { Field } from '../../ui/Field.tsx'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { clockSpan, dayAndTimeWithZone } from '../../format/times.ts'
import { BlockCustomers } from './BlockCustomers.tsx'
import { ImportedCustomers } from './ImportedCustomers.tsx'
import { CredentialFields } from './CredentialFields.tsx'
import { useSend } from './useSend.ts'
import { useEscapeLeaves } from '../useEscapeLeaves.ts'

interface DecideFormProps {
  readonly request: WaitingApproval
  /** Nobody can decide the request any more. The form stays, so that a passphrase that is being typed goes nowhere else. */
  readonly isOver: boolean
  readonly dealers: readonly DealerName[]
  readonly now: number
  readonly onLeave: () => void
}

export function DecideForm({ request, isOver, dealers, now, onLeave }: DecideFormProps) {
  const { id, what, maker, at, expiresAt, parts, changes = [] } = request
  const others = dealers.filter((dealer) => !isSameDealer(dealer, maker))
  const [name, setName] = useState(others[0]?.name ?? '')
  const [passphrase, setPassphrase] = useState('')
  const [reason, setReason] = useState('')
  const { send, failure, isBusy } = useSend('approval.decide', `Request ${id}`)
  const form = useRef<HTMLFormElement>(null)
  const toPassphrase = () => {
    if (mayMoveFocus(form.current)) form.current?.querySelector<HTMLInputElement>('[type=password]')?.focus()
  }
  useEscapeLeaves(form, onLeave)
  useEffect(() => form.current?.querySelector<HTMLInputElement>('[type=password]')?.focus(), [])
  const decide = async (decision: 'approve' | 'refuse') => {
    if (isBusy || isOver || passphrase === '') return
    setPassphrase('')
    if (await send({ id, decision, name, passphrase, reason })) onLeave()
    else toPassphrase()
  }
  return (
    <form
      ref={form}
      className="approval-decide"
      aria-label={`Request ${id}`}
      onSubmit={(event) => {
        event.preventDefault()
        void decide('approve')
      }}
    >
      <h2>Request {id}</h2>
      <p className="approval-what">{what}</p>
      <p>
        <span className="muted">Asked by</span> {dealerWords(maker)} <span className="muted">at</span>{' '}
        <span className="number">{dayAndTimeWithZone(at)}</span>.{' '}
        {isOver ? (
          <span className="amber">This request is over. Esc leaves.</span>
        ) : (
          <>
            <span className="number">{clockSpan(expiresAt - now)}</span> <span className="muted">left.</span>
          </>
        )}
      </p>
      {parts.length > 0 && <BlockCustomers parts={parts} />}
      {changes.length > 0 && <ImportedCustomers changes={changes} />}
      <div className="approval-fields">
        <CredentialFields
          id="decide"
          label="Second dealer"
          dealers={others}
          name={name}
          passphrase={passphrase}
          onName={setName}
          onPassphrase={setPassphrase}
        />
        <Field
          id="decide-reason"
          label="Reason"
          placeholder="of a refusal"
          value={reason}
          onText={(text) => setReason(text.slice(0, LONGEST_REASON))}
        />
      </div>
      <FailureLine failure={failure} />
      <div className="row-of-buttons">
        <button type="submit" className="button primary" disabled={isBusy || isOver || passphrase === ''}>
          Approve and do it
        </button>
        <button
          type="button"
          className="button"
          disabled={isBusy || isOver || passphrase === ''}
          onClick={() => void decide('refuse')}
        >
          Refuse
        </button>
        <button type="button" className="button" onClick={onLeave}>
          Back <span className="key-cap">Esc</span>
        </button>
      </div>
    </form>
  )
}
