/** The fields of one deposit or withdrawal, and its outcome. Sends once per review. While the outcome is unknown the transfer keeps its intent id, and no other transfer may use that id. */

import { useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { TransferKind } from '../../../shared/domain/accounts/ledger.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { isSettled, mintIntentId } from '../../state/actions/dealing.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { ReviewActions, ReviewForm, type Review } from '../../dealing/ReviewForm.tsx'
import { Field } from '../../ui/Field.tsx'
import { useSession } from '../../state/useSession.ts'
import {
  TRANSFER_ASSET,
  readAsset,
  readTransferAmount,
  transferEffect,
  transferSentence,
} from './transferForm.ts'
import { transferOutcome } from './transferOutcome.ts'
import { useFailure } from '../../dealing/useFailure.ts'

interface TransferFormProps {
  readonly code: CustomerCode
  readonly transfer: TransferKind
  /** The label and effect of the button under a finished transfer. */
  readonly done: string
  readonly onDone: () => void
}

interface Payload {
  readonly amount: DecimalText
  readonly asset: string
}

export function TransferForm({ code, transfer, done, onDone }: TransferFormProps) {
  const session = useSession()
  // The Collateral panel may show the same form beside a sheet.
  const id = useId()
  const [text, setText] = useState('')
  const [assetText, setAssetText] = useState(TRANSFER_ASSET)
  const { failure, show } = useFailure(transfer.toUpperCase())
  const [sent, setSent] = useState<{
    readonly code: string
    readonly asset: string
    readonly sentence: string
  } | null>(null)
  // Intent ids by their transfer, until the outcome is known. A second press sends the same intent, so money moves at most once.
  const intents = useRef(new Map<string, string>())
  const amount = readTransferAmount(text)
  const asset = readAsset(assetText)
  const balance = useStore(session.server.balances, (balances) => balances.value?.get(code)?.amount ?? null)
  const row = useStore(session.server.ledger, (ledger) =>
    sent === null ? null : (ledger.rows.get(`${transfer} ${sent.code}`) ?? null),
  )
  const effect = transferEffect(
    balance,
    transfer,
    amount.ok ? amount.value : null,
    asset.ok ? asset.value : TRANSFER_ASSET,
  )
  const review: Review<Payload> | null =
    amount.ok && asset.ok
      ? {
          sentence: transferSentence(transfer, amount.value, asset.value, code),
          lines: [`Balance ${effect.words}`],
          warnings: effect.warnings,
          word: null,
          payload: { amount: amount.value, asset: asset.value },
        }
      : null
  const send = async (payload: Payload) => {
    show(null)
    const asked = `${payload.amount} ${payload.asset}`
    const intentId = intents.current.get(asked) ?? mintIntentId(session.clock, session.random)
    intents.current.set(asked, intentId)
    const reply = await session.client.call('transfer.submit', {
      intentId,
      transfer: { customerCode: code, kind: transfer, ...payload },
    })
    if (reply.ok)
      return setSent({
        code: reply.value.code,
        asset: payload.asset,
        sentence: transferSentence(transfer, payload.amount, payload.asset, code),
      })
    if (isSettled(reply.failure)) intents.current.delete(asked)
    show(reply.failure)
  }
  if (sent !== null)
    return (
      <div className="stack">
        <p role="status">
          {sent.sentence}:{' '}
          <span className={row?.status === 'completed' ? 'strong' : 'amber'}>
            {row?.status ?? 'accepted'}
          </span>
        </p>
        <p className="muted">{transferOutcome(row, sent.asset, balance !== null)}</p>
        <div className="row-of-buttons">
          <button type="button" className="button primary" onClick={onDone}>
            {done}
          </button>
        </div>
      </div>
    )
  const problem = text === '' || amount.ok ? null : amount.failure
  const assetProblem = assetText === '' || asset.ok ? null : asset.failure
  return (
    <ReviewForm
      form={transfer}
      name={transfer === 'deposit' ? 'Deposit' : 'Withdraw'}
      review={review}
      why={text === '' ? 'Type an amount' : (problem ?? assetProblem ?? 'Type an asset')}
      verb={transfer === 'deposit' ? 'Deposit' : 'Withdraw'}
      send={send}
    >
      <Field
        id={`${id}-amount`}
        label="Amount"
        inputMode="decimal"
        value={text}
        problem={problem}
        onText={setText}
      />
      <Field
        id={`${id}-asset`}
        label="Asset"
        value={assetText}
        problem={assetProblem}
        onText={setAssetText}
      />
      <div className="labelled">
        <span className="muted">Balance</span>
        <span className="number">{effect.words}</span>
      </div>
      <FailureLine failure={failure} />
      <ReviewActions />
    </ReviewForm>
  )
}
