/** Hands events to listeners in order. A listener that causes more events sees them after those before, as does everyone else. */

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

  /** Queues; nobody hears it before `deliver`. */
  push(event: E): void {
    for (const entry of this.entries) entry.pending.push(event)
  }

  /** May be entered again from within a listener: whoever is behind is brought up to date first. */
  deliver(): void {
    for (const entry of this.entries)
      for (let event = entry.pending.shift(); event !== undefined; event = entry.pending.shift())
        entry.listen(event)
  }
}
