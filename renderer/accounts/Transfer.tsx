/** Deposits or withdraws for one customer, and shows what became of it. Sends once per press. */

import { useState, type FormEvent } from 'react'
import { useStore } from 'zustand'
import type { TransferKind } from '../../shared/domain/ledger.ts'
import type { CustomerCode } from '../../shared/domain/text.ts'
import { customerName, isSettled, mintIntentId } from '../state/dealing.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { useSession } from '../useSession.ts'
import { TRANSFER_ASSET, readTransferAmount, transferSentence } from './transferForm.ts'

export interface TransferProps {
  readonly code: CustomerCode
  readonly transfer: TransferKind
  readonly onClose: () => void
}

export function Transfer({ code, transfer, onClose }: TransferProps) {
  const session = useSession()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, setSent] = useState<{ readonly code: string; readonly sentence: string } | null>(null)
  const [sending, setSending] = useState(false)
  const mint = () => mintIntentId(session.clock, session.random)
  // Kept while a fate is unknown: pressed again, it is the same intent and moves money at most once.
  const [intentId, setIntentId] = useState(mint)
  const amount = readTransferAmount(text)
  const sentence = transferSentence(transfer, amount, code)
  const name = customerName(session, code)
  const status = useStore(session.server.ledger, (of) => {
    if (sent === null) return null
    return of.rows.get(`${transfer} ${sent.code}`)?.status ?? 'pending'
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending || sent !== null) return
    if (!amount.ok) return setProblem(amount.failure)
    setProblem(null)
    setSending(true)
    const reply = await session.client.call('transfer.submit', {
      intentId,
      transfer: { customerCode: code, kind: transfer, amount: amount.value, asset: TRANSFER_ASSET },
    })
    setSending(false)
    if (reply.ok) return setSent({ code: reply.value.code, sentence })
    if (isSettled(reply.failure)) setIntentId(mint())
    setProblem(reply.failure.message)
  }
  return (
    <Sheet
      title={`${transfer === 'deposit' ? 'Deposit for' : 'Withdraw from'} ${code} ${name}`}
      onClose={onClose}
    >
      {sent === null ? (
        <form onSubmit={(event) => void submit(event)}>
          <div className="labelled">
            <label htmlFor="transfer-amount">Amount</label>
            <input
              id="transfer-amount"
              className="field"
              inputMode="decimal"
              autoComplete="off"
              value={text}
              aria-invalid={problem !== null}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          <div className="labelled">
            <span>Asset</span>
            <span className="mono">{TRANSFER_ASSET}</span>
          </div>
          {problem !== null && (
            <p role="alert" className="problem">
              {problem}
            </p>
          )}
          <div className="row-of-buttons">
            <button type="submit" className="button primary" aria-disabled={!amount.ok || sending}>
              {sending ? 'Sending…' : sentence}
            </button>
          </div>
        </form>
      ) : (
        <div className="stack">
          <p role="status">
            {sent.sentence}: <span className={status === 'completed' ? 'strong' : 'amber'}>{status}</span>
          </p>
          <p className="muted">
            {status === 'pending'
              ? 'The venue has it and has not settled it yet. It will show in the ledger; this sheet may be closed.'
              : status === 'completed'
                ? 'Settled: the balance has it.'
                : 'The venue did not settle it; the balance is unchanged.'}
          </p>
          <div className="row-of-buttons">
            <button type="button" className="button primary" onClick={onClose}>
              Done
            </button>
          </div>
        </div>
      )}
    </Sheet>
  )
}
