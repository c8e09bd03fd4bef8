/** The keys of the whole ticket: Enter to the next field, Ctrl Enter to the button that sends, Alt U to fill in what a scale did not send. None sends. */

import type { KeyboardEvent } from 'react'

/** Answers whether the press was the key that fills in the unsent orders of the last scale. */
export function pressFillRest(event: KeyboardEvent<HTMLElement>): boolean {
  if (!event.altKey || event.ctrlKey || event.shiftKey || event.metaKey || event.code !== 'KeyU') return false
  event.preventDefault()
  if (!event.repeat) event.currentTarget.querySelector<HTMLElement>('.fill-rest')?.click()
  return true
}

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
