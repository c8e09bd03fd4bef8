/** What a window of a simulated desk shows: a copy of each topic, kept from snapshots and deltas. Judges nothing. */

import type { Delta, Snapshot, TopicName } from '../../../shared/contract/contract.ts'
import type { Caller, TopicFeed, TopicSink } from '../../../shared/contract/ports.ts'
import type { Session } from '../../../shared/contract/status.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import type { CustomerReconciliation } from '../../../shared/domain/accounts/reconciliationRules.ts'
import type { HaltState } from '../../../shared/domain/orders/halt.ts'
import type { OpenOrderReading } from '../../../shared/domain/orders/openOrderReading.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { TradingCore } from '../../../electron/core/tradingCore.ts'
import type { Shown } from '../rules/recordRules.ts'
import type { Trace } from '../trace.ts'
import type { Machine } from './machine.ts'
import { keyOf } from './venue.ts'

export interface WindowViewOptions {
  readonly machine: Machine
  readonly core: TradingCore
  readonly trace: Trace
  /** Ms since the world began. */
  readonly elapsed: () => number
  /** An order of the topic changed. */
  readonly onOrder: (order: Order) => void
  /** Customers of the reconciliation changed: what a window shows at that moment. */
  readonly onReconciled: (changed: readonly CustomerReconciliation[], shown: Shown) => void
  /** The venue ended the session. */
  readonly onSignedOff: () => void
}

export interface WindowView {
  readonly orders: ReadonlyMap<string, Order>
  readonly positions: ReadonlyMap<string, Position>
  readonly session: () => Session | null
  readonly readings: ReadonlyMap<string, OpenOrderReading>
  readonly halts: () => readonly HaltState[]
  /** When a list that bears this time of the desk's clock was requested, ms after the world began; null where the clock was set since. */
  askedAt(readAt: number | null): number | null
  readonly changes: () => number
}

export const callerOf = (window: string): Caller => ({ windowId: window, allows: () => true })

export function openWindowView(options: WindowViewOptions): WindowView {
  const { machine, core, trace, onSignedOff } = options
  const { clock } = machine
  const orders = new Map<string, Order>()
  const positions = new Map<string, Position>()
  const trades = new Map<string, Trade>()
  const readings = new Map<string, OpenOrderReading>()
  let halts: readonly HaltState[] = []
  /** By the time that a list bears: when it was requested, ms after the world began. */
  const asked = new Map<number, number>()
  let session: Session | null = null
  let changes = 0

  const follow = <T extends TopicName>(
    topic: T,
    snapshot: (value: Snapshot<T>) => void,
    delta: (change: Delta<T>) => void,
  ): void => {
    const source = core.sources[topic] as unknown as (
      key: null,
      sink: TopicSink<T>,
      caller: Caller,
    ) => TopicFeed
    source(null, { snapshot, delta, end: () => undefined }, callerOf('watch'))
  }
  /** A snapshot of rows replaces those known before. */
  const followRows = <T extends TopicName>(
    topic: T,
    rows: Map<string, unknown>,
    take: (changed: Delta<T>) => void,
  ): void =>
    follow(
      topic,
      (all) => {
        rows.clear()
        take(all as unknown as Delta<T>)
      },
      take,
    )
  const takeOrders = (changed: readonly Order[]) => {
    for (const order of changed) {
      orders.set(keyOf(order.customerCode, order.referenceId), order)
      trace.note(
        'orderStore',
        `${machine.name} ${order.customerCode} ${order.referenceId} ${order.phase} ${order.status} ${order.filledAmount} ${order.pending}`,
      )
      options.onOrder(order)
    }
    changes += 1
  }
  const takePositions = (changed: readonly Position[]) => {
    for (const position of changed) positions.set(`${position.customerCode} ${position.symbol}`, position)
  }
  const takeSession = (now: Session) => {
    if (now.phase !== session?.phase) trace.note('session', `${machine.name} ${now.phase} ${now.message}`)
    session = now
    changes += 1
    if (now.phase === 'signed-off-by-venue') onSignedOff()
  }
  followRows('orders', orders, takeOrders)
  followRows('positions', positions, takePositions)
  const takeTrades = (changed: readonly Trade[]) => {
    for (const trade of changed) trades.set(`${trade.customerCode} ${trade.code}`, trade)
  }
  followRows('trades', trades, takeTrades)
  const takeReconciled = (changed: readonly CustomerReconciliation[]) =>
    options.onReconciled(changed, { orders: orders.values(), trades: trades.values() })
  follow('reconciliation', takeReconciled, takeReconciled)
  follow(
    'notices',
    () => undefined,
    (all) => {
      for (const notice of all) trace.note('notice', `${machine.name} ${notice.level}: ${notice.message}`)
    },
  )
  follow('session', takeSession, takeSession)
  const noteAsked = (readAt: number | null) => {
    if (readAt === null || asked.has(readAt)) return
    const age = clock.now() - readAt
    // A clock that was set meanwhile tells nothing of the age.
    if (age >= 0) asked.set(readAt, options.elapsed() - age)
  }
  const takeReadings = (changed: readonly OpenOrderReading[]) => {
    for (const reading of changed) {
      readings.set(reading.customerCode, reading)
      noteAsked(reading.readAt)
      trace.note(
        'reading',
        `${machine.name} ${reading.customerCode} ${reading.state} ${reading.shown} ${reading.reason}`,
      )
    }
    changes += 1
  }
  followRows('openOrderReadings', readings, takeReadings)
  const takeHalts = (all: readonly HaltState[]) => {
    halts = all
    for (const { lists } of all) noteAsked(lists.readAt)
    changes += 1
  }
  follow('halts', takeHalts, takeHalts)

  return {
    orders,
    positions,
    session: () => session,
    readings,
    halts: () => halts,
    askedAt: (readAt) => (readAt === null ? null : (asked.get(readAt) ?? null)),
    changes: () => changes,
  }
}
