/** Enter in the ticket: to the next field, with Ctrl to the button that sends. Never sends. */

import type { KeyboardEvent } from 'react'

export function walkOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const { currentTarget: ticket } = event
  const target = event.target as HTMLElement
  if (event.ctrlKey) {
    event.preventDefault()
    return ticket.querySelector<HTMLElement>('.send')?.focus()
  }
  if (target.classList.contains('send')) {
    // Repeats of a held key send nothing.
    if (event.repeat) event.preventDefault()
    return
  }
  if (target.tagName !== 'INPUT' && target.getAttribute('role') !== 'radio') return
  event.preventDefault()
  if (event.repeat) return
  // A group of choices counts as one field, because only one of its buttons is in Tab order.
  const fields = [...ticket.querySelectorAll<HTMLElement>('input, button')].filter(
    (field) => field.tabIndex >= 0 && !field.hasAttribute('disabled'),
  )
  fields[fields.indexOf(target) + 1]?.focus()
}
