/** Moves Enter in a form from a field to the next, and from the last field to the button that reviews. No domain words. */

/** What Enter stops at. A group of choices counts as one, because only one of its choices can be tabbed to. */
const STOPS = 'input, select, textarea, [role=radio], [data-review]'

/** Whether Enter in the element is the form's to handle: in a text area it begins a line, on a button it presses it. */
export const isField = (target: HTMLElement): boolean =>
  target.matches('input, select') || target.getAttribute('role') === 'radio'

export function focusNextField(root: HTMLElement, from: HTMLElement): void {
  const stops = [...root.querySelectorAll<HTMLElement>(STOPS)].filter(
    (field) => field === from || (field.tabIndex >= 0 && !field.hasAttribute('disabled')),
  )
  stops[stops.indexOf(from) + 1]?.focus()
}
