/** Warns about a customer code that looks like another code. New orders and transfers wait until the dealer types the code. */

import { useState } from 'react'
import type { ListedCustomer } from '../../../shared/domain/accounts/customer.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { useFailure } from '../../dealing/useFailure.ts'
import { Field } from '../../ui/Field.tsx'
import { useSession } from '../../state/useSession.ts'

export function ConfirmCode({ customer }: { readonly customer: ListedCustomer }) {
  const session = useSession()
  const [typed, setTyped] = useState('')
  const { failure, show } = useFailure(`Customer ${shownCode(customer.code)}`)
  const [confirmed, setConfirmed] = useState(false)
  const { code, looksLike } = customer
  if (looksLike === undefined) return null
  if (confirmed) return <p role="status">{shownCode(code)} is confirmed: orders can be sent for it.</p>
  const confirm = async () => {
    const reply = await session.client.call('customer.confirm', { customerCode: code, typed })
    show(reply.ok ? null : reply.failure)
    setConfirmed(reply.ok)
  }
  return (
    <section aria-label="Confirm the code" className="confirm-code">
      <p role="alert" className="trouble">
        {shownCode(code)} looks like {shownCode(looksLike)}, which is another customer. No new order, deposit
        or withdrawal is sent for it until you type {shownCode(code)} here. Cancels and a flatten work.
      </p>
      <Field id="customer-confirm" label="Code" value={typed} onText={setTyped} />
      <button
        type="button"
        className="button small"
        disabled={typed !== shownCode(code)}
        onClick={() => void confirm()}
      >
        Confirm {shownCode(code)}
      </button>
      <FailureLine failure={failure} />
    </section>
  )
}
