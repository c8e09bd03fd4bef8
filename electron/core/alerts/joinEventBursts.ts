/** Collects fills and refused orders for the alerts that watch them, so that a burst becomes one firing with an exact count. */

import type { Clock, EpochMs, Stop } from '../../../shared/base/clock.ts'
import type { AlertRule } from '../../../shared/domain/alerts/alertRule.ts'
import {
  fillWords,
  NO_FILLS,
  rejectWords,
  withFill,
  type FillBurst,
} from '../../../shared/domain/alerts/eventBurst.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { Alerts } from './watchAndFireAlerts.ts'

/** Ms without a further event after which a burst is over. */
const QUIET = 500
/** Ms after which a burst is reported although it goes on. */
const LONGEST = 3_000
/** Codes of trades that are remembered, so that a trade that arrives twice counts once, and history without a time never. */
const CODES_KEPT = 50_000

interface Burst {
  fills: FillBurst
  rejects: Order[]
  readonly since: number
  /** What the alert watched when the burst began. */
  readonly watching: Pick<AlertRule, 'watch' | 'customerCode'>
  stop: Stop
}

const NOTHING = (): void => undefined

const watchesTheSame = (one: Burst['watching'], other: Burst['watching']): boolean =>
  one.watch.kind === other.watch.kind && one.customerCode === other.customerCode

export interface EventBurstsOptions {
  readonly clock: Clock
  readonly alerts: Pick<Alerts, 'rules' | 'fireEvent'>
  /** The venue's time through which trades were reported before this sign-in, ms; null: none were. */
  readonly seenThrough: () => EpochMs | null
  /** Whether all trades were read once: a trade without a time that a list then shows as new is no history. */
  readonly isHistoryRead: () => boolean
  /** The short name of an instrument, such as `BTC`. */
  readonly nameOf: (symbol: Symbol) => string
}

export interface EventBursts {
  /** A trade that is new, or arrived with another type. `isLive`: the stream reported it. */
  trade(trade: Trade, isLive: boolean): void
  orderChanged(now: Order, before: Order | undefined): void
  /** Another account is in use: counts anew. What waits is of the earlier account, where each fill and refusal has a notice of its own. */
  accountChanged(): void
  close(): void
}

export function createEventBursts(options: EventBurstsOptions): EventBursts {
  const { clock, alerts, seenThrough, isHistoryRead, nameOf } = options
  const bursts = new Map<number, Burst>()
  const met = new Set<string>()
  /** Trades of lists that are older than this are history, ms of the venue. */
  let horizon: EpochMs | null = null

  const tell = (id: number): void => {
    const burst = bursts.get(id)
    if (!burst) return
    burst.stop()
    bursts.delete(id)
    const rule = alerts.rules().find((known) => known.id === id)
    // A dealer may have changed the alert meanwhile: it does not tell of what it watched before.
    if (!rule?.isOn || !watchesTheSame(rule, burst.watching)) return
    const isFill = rule.watch.kind === 'fill'
    const times = isFill ? burst.fills.count : burst.rejects.length
    alerts.fireEvent(
      rule,
      times,
      isFill ? fillWords(burst.fills, nameOf) : rejectWords(burst.rejects, nameOf),
    )
  }
  const collect = (rule: AlertRule, take: (burst: Burst) => void): void => {
    const now = clock.monotonic()
    const known = bursts.get(rule.id)
    const burst =
      known && watchesTheSame(rule, known.watching)
        ? known
        : { fills: NO_FILLS, rejects: [], since: now, watching: rule, stop: known?.stop ?? NOTHING }
    bursts.set(rule.id, burst)
    take(burst)
    burst.stop()
    burst.stop = clock.after(Math.min(QUIET, burst.since + LONGEST - now), () => tell(rule.id))
  }
  const rulesFor = (kind: 'fill' | 'reject', customer: CustomerCode) =>
    alerts
      .rules()
      .filter(
        ({ isOn, watch, customerCode }) =>
          isOn && watch.kind === kind && (customerCode === null || customerCode === customer),
      )

  return {
    trade(trade, isLive) {
      horizon ??= seenThrough() ?? clock.now()
      if (!isLive && trade.createdAt !== null && trade.createdAt < horizon) return
      const code = `${trade.customerCode} ${trade.code}`
      if (met.has(code)) return
      met.add(code)
      const [oldest] = met
      if (met.size > CODES_KEPT && oldest !== undefined) met.delete(oldest)
      if (!isLive && trade.createdAt === null && !isHistoryRead()) return
      for (const rule of rulesFor('fill', trade.customerCode))
        collect(rule, (burst) => {
          burst.fills = withFill(burst.fills, trade)
        })
    },
    orderChanged(now, before) {
      if (now.phase !== 'rejected' || before?.phase === 'rejected' || before === undefined) return
      for (const rule of rulesFor('reject', now.customerCode))
        collect(rule, ({ rejects }) => void rejects.push(now))
    },
    accountChanged() {
      for (const { stop } of bursts.values()) stop()
      bursts.clear()
      met.clear()
      horizon = null
    },
    close() {
      for (const id of bursts.keys()) tell(id)
    },
  }
}
