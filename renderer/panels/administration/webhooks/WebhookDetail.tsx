/** One webhook: its public key to copy, a pasted delivery to verify, and its removal after a second press that names its address. */

import { useState, type FormEvent } from 'react'
import { visible } from '../../../../shared/base/visibleText.ts'
import type { Failure } from '../../../../shared/contract/failure.ts'
import type { Webhook } from '../../../../shared/domain/webhook.ts'
import { Field } from '../../../ui/Field.tsx'
import { useSession } from '../../../state/useSession.ts'
import { UNKNOWN } from '../../../format/numbers.ts'
import { moment } from '../../../format/times.ts'
import { FailureLine } from '../../../dealing/FailureLine.tsx'
import { useFailure } from '../../../dealing/useFailure.ts'
import { SecondPressButton } from '../../SecondPressButton.tsx'
import { eventWords } from './webhookForm.ts'

interface WebhookDetailProps {
  readonly webhook: Webhook
  readonly onRemoved: () => void
}

export function WebhookDetail({ webhook, onRemoved }: WebhookDetailProps) {
  return (
    <>
      <section aria-label="Webhook">
        <h2>Webhook</h2>
        <dl className="figures">
          <dt>Address</dt>
          <dd className="mono">{webhook.url}</dd>
          <dt>Events</dt>
          <dd>{eventWords(webhook)}</dd>
          <dt>Id</dt>
          <dd className="mono">{webhook.id}</dd>
          <dt>Key id</dt>
          <dd className="mono">{webhook.keyId ?? UNKNOWN}</dd>
          <dt>Created</dt>
          <dd className="mono">{moment(webhook.createdAt) || UNKNOWN}</dd>
          <dt>Public key</dt>
          <dd>
            {webhook.publicKey === null ? (
              <span className="amber">
                Not stored here. The venue shows the key only in the answer to the registration. Register
                again to get a key.
              </span>
            ) : (
              <PublicKey text={visible(webhook.publicKey.replaceAll('\r\n', '\n'))} />
            )}
          </dd>
        </dl>
      </section>
      {webhook.publicKey !== null && <Verify webhook={webhook} />}
      <Remove webhook={webhook} onRemoved={onRemoved} />
    </>
  )
}

function PublicKey({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState<string | null>(null)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied('Copied.'),
      () => setCopied('This window may not use the clipboard. Select the key and press Ctrl+C.'),
    )
  return (
    <>
      <span className="mono">{text}</span>{' '}
      <button type="button" className="button small" onClick={() => void copy()}>
        Copy
      </button>{' '}
      <span role="status" className="muted">
        {copied}
      </span>
    </>
  )
}

/** Scrolls to the verdict, which may be below the visible part of a low panel. */
const showIt = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

function Verify({ webhook }: { readonly webhook: Webhook }) {
  const { client } = useSession()
  const [body, setBody] = useState('')
  const [signature, setSignature] = useState('')
  const [verdict, setVerdict] = useState<{ readonly valid: boolean; readonly message: string } | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const verify = async (event: FormEvent) => {
    event.preventDefault()
    if (body === '' || signature.trim() === '') return
    const reply = await client.call('webhook.verify', { id: webhook.id, body, signature: signature.trim() })
    setVerdict(reply.ok ? reply.value : null)
    setFailure(reply.ok ? null : reply.failure)
  }
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text)
    setVerdict(null)
  }
  return (
    <form aria-label="Verify a delivery" onSubmit={(event) => void verify(event)}>
      <h2>Verify a delivery</h2>
      <div className="labelled">
        <label htmlFor="webhook-body">Body as received</label>
        <textarea
          id="webhook-body"
          className="field"
          spellCheck={false}
          value={body}
          onChange={(event) => typed(setBody)(event.target.value)}
        />
      </div>
      <Field id="webhook-signature" label="X-Signature" value={signature} onText={typed(setSignature)} />
      <button type="submit" className="button" disabled={body === '' || signature.trim() === ''}>
        Verify
      </button>
      {verdict && (
        <p ref={showIt} role="status" className={verdict.valid ? 'ok' : 'problem'}>
          {verdict.valid ? '✓ ' : '✗ '}
          {verdict.message}
        </p>
      )}
      <FailureLine failure={failure} />
    </form>
  )
}

function Remove({ webhook, onRemoved }: WebhookDetailProps) {
  const { client } = useSession()
  const [busy, setBusy] = useState(false)
  const { failure, show } = useFailure('Delete a webhook')
  const remove = async () => {
    setBusy(true)
    const reply = await client.call('webhook.remove', { id: webhook.id })
    setBusy(false)
    if (reply.ok) return onRemoved()
    show(reply.failure)
  }
  return (
    <section aria-label="Delete the webhook" className="stack">
      <SecondPressButton
        key={webhook.id}
        id="webhook-remove"
        isBusy={busy}
        label={busy ? 'Deleting…' : 'Delete this webhook'}
        question={`DELETE ${webhook.url} for ${eventWords(webhook)}: Enter again. The venue then sends it no more events`}
        onConfirm={() => void remove()}
      />
      <FailureLine failure={failure} />
    </section>
  )
}
