/** High, low, volume and opening price of one symbol over the last 24 hours, by the minute. */

import type { EpochMs } from '../../../shared/base/clock.ts'

export interface Minute {
  /** Minutes since the Unix epoch. */
  readonly minute: number
  open: number
  high: number
  low: number
  lots: number
}

export interface DaySummary {
  readonly high: number | null
  readonly low: number | null
  /** Price 24 h ago; null when no price is that old. */
  readonly open: number | null
  readonly lots: number
}

export const MINUTE = 60_000
const DAY_MINUTES = 1440

export class DayStats {
  /** Oldest first; the last minute still grows. */
  private minutes: Minute[]
  /** Summary of all but the last minute, computed when a minute starts. */
  private past: DaySummary = { high: null, low: null, open: null, lots: 0 }

  constructor(minutes: readonly Minute[]) {
    this.minutes = minutes.map((each) => ({ ...each }))
    this.reckonPast()
  }

  add(at: EpochMs, ticks: number, lots: number): void {
    const minute = Math.floor(at / MINUTE)
    const last = this.minutes.at(-1)
    // When the wall clock steps back, trades count in the newest minute.
    if (last && minute <= last.minute) {
      last.high = Math.max(last.high, ticks)
      last.low = Math.min(last.low, ticks)
      last.lots += lots
    } else {
      this.minutes.push({ minute, open: ticks, high: ticks, low: ticks, lots })
      this.minutes = this.minutes.filter((each) => each.minute >= minute - DAY_MINUTES)
      this.reckonPast()
    }
  }

  summary(): DaySummary {
    const { past } = this
    const last = this.minutes.at(-1)
    if (!last) return past
    return {
      high: Math.max(past.high ?? last.high, last.high),
      low: Math.min(past.low ?? last.low, last.low),
      open: past.open,
      lots: past.lots + last.lots,
    }
  }

  private reckonPast(): void {
    const last = this.minutes.at(-1)
    const first = this.minutes[0]
    if (!last || !first) return
    let [high, low, lots] = [first.high, first.low, 0]
    for (const each of this.minutes.slice(0, -1)) {
      high = Math.max(high, each.high)
      low = Math.min(low, each.low)
      lots += each.lots
    }
    // Up to five minutes without trades at the far end still count as 24 h ago.
    const open = first.minute <= last.minute - DAY_MINUTES + 5 ? first.open : null
    this.past = { high, low, open, lots }
  }
}
