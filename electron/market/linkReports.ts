/** Reports the state of the public channels to the main thread: soon after a change, and once a second while data arrives. */

import type { Clock, EpochMs } from '../../shared/base/clock.ts'
import type { StreamLink } from '../../shared/contract/status.ts'
import type { Defer } from './pacedView.ts'

export interface LinkReportsOptions {
  readonly clock: Clock
  readonly defer: Defer
  readonly links: () => readonly StreamLink[]
  readonly post: () => void
}

export class LinkReports {
  private readonly options: LinkReportsOptions
  private planned = false
  private reportedAt: EpochMs = 0

  constructor(options: LinkReportsOptions) {
    this.options = options
  }

  /** A link changed: one report follows for all changes of this turn. */
  changed(): void {
    if (this.planned) return
    this.planned = true
    this.options.defer(() => {
      this.planned = false
      this.options.post()
    })
  }

  /** Call about once a second: reports again when a message came since the last call that reported. */
  tick(): void {
    const lastHeard = Math.max(0, ...this.options.links().map((link) => link.lastAt ?? 0))
    if (lastHeard <= this.reportedAt) return
    this.reportedAt = this.options.clock.now()
    this.changed()
  }
}
