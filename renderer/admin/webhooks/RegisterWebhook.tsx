/** Registers a webhook: where it delivers and of what. Registers once per press. */

import { useState, type FormEvent } from 'react'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { Webhook } from '../../../shared/domain/webhook.ts'
import { isSettled, mintIntentId } from '../../state/dealing.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Field } from '../../ui/Field.tsx'
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
      <Field
        id="webhook-url"
        label="Address"
        placeholder="https://example.com/hook"
        value={form.url}
        problem={urlProblem}
        onText={(url) => setForm({ ...form, url })}
      />
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
          <Field
            id="webhook-more"
            label="Others"
            placeholder="typed as the venue names them"
            value={form.more}
            onText={(more) => setForm({ ...form, more })}
          />
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
