/** Who deals at this desk: a dealer takes over, or proves their name, by a passphrase. Keeps no passphrase. */

import { useState } from 'react'
import { useStore } from 'zustand'
import type { Approvals } from '../../../shared/domain/fourEyes/approval.ts'
import { isSameDealer } from '../../../shared/domain/fourEyes/sameDealer.ts'
import { dealerWords } from '../../../shared/domain/settings/dealerName.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { useSession } from '../../state/useSession.ts'
import { CredentialFields } from './CredentialFields.tsx'
import { useSend } from './useSend.ts'

interface ProveFormProps {
  readonly value: Approvals
  readonly onDone: () => void
}

export function ProveForm({ value: { dealers, isProven }, onDone }: ProveFormProps) {
  const session = useSession()
  const dealer = useStore(session.server.session, (state) => state.value?.dealer ?? null)
  const { send, failure, isBusy } = useSend('dealer.prove', 'Who deals')
  const registered = dealers.find((each) => dealer !== null && isSameDealer(each, dealer))
  const [chosen, setChosen] = useState<string | null>(null)
  const [passphrase, setPassphrase] = useState('')
  const name = chosen ?? registered?.name ?? dealers[0]?.name ?? ''
  return (
    <form
      aria-label="Who deals"
      onSubmit={(event) => {
        event.preventDefault()
        setPassphrase('')
        void send({ name, passphrase }).then((isDone) => isDone && onDone())
      }}
    >
      <h2>{dealer === null ? 'Nobody is named as the dealer' : `${dealerWords(dealer)} deals`}</h2>
      {isProven ? (
        <p>
          <span className="ok">✓</span> The passphrase was typed in this run.
        </p>
      ) : (
        <p className="muted">
          {dealer !== null && registered === undefined && `${dealer.name} has no passphrase here. `}
          Requests need a dealer whose passphrase was typed in this run.
        </p>
      )}
      {dealers.length > 0 && (
        <>
          <CredentialFields
            id="prove"
            label="Dealer"
            dealers={dealers}
            name={name}
            passphrase={passphrase}
            onName={setChosen}
            onPassphrase={setPassphrase}
          />
          <FailureLine failure={failure} />
          <div className="row-of-buttons">
            <button type="submit" className="button" disabled={isBusy || passphrase === ''}>
              {name === registered?.name ? 'Prove the name' : `${name} deals now`}
            </button>
          </div>
        </>
      )}
    </form>
  )
}
