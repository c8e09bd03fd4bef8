/** The templates of the ticket's instrument, each with its key, and the name under which the ticket is kept. Sends no order. */

import { useState, type KeyboardEvent } from 'react'
import {
  instrumentTemplates,
  withTemplate,
  type TicketTemplate,
} from '../../../shared/domain/settings/ticketTemplates.ts'
import { templateOf, templateWords } from '../../state/ticket/templateForm.ts'
import type { TicketForm } from '../../state/ticket/ticketForm.ts'
import { useSession } from '../../state/useSession.ts'

interface TemplateRowProps {
  readonly form: TicketForm
  readonly templates: readonly TicketTemplate[]
  readonly isNaming: boolean
  readonly onApply: (template: TicketTemplate) => void
  readonly onName: (isNaming: boolean) => void
}

export function TemplateRow({ form, templates, isNaming, onApply, onName }: TemplateRowProps) {
  return (
    <>
      <div className="ticket-row long">
        <span className="label">Template</span>
        <span className="template-chips">
          {templates.map((template, at) => (
            <button
              key={template.name}
              type="button"
              tabIndex={-1}
              className="button small"
              title={templateWords(template)}
              onClick={() => onApply(template)}
            >
              <span className="key-cap">Alt {at + 1}</span> {template.name}
            </button>
          ))}
          <button type="button" tabIndex={-1} className="button small" onClick={() => onName(!isNaming)}>
            <span className="key-cap">Alt 0</span> Save
          </button>
        </span>
      </div>
      {isNaming && <NameRow form={form} templates={templates} onDone={() => onName(false)} />}
    </>
  )
}

interface NameRowProps {
  readonly form: TicketForm
  readonly templates: readonly TicketTemplate[]
  readonly onDone: () => void
}

function NameRow({ form, templates, onDone }: NameRowProps) {
  const { client } = useSession()
  /** Where the dealer was: the focus returns there. */
  const [came] = useState(() => document.activeElement)
  const done = () => {
    onDone()
    if (came instanceof HTMLElement) came.focus()
  }
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    if (form.isScale) return setProblem('A template keeps no scale. Choose another type, then save it.')
    const next = withTemplate(templates, templateOf(form, name.trim()))
    if ('sentence' in next) return setProblem(next.sentence)
    const values = { 'ticket.templates': { [form.symbol]: instrumentTemplates.parse(next.list) } }
    const reply = await client.call('settings.change', { values, keys: {}, typed: '' })
    if (reply.ok) return done()
    setProblem(reply.failure.message)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    // Enter saves here; it walks no further.
    event.stopPropagation()
    event.preventDefault()
    if (event.key === 'Escape') done()
    else if (!event.repeat) void save()
  }
  return (
    <div className="ticket-row">
      <label htmlFor="ticket-template">Name</label>
      <input
        id="ticket-template"
        className="field"
        ref={(field) => field?.focus()}
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        aria-invalid={problem !== null}
        placeholder="Enter saves type, size and terms"
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(null)
        }}
        onKeyDown={onKeyDown}
      />
      {problem !== null && (
        <span role="alert" className="problem">
          {problem}
        </span>
      )}
    </div>
  )
}
