/** Reads the past of one instrument page by page, newest first, until it is known or the venue gives no more. Asks one page at a time; keeps no trades. */

import type { Clock, Stop } from '../../shared/base/clock.ts'
import type { MarketTrade } from '../../shared/domain/trade.ts'
import type { Page } from '../core/ports.ts'
import type { SlowLane } from './spacedTurns.ts'

/** Pages that are asked for at once, one after the other, so that a chart fills while it is looked at; the rest wait their turn in the slow lane. */
const AT_ONCE = 60
/** And how far back they may reach, ms. */
const AT_ONCE_REACH = 6 * 3_600_000
/** How far back anything is read, ms, and how many pages that may cost. */
const REACH = 72 * 3_600_000
const PAGES = 2_000
const RETRY_BASE = 5_000
const RETRY_CAP = 300_000

/** Where reading goes on: from a cursor, with all known since `from` (ms). */
export interface ReadOn {
  readonly before: string
  readonly from: number
}

export interface PastTradesDeps {
  readonly clock: Clock
  readonly lane: SlowLane
  /** Whether somebody waits for it. */
  isLookedAt(): boolean
  /** Asks for the page before a cursor; the answer comes to `page`. */
  ask(before: string | null): void
  /** Takes a page and says where to read on; null when there is nothing more to read. */
  take(page: Page<MarketTrade>): ReadOn | null
}

export class PastTrades {
  private readonly deps: PastTradesDeps
  private reading = false
  private before: string | null = null
  private reached = Infinity
  private pages = 0
  private failures = 0
  /** Whether an answer is due, and whether it is still wanted. */
  private asked: 'no' | 'yes' | 'in vain' = 'no'
  private stopWaiting: Stop = () => {}

  constructor(deps: PastTradesDeps) {
    this.deps = deps
  }

  /** Reads backward from a trade's code (docs/api.md#gap.24: the code of the last row is the cursor), or from the newest. Does nothing while it reads. */
  read(before: string | null): void {
    if (this.reading) return
    this.reading = true
    this.before = before
    this.reached = Infinity
    this.pages = 0
    this.failures = 0
    this.next(this.deps.clock.now())
  }

  /** Somebody looks now who did not before. */
  hurry(): void {
    if (!this.reading || this.asked !== 'no' || this.failures > 0) return
    this.next(this.deps.clock.now())
  }

  /** The answer to the last `ask`; null when it failed, and then the same page is asked again later. */
  page(page: Page<MarketTrade> | null): void {
    const inVain = this.asked === 'in vain'
    this.asked = 'no'
    if (!this.reading) return
    if (inVain) return this.next(this.deps.clock.now())
    if (page === null) {
      const wait = Math.min(RETRY_CAP, RETRY_BASE * 2 ** Math.min(this.failures, 10))
      this.failures++
      this.stopWaiting = this.deps.clock.after(wait, () => this.ask())
      return
    }
    this.failures = 0
    this.pages++
    const on = this.deps.take(page)
    // A venue that passes over the cursor gives the newest page again and again.
    const further =
      on !== null && (on.from < this.reached || (on.from === this.reached && on.before !== this.before))
    if (on === null || !further || this.pages >= PAGES || on.from < this.deps.clock.now() - REACH) {
      this.reading = false
      return
    }
    this.before = on.before
    this.reached = on.from
    this.next(on.from)
  }

  /** Forgets what it was reading. */
  stop(): void {
    this.reading = false
    this.stopWaiting()
    if (this.asked === 'yes') this.asked = 'in vain'
  }

  private next(from: number): void {
    this.stopWaiting()
    // What was asked in vain must be answered first, or its answer would be taken for the next.
    if (this.asked === 'in vain') return
    const looked = this.deps.isLookedAt()
    if (looked && this.pages < AT_ONCE && from >= this.deps.clock.now() - AT_ONCE_REACH) return this.ask()
    this.stopWaiting = this.deps.lane.join(() => this.ask(), looked)
  }

  private ask(): void {
    this.asked = 'yes'
    this.deps.ask(this.before)
  }
}
