/** Registers a webhook: its address and its events. Registers once per review. */

import { useRef, useState } from 'react'
import type { Webhook } from '../../../../shared/domain/webhook.ts'
import { isSettled, mintIntentId } from '../../../state/actions/dealing.ts'
import { ReviewActions, ReviewForm, type Review } from '../../../dealing/ReviewForm.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { Field } from '../../../ui/Field.tsx'
import { useSession } from '../../../state/useSession.ts'
import { FailureLine } from '../../../dealing/FailureLine.tsx'
import { useFailure } from '../../../dealing/useFailure.ts'
import {
  emptyWebhookForm,
  knownEventTypes,
  readWebhookForm,
  webhookSentence,
  type Registration,
} from './webhookForm.ts'

interface RegisterWebhookProps {
  readonly onRegistered: (webhook: Webhook) => void
  /** Called when the outcome of the registration is unknown, so that the list must be read again. */
  readonly onDoubt: () => void
}

export function RegisterWebhook({ onRegistered, onDoubt }: RegisterWebhookProps) {
  const session = useSession()
  const [form, setForm] = useState(emptyWebhookForm)
  // Intent ids by their registration, until the outcome is known, so that no other registration uses the same id.
  const intents = useRef(new Map<string, string>())
  const { failure, show } = useFailure('Register a webhook')
  const reading = readWebhookForm(form)
  const review: Review<Registration> | null =
    reading.registration === null
      ? null
      : { sentence: webhookSentence(reading.registration), word: null, payload: reading.registration }
  const send = async (registration: Registration) => {
    show(null)
    const asked = JSON.stringify(registration)
    const intentId = intents.current.get(asked) ?? mintIntentId(session.clock, session.random)
    intents.current.set(asked, intentId)
    const reply = await session.client.call('webhook.register', { intentId, ...registration })
    if (reply.ok) return onRegistered(reply.value)
    show(reply.failure)
    if (isSettled(reply.failure)) intents.current.delete(asked)
    else onDoubt()
  }
  const urlProblem = form.url === '' ? undefined : reading.problems.url
  return (
    <ReviewForm
      form="webhook"
      name="Register a webhook"
      review={review}
      why={
        form.url === ''
          ? 'Type an address'
          : (reading.problems.url ?? reading.problems.events ?? 'Type an address')
      }
      verb="Register"
      send={send}
    >
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
                      : form.chosen.filter((chosen) => chosen !== type),
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
      <FailureLine failure={failure} />
      <ReviewActions />
    </ReviewForm>
  )
}
