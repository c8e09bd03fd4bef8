/** One kind of event with its listeners. Stores no event: a late listener receives only later events. */

export interface Listeners<A extends readonly unknown[] = []> {
  /** Calls every listener in the order in which they were added. */
  readonly call: (...event: A) => void
  add(listener: (...event: A) => void): void
}

export function createListeners<A extends readonly unknown[] = []>(): Listeners<A> {
  const listeners: ((...event: A) => void)[] = []
  return {
    call(...event) {
      for (const listener of listeners) listener(...event)
    },
    add: (listener) => void listeners.push(listener),
  }
}
