/** Reads the past of one instrument page by page until it is long enough, or a gap is closed. Asks one page at a time; keeps no trades. */

import type { Clock, Stop } from '../../shared/base/clock.ts'
import type { MarketTrade } from '../../shared/domain/trade.ts'
import type { Page } from '../core/ports.ts'

/** How far back a chart starts (ms) and how many pages that may cost. */
const REACH = 6 * 3_600_000
const PAGES = 60
const RETRY_BASE = 5_000
const RETRY_CAP = 300_000

export interface PastTradesDeps {
  readonly clock: Clock
  /** Asks for the page before a cursor; the answer comes to `page`. */
  ask(before: string | null): void
  /** Takes a page, newest first; false when all of it was known. */
  take(newestFirst: readonly MarketTrade[]): boolean
}

export class PastTrades {
  private readonly deps: PastTradesDeps
  private reading = false
  private before: string | null = null
  private pagesLeft = 0
  private failures = 0
  private again: { readonly before: string | null } | null = null
  private stopRetry: Stop = () => {}

  constructor(deps: PastTradesDeps) {
    this.deps = deps
  }

  /**
   * Starts to read backward from a trade's code (gaps 24: the code of the last row is the cursor), or from the newest. While a reading
   * runs the next one waits, so that a gap that opened meanwhile is closed too.
   */
  read(before: string | null): void {
    if (this.reading) {
      this.again = { before }
      return
    }
    this.reading = true
    this.before = before
    this.pagesLeft = PAGES
    this.failures = 0
    this.deps.ask(before)
  }

  /** The answer to the last `ask`; null when it failed, and then the same page is asked again later. */
  page(page: Page<MarketTrade> | null): void {
    if (!this.reading) return
    if (page === null) {
      const wait = Math.min(RETRY_CAP, RETRY_BASE * 2 ** Math.min(this.failures, 10))
      this.failures++
      this.stopRetry = this.deps.clock.after(wait, () => this.deps.ask(this.before))
      return
    }
    this.failures = 0
    this.pagesLeft--
    const news = this.deps.take(page.items)
    const oldest = page.items.at(-1)?.createdAt ?? -Infinity
    if (!news || page.next === null || this.pagesLeft === 0 || oldest < this.deps.clock.now() - REACH) {
      this.reading = false
      const next = this.again
      this.again = null
      if (next) this.read(next.before)
      return
    }
    this.before = page.next
    this.deps.ask(page.next)
  }

  close(): void {
    this.reading = false
    this.stopRetry()
  }
}
