/** Reads the past trades of one instrument page by page, newest first, until all are known or the venue has no more. Requests one page at a time; stores no trades. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { MarketTradesPage } from '../../core/ports/brokerAnswers.ts'
import type { SpacedTurns } from '../pacing/spacedTurns.ts'

/** Pages that are read without a pause, so that an open chart fills quickly. The rest wait for spaced turns. */
const AT_ONCE = 60
/** How far back those pages may reach, ms. */
const AT_ONCE_REACH = 6 * 3_600_000
/** How far back anything is read, ms, and how many pages that may cost. */
const REACH = 72 * 3_600_000
const PAGES = 2_000
const RETRY_BASE = 5_000
const RETRY_CAP = 300_000

/** Where to read on: the cursor, and the time (ms) since which all trades are known. */
export interface ReadOn {
  readonly before: string
  readonly from: number
}

export interface PastTradesOptions {
  readonly clock: Clock
  readonly turns: SpacedTurns
  /** Whether a window shows a chart of the instrument. */
  isLookedAt(): boolean
  /** Requests the page before a cursor; pass the answer to `page`. */
  ask(before: string | null): void
  /** Takes the page before a cursor and returns where to read on; null when nothing is left to read. */
  take(page: MarketTradesPage, before: string | null): ReadOn | null
}

export class PastTrades {
  private readonly options: PastTradesOptions
  private reading = false
  private before: string | null = null
  private reached = Infinity
  private pages = 0
  private failures = 0
  /** The request under way: `dropped` when its answer is no longer wanted. */
  private request: 'none' | 'wanted' | 'dropped' = 'none'
  private stopWaiting: Stop = () => {}

  constructor(options: PastTradesOptions) {
    this.options = options
  }

  /** Reads backward from a trade's code, or from the newest trade. The code of a page's last row is the next cursor (docs/api.md#gap.24). Does nothing while a read is under way. */
  read(before: string | null): void {
    if (this.reading) return
    this.reading = true
    this.before = before
    this.reached = Infinity
    this.pages = 0
    this.failures = 0
    this.next(this.options.clock.now())
  }

  /** A window opened a chart: reads without waiting for the turn. */
  hurry(): void {
    if (!this.reading || this.request !== 'none' || this.failures > 0) return
    this.next(this.options.clock.now())
  }

  /** The answer to the last `ask`. Null when the read failed: the same page is then requested again later. */
  page(page: MarketTradesPage | null): void {
    const dropped = this.request === 'dropped'
    this.request = 'none'
    if (!this.reading) return
    if (dropped) return this.next(this.options.clock.now())
    if (page === null) {
      const wait = Math.min(RETRY_CAP, RETRY_BASE * 2 ** Math.min(this.failures, 10))
      this.failures++
      this.stopWaiting = this.options.clock.after(wait, () => this.ask())
      return
    }
    this.failures = 0
    this.pages++
    const on = this.options.take(page, this.before)
    // A venue that ignores the cursor gives the newest page again and again.
    const further =
      on !== null && (on.from < this.reached || (on.from === this.reached && on.before !== this.before))
    if (on === null || !further || this.pages >= PAGES || on.from < this.options.clock.now() - REACH) {
      this.reading = false
      return
    }
    this.before = on.before
    this.reached = on.from
    this.next(on.from)
  }

  /** Ends the read under way. */
  stop(): void {
    this.reading = false
    this.stopWaiting()
    if (this.request === 'wanted') this.request = 'dropped'
  }

  private next(from: number): void {
    this.stopWaiting()
    // The dropped request must be answered first, or its answer would pass for the next one.
    if (this.request === 'dropped') return
    const looked = this.options.isLookedAt()
    if (looked && this.pages < AT_ONCE && from >= this.options.clock.now() - AT_ONCE_REACH) return this.ask()
    this.stopWaiting = this.options.turns.join(() => this.ask(), looked)
  }

  private ask(): void {
    this.request = 'wanted'
    this.options.ask(this.before)
  }
}
