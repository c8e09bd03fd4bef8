/** The desk of a simulated world: the real core and the real adapter on a machine that can stop at any moment, and what a window of it shows. */

import { seededRandom } from '../../../shared/base/random.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { ok } from '../../../shared/base/result.ts'
import type { Delta, Snapshot, TopicName } from '../../../shared/contract/contract.ts'
import type { Caller, CommandHandlers, TopicFeed, TopicSink } from '../../../shared/contract/ports.ts'
import type { Session } from '../../../shared/contract/status.ts'
import type { HaltState } from '../../../shared/domain/orders/halt.ts'
import type { OpenOrderReading } from '../../../shared/domain/orders/openOrderReading.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import type { CustomerTie } from '../../../shared/domain/accounts/reconciliationRules.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import { openBroker } from '../../../electron/broker/broker.ts'
import type { NonceStore } from '../../../electron/broker/authentication/nonces.ts'
import type { Log, Settings, Venue } from '../../../electron/core/ports.ts'
import { createCore, type TradingCore } from '../../../electron/core/tradingCore.ts'
import { memoryNotices } from '../../../electron/storage/memoryNotices.ts'
import { fileKeyStore, openJournal, type JournalDisk } from '../../../electron/storage/journal/journal.ts'
import { FakeMarket } from '../../fakes/core/fakeMarket.ts'
import { NO_LIMITS } from '../../fakes/core/noLimits.ts'
import { FakeVault } from '../../fakes/core/fakeVault.ts'
import type { Intent } from '../plan/dealer.ts'
import type { Machine } from './machine.ts'
import { diskWithPlant, withPlant, type Plant } from '../plantedBugs.ts'
import type { Shown } from '../rules/recordRules.ts'
import type { Requests } from './requests.ts'
import type { Streams } from './streams.ts'
import type { Trace } from '../trace.ts'
import { keyOf, type SimVenue } from './venue.ts'

/** What outlives a process of the desk, besides the journal. */
export interface Keepings {
  readonly settings: Settings
  readonly nonces: NonceStore
}

export interface DeskParts {
  readonly machine: Machine
  readonly seed: number
  readonly trace: Trace
  /** Ms since the world began. */
  readonly elapsed: () => number
  readonly venue: SimVenue
  readonly requests: Requests
  readonly streams: Streams
  readonly keepings: Keepings
  readonly disk: JournalDisk
  readonly plant: Plant | null
  /** An order of the topic changed. */
  readonly onOrder: (order: Order) => void
  /** Customers of the reconciliation changed: what a window shows at that moment. */
  readonly onTies: (changed: readonly CustomerTie[], shown: Shown) => void
}

export interface SimDesk {
  readonly machine: Machine
  readonly core: TradingCore
  readonly orders: ReadonlyMap<string, Order>
  readonly positions: ReadonlyMap<string, Position>
  readonly session: () => Session | null
  readonly readings: ReadonlyMap<string, OpenOrderReading>
  readonly halts: () => readonly HaltState[]
  /** When a list that bears this time of the desk's clock was asked for, ms after the world began; null where the clock was set since. */
  askedAt(readAt: number | null): number | null
  readonly changes: () => number
  /** Why the journal takes nothing more; null while it works. */
  problem(): string | null
  submit(intent: Intent, caller: Caller): ReturnType<CommandHandlers['order.submit']>
  /** Closes core and journal in good order. */
  close(): Promise<void>
}

const SIGN_IN_AGAIN_MS = 2_000
const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

export const callerOf = (window: string): Caller => ({ windowId: window, allows: () => true })

/** The public book of every schedule: deep enough for any order, so that the limits let the dealer's orders out. */
function deepMarket(): FakeMarket {
  const market = new FakeMarket()
  const price = '1' as DecimalText
  market.walkAnswer = () => ({
    bestPrice: price,
    averagePrice: price,
    worstPrice: price,
    filled: price,
    whole: true,
  })
  return market
}

/** Opens the journal, then the desk on it; never resolves when the machine stops meanwhile. */
export async function startDesk(parts: DeskParts): Promise<SimDesk> {
  const { machine, seed, trace, venue, requests, streams, keepings } = parts
  const { clock } = machine
  const entry: Venue = { id: 'venue', profile: venue.profile, builtIn: venue.credentials }
  const disk = diskWithPlant(parts.plant, parts.disk)
  const opened = await openJournal({
    disk,
    safe: fileKeyStore(disk),
    clock,
    processes: { own: machine.name, isRunning: (name) => name === machine.name },
    folder: 'the data folder',
  })
  const core = createCore({
    clock,
    random: seededRandom(seed),
    openBroker: withPlant(
      parts.plant,
      openBroker({
        clock,
        random: seededRandom(seed + 1),
        nonces: keepings.nonces,
        openHttp: requests.openHttp(machine),
        WebSocket: streams.socketOf(machine),
      }),
    ),
    openMarket: deepMarket,
    vault: new FakeVault(),
    settings: keepings.settings,
    journal: opened.journal,
    notices: memoryNotices(),
    venues: [entry],
    startingLimits: NO_LIMITS,
    venueIdOf: () => 'another',
    log: silent,
  })
  const orders = new Map<string, Order>()
  const positions = new Map<string, Position>()
  const trades = new Map<string, Trade>()
  const readings = new Map<string, OpenOrderReading>()
  let halts: readonly HaltState[] = []
  /** Of every list that was told of, when it was asked for by the world's clock. */
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
  const takeOrders = (changed: readonly Order[]) => {
    for (const order of changed) {
      orders.set(keyOf(order.customerCode, order.referenceId), order)
      trace.note(
        'orderStore',
        `${machine.name} ${order.customerCode} ${order.referenceId} ${order.phase} ${order.status} ${order.filledAmount} ${order.pending}`,
      )
      parts.onOrder(order)
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
    if (now.phase === 'signed-off-by-venue') clock.after(SIGN_IN_AGAIN_MS, () => void signIn())
  }
  follow(
    'orders',
    (all) => {
      orders.clear()
      takeOrders(all)
    },
    takeOrders,
  )
  follow(
    'positions',
    (all) => {
      positions.clear()
      takePositions(all)
    },
    takePositions,
  )
  const takeTrades = (changed: readonly Trade[]) => {
    for (const trade of changed) trades.set(`${trade.customerCode} ${trade.code}`, trade)
  }
  follow(
    'trades',
    (all) => {
      trades.clear()
      takeTrades(all)
    },
    takeTrades,
  )
  const takeTies = (changed: readonly CustomerTie[]) =>
    parts.onTies(changed, { orders: orders.values(), trades: trades.values() })
  follow('reconciliation', takeTies, takeTies)
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
    if (age >= 0) asked.set(readAt, parts.elapsed() - age)
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
  follow(
    'openOrderReadings',
    (all) => {
      readings.clear()
      takeReadings(all)
    },
    takeReadings,
  )
  const takeHalts = (all: readonly HaltState[]) => {
    halts = all
    for (const { lists } of all) noteAsked(lists.readAt)
    changes += 1
  }
  follow('halts', takeHalts, takeHalts)

  async function signIn(): Promise<void> {
    const done = await core.handlers['session.signIn'](
      { venueId: 'venue', username: null, password: null, signingKey: null, keep: 'run' },
      callerOf('left'),
    )
    if (!done.ok) clock.after(SIGN_IN_AGAIN_MS, () => void signIn())
  }
  clock.after(0, () => void signIn())
  return {
    machine,
    core,
    orders,
    positions,
    session: () => session,
    readings,
    halts: () => halts,
    askedAt: (readAt) => (readAt === null ? null : (asked.get(readAt) ?? null)),
    changes: () => changes,
    problem: () => opened.journal.problem,
    submit: (intent, caller) =>
      core.handlers['order.submit']({ intentId: intent.id, draft: intent.draft, typed: null }, caller),
    async close() {
      core.close()
      await opened.close()
    },
  }
}

/** Settings and nonce marks that survive the process, as files that are written at once. */
export function openKeepings(salt: number): Keepings {
  const values = new Map<string, string>()
  const marks = new Map<string, string>()
  return {
    settings: {
      all: () => Object.fromEntries(values),
      save(name, value) {
        values.set(name, value)
        return ok(null)
      },
      remove(name) {
        values.delete(name)
        return ok(null)
      },
    },
    nonces: {
      salt,
      read: (publicKey) => marks.get(publicKey) ?? null,
      write: (publicKey, mark) => void marks.set(publicKey, mark),
    },
  }
}
