/** The templates of a ticket and their keys: Alt 1 … 9 put one on the ticket, Alt 0 names the present one. Sends no order. */

import { useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import type { TicketTemplate } from '../../../shared/domain/settings/ticketTemplates.ts'
import type { InstanceId } from '../../state/stores/panelInstances.ts'
import { templateWords } from '../../state/ticket/templateForm.ts'
import { changeTicketForm } from '../../state/ticket/ticketStore.ts'
import { useSession } from '../../state/useSession.ts'

const NONE: readonly TicketTemplate[] = []

export function useTemplates(id: InstanceId, symbol: string) {
  const session = useSession()
  const templates =
    useStore(session.settings, ({ settings }) => settings.values['ticket.templates'][symbol]) ?? NONE
  const [isNaming, onName] = useState(false)
  const onApply = (template: TicketTemplate) =>
    changeTicketForm(session.tickets.of(id), {
      kind: 'template',
      template,
      said: `Template ${template.name}: ${templateWords(template)}.`,
    })
  /** Answers whether the press was a key of templates. */
  const onKey = (event: KeyboardEvent): boolean => {
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]
    if (!event.altKey || event.ctrlKey || event.shiftKey || event.metaKey || digit === undefined) return false
    event.preventDefault()
    if (event.repeat) return true
    // At once, so that the next key already goes to the name.
    if (digit === '0') flushSync(() => onName(true))
    const template = templates[Number(digit) - 1]
    if (template) onApply(template)
    return true
  }
  return { templates, isNaming, onName, onApply, onKey }
}
