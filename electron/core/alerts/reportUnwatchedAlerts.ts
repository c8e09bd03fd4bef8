/** Reports in one notice which alerts have lacked their figure for a while, and when all are watched again. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { AlertReading, AlertRule } from '../../../shared/domain/alerts/alertRule.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import { atLeastWords } from './figureGaps.ts'

/** Ms for which an alert must lack its figure before a notice says so. */
const PATIENCE = 30_000
/** One notice for all alerts. */
const ABOUT = { key: 'alerts unwatched', kind: 'alert' } as const

export interface UnwatchedReport {
  /** `rules`: those in use; none while nobody is signed in. `readings`: the last reading by alert. */
  follow(rules: readonly AlertRule[], readings: ReadonlyMap<number, AlertReading>): void
  clear(): void
}

export function createUnwatchedReport(clock: Clock, notices: Pick<Notices, 'say'>): UnwatchedReport {
  /** By alert: since when it has lacked a figure, core's monotonic clock in ms. */
  const since = new Map<number, number>()
  /** Since when alerts lacked their figure, as reported; null: nothing is reported. */
  let reported: number | null = null
  /** The alerts that the last notice counts, while they lack their figure. */
  const counted = new Set<number>()

  return {
    follow(rules, readings) {
      const now = clock.monotonic()
      const whyOf = ({ id }: AlertRule) => readings.get(id)?.why ?? null
      const unwatched = rules.filter((rule) => rule.isOn && whyOf(rule) !== null)
      const ids = new Set(unwatched.map(({ id }) => id))
      for (const id of ids) since.set(id, since.get(id) ?? now)
      for (const id of since.keys()) if (!ids.has(id)) since.delete(id)
      for (const id of counted) if (!ids.has(id)) counted.delete(id)
      if (reported !== null && unwatched.length === 0) {
        // Replaces the notice that reported the gap, so it keeps the gap on record.
        const gap = `For ${atLeastWords(now - reported)} some were not. What reached its level and left it again in that time was not seen.`
        notices.say('info', 'Every alert is watched again.', gap, { ...ABOUT, settles: true })
        reported = null
      }
      const long = unwatched.filter(({ id }) => now - (since.get(id) ?? now) >= PATIENCE)
      // One alert that is never read must not keep back the news of the next.
      const first = long.find(({ id }) => !counted.has(id))
      if (first === undefined) return
      for (const { id } of long) counted.add(id)
      reported = Math.min(reported ?? now, ...long.map(({ id }) => since.get(id) ?? now))
      const who =
        long.length === 1
          ? `Alert ${first.id} may miss what it watches`
          : `${long.length} alerts may miss what they watch`
      notices.say(
        'warning',
        `${who}: ${whyOf(first) ?? ''}.`,
        'What is not read cannot fire an alert. The panel Alerts shows the reason of each.',
        ABOUT,
      )
    },
    clear() {
      since.clear()
      counted.clear()
      reported = null
    },
  }
}
