/** Lets a listener hear only what differs from what it heard last. No React, no DOM. */

/** The first value is told. For setters of React's state that are called with news: of a value that is set again and again React keeps every one until the component is next drawn. */
export function changesOnly<T>(tell: (value: T) => void): (value: T) => void {
  let told: { readonly value: T } | null = null
  return (value) => {
    if (told && Object.is(told.value, value)) return
    told = { value }
    tell(value)
  }
}
