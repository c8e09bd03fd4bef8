/** Who deals at this desk: a dealer takes over, or proves the own name, by the own passphrase. Keeps no passphrase. */

import { useState } from 'react'
import { useStore } from 'zustand'
import type { Approvals } from '../../../shared/domain/fourEyes/approval.ts'
import { isSameDealer } from '../../../shared/domain/fourEyes/sameDealer.ts'
import { dealerWords } from '../../../shared/domain/settings/dealerName.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { useSession } from '../../state/useSession.ts'
import { useSend } from './useSend.ts'

interface ProveFormProps {
  readonly value: Approvals
  readonly onDone: () => void
}

export function ProveForm({ value: { dealers, isProven }, onDone }: ProveFormProps) {
  const session = useSession()
  const dealer = useStore(session.server.session, (state) => state.value?.dealer ?? null)
  const { send, failure, isBusy } = useSend('dealer.prove')
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
          <div className="labelled">
            <label htmlFor="prove-name">Dealer</label>
            <select
              id="prove-name"
              className="field"
              value={name}
              onChange={({ target }) => setChosen(target.value)}
            >
              {dealers.map((each) => (
                <option key={each.name} value={each.name}>
                  {dealerWords(each)}
                </option>
              ))}
            </select>
          </div>
          <div className="labelled">
            <label htmlFor="prove-passphrase">Passphrase</label>
            <input
              id="prove-passphrase"
              className="field"
              type="password"
              autoComplete="off"
              value={passphrase}
              onChange={({ target }) => setPassphrase(target.value)}
            />
          </div>
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
