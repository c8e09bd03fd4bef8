/** Delivers events to listeners in order. Events caused by a listener come after the earlier events, for every listener. */

import type { Stop } from '../../../shared/base/clock.ts'

interface Entry<E> {
  readonly listen: (event: E) => void
  pending: E[]
}

export class Listeners<E> {
  private readonly entries = new Set<Entry<E>>()

  add(listen: (event: E) => void): Stop {
    const entry: Entry<E> = { listen, pending: [] }
    this.entries.add(entry)
    return () => {
      this.entries.delete(entry)
      entry.pending = []
    }
  }

  /** Queues an event until `deliver`. */
  push(event: E): void {
    for (const entry of this.entries) entry.pending.push(event)
  }

  /** Delivers queued events. A listener may call `deliver` again; listeners that are behind then catch up first. */
  deliver(): void {
    for (const entry of this.entries)
      for (let event = entry.pending.shift(); event !== undefined; event = entry.pending.shift())
        entry.listen(event)
  }
}
