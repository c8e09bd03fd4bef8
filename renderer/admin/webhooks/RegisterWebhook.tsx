/** Registers a webhook: where it delivers and of what. Registers once per press. */

import { useState, type FormEvent } from 'react'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { Webhook } from '../../../shared/domain/webhook.ts'
import { isSettled, mintIntentId } from '../../state/dealing.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useSession } from '../../useSession.ts'
import { FailureLine } from '../PanelParts.tsx'
import { emptyWebhookForm, knownEventTypes, readWebhookForm } from './webhookForm.ts'

export interface RegisterWebhookProps {
  readonly onRegistered: (of: Webhook) => void
  /** Whether it was registered is not known: the list has to be read again. */
  readonly onDoubt: () => void
}

export function RegisterWebhook({ onRegistered, onDoubt }: RegisterWebhookProps) {
  const session = useSession()
  const mint = () => mintIntentId(session.clock, session.random)
  const [form, setForm] = useState(emptyWebhookForm)
  const [intentId, setIntentId] = useState(mint)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [sending, setSending] = useState(false)
  const reading = readWebhookForm(form)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (sending || reading.registration === null) return
    setFailure(null)
    setSending(true)
    const reply = await session.client.call('webhook.register', { intentId, ...reading.registration })
    setSending(false)
    if (reply.ok) return onRegistered(reply.value)
    setFailure(reply.failure)
    if (isSettled(reply.failure)) setIntentId(mint())
    else onDoubt()
  }
  const urlProblem = form.url === '' ? undefined : reading.problems.url
  return (
    <form aria-label="Register a webhook" onSubmit={(event) => void send(event)}>
      <h2>Register a webhook</h2>
      <div className="labelled">
        <label htmlFor="webhook-url">Address</label>
        <input
          id="webhook-url"
          className="field"
          placeholder="https://example.com/hook"
          spellCheck={false}
          autoComplete="off"
          value={form.url}
          aria-invalid={urlProblem !== undefined}
          onChange={(event) => setForm({ ...form, url: event.target.value })}
        />
        {urlProblem !== undefined && <span className="problem">{urlProblem}</span>}
      </div>
      <Choice
        name="Events"
        options={[
          { value: 'all', label: 'All events, future ones too' },
          { value: 'listed', label: 'Listed events' },
        ]}
        value={form.events}
        onChoose={(events) => setForm({ ...form, events })}
      />
      {form.events === 'listed' && (
        <>
          {knownEventTypes.map((type) => (
            <label key={type} className="bar-field">
              <input
                type="checkbox"
                checked={form.chosen.includes(type)}
                onChange={(event) =>
                  setForm({
                    ...form,
                    chosen: event.target.checked
                      ? [...form.chosen, type]
                      : form.chosen.filter((of) => of !== type),
                  })
                }
              />
              <span className="mono">{type}</span>
            </label>
          ))}
          <div className="labelled">
            <label htmlFor="webhook-more">Others</label>
            <input
              id="webhook-more"
              className="field"
              placeholder="typed as the venue names them"
              spellCheck={false}
              autoComplete="off"
              value={form.more}
              onChange={(event) => setForm({ ...form, more: event.target.value })}
            />
          </div>
        </>
      )}
      <button
        type="submit"
        className="button primary"
        aria-disabled={reading.registration === null || sending}
      >
        {sending
          ? 'Registering…'
          : reading.registration
            ? `REGISTER ${reading.registration.url}`
            : form.url === ''
              ? 'Type an address'
              : (reading.problems.url ?? reading.problems.events ?? 'Register')}
      </button>
      <FailureLine failure={failure} />
    </form>
  )
}
