/** What the dealer must know besides orders and money: the newest notices, each one sentence. Never holds a secret. */

import type { Clock } from '../../shared/base/clock.ts'
import type { Notice } from '../../shared/contract/status.ts'
import type { Log } from './ports.ts'
import { publish, type Published } from './topicHub.ts'

/** Notices a new window is shown. */
const KEPT = 200
/** The same sentence again within this time (ms) says nothing new. */
const REPEAT_AFTER = 60_000

export interface Notices {
  readonly topic: Published<'notices'>
  /** `detail` is the venue's own words, shown as text. A sentence is not repeated within a minute. */
  say(level: Notice['level'], message: string, detail?: string | null): void
}

export function createNotices(clock: Clock, log: Log): Notices {
  let kept: Notice[] = []
  let nextId = 1
  const topic = publish<'notices'>(() => kept)
  return {
    topic,
    say(level, message, detail = null) {
      const at = clock.now()
      const same = kept.findLast((earlier) => earlier.message === message && earlier.detail === detail)
      if (same && at - same.at < REPEAT_AFTER) return
      const notice: Notice = { id: nextId++, at, level, message, detail }
      kept = [...kept, notice].slice(-KEPT)
      log[level === 'warning' ? 'warn' : level]('notice', { sentence: message })
      topic.delta([notice])
    },
  }
}
