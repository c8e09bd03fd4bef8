/** Passes a value to a listener only when it differs from the value before. No React, no DOM. */

/** The first value passes. For setters of React state, because React queues every value, equal ones too, until the next render. */
export function changesOnly<T>(tell: (value: T) => void): (value: T) => void {
  let last: { readonly value: T } | null = null
  return (value) => {
    if (last && Object.is(last.value, value)) return
    last = { value }
    tell(value)
  }
}
