/** The ticket's templates by instrument, each with its removal. A ticket saves them. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { withoutTemplate, type TicketTemplates } from '../../../shared/domain/settings/ticketTemplates.ts'
import { templateWords } from '../../state/ticket/templateForm.ts'
import type { ChangeOutcome } from './useSettingsChange.ts'

interface TemplatesEditorProps {
  readonly templates: TicketTemplates
  readonly change: ChangeOutcome['change']
}

export function TemplatesEditor({ templates, change }: TemplatesEditorProps) {
  const all = Object.entries(templates)
  if (all.length === 0) return <p className="muted">None. Save one on a ticket with Alt 0.</p>
  const remove = (symbol: string, name: string) => {
    const left = withoutTemplate(templates[symbol] ?? [], name)
    void change({ values: { 'ticket.templates': { [symbol]: left.length === 0 ? null : [...left] } } })
  }
  return (
    <ul aria-label="Templates in the settings" className="setting-aliases">
      {all.flatMap(([symbol, list]) =>
        list.map((template) => (
          <li key={`${symbol} ${template.name}`}>
            <span className="mono">
              {shownCode(symbol)} · {template.name}: {templateWords(template)}
            </span>
            <button
              type="button"
              className="button small"
              aria-label={`Remove ${template.name} of ${shownCode(symbol)}`}
              onClick={() => remove(symbol, template.name)}
            >
              Remove
            </button>
          </li>
        )),
      )}
    </ul>
  )
}
