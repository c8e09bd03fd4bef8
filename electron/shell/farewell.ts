/** Before the program goes or the machine sleeps: says what stays live at the venue, and offers to cancel it first. Nothing here protects an order. */

import type { Clock } from '../../shared/base/clock.ts'
import type { Caller, TopicFeed, TopicSink } from '../../shared/contract/ports.ts'
import type { Customer } from '../../shared/domain/accounts/customer.ts'
import { whyCustomersUnknown, type VenueRead } from '../../shared/contract/status.ts'
import {
  isAllSeen,
  unseenOf,
  type OpenOrderReading,
  type Unseen,
} from '../../shared/domain/orders/openOrderReading.ts'
import { isLive, orderKey, type Order } from '../../shared/domain/orders/order.ts'
import {
  restingCount,
  restingLines,
  restingOrders,
  restingSentence,
  type Resting,
} from '../../shared/domain/orders/restingOrders.ts'
import type { CustomerCode } from '../../shared/domain/scalars.ts'
import type { Desk } from '../deskTypes.ts'

/** Ms that cancels before quitting are waited for until the dealer is asked again. */
const PATIENCE = 10_000
/** Customers and instruments told in full. */
const LINES = 12

export interface Question {
  readonly message: string
  readonly detail: string
  readonly buttons: string[]
  /** The button that changes nothing. */
  readonly safe: number
}

export interface QuitGuardOptions {
  readonly desk: Pick<Desk, 'handlers' | 'sources' | 'allows'>
  readonly clock: Clock
  /** Resolves with the place of the button that was pressed. */
  readonly ask: (question: Question) => Promise<number>
  /** A passing message of the operating system. */
  readonly tell: (title: string, body: string) => void
  readonly report: (sentence: string, error: unknown) => void
}

export interface QuitGuard {
  /** Whether the program may go without a question: every list of open orders is whole and nothing rests, or the dealer said so. */
  readonly mayGo: boolean
  /** Asks where orders rest; true: go. A second call while one is open answers false. */
  ask(): Promise<boolean>
  /** The machine goes to sleep: there is no time for more than a sentence. */
  sleeping(): void
  awake(): void
  /** The machine is shutting down or its user signs out: what stays live is said, beside the question. */
  ending(): void
}

const STAY = 0
const CANCEL = 1

export function createQuitGuard(parts: QuitGuardOptions): QuitGuard {
  const { desk, clock, ask, tell, report } = parts
  const caller: Caller = { windowId: 'shell', allows: (scope) => desk.allows('shell', scope) }
  const live = new Map<string, Order>()
  let changed = () => {}
  let agreed = false
  let asking = false

  const take = (orders: readonly Order[]): void => {
    for (const order of orders) {
      const key = orderKey(order)
      if (isLive(order)) live.set(key, order)
      else live.delete(key)
    }
    changed()
  }
  const customers = new Set<CustomerCode>()
  const readings = new Map<string, OpenOrderReading>()
  let reads: readonly VenueRead[] = []
  const unseen = (): Unseen => ({
    lists: unseenOf(customers, readings),
    customers: whyCustomersUnknown(reads),
  })
  const takeReads = (of: readonly VenueRead[]): void => {
    reads = of
    changed()
  }
  const takeReadings = (of: readonly OpenOrderReading[]): void => {
    for (const reading of of) readings.set(reading.customerCode, reading)
    changed()
  }
  const takeCustomers = (of: readonly Customer[]): void => {
    customers.clear()
    for (const { code } of of) customers.add(code)
    changed()
  }
  const sink: TopicSink<'orders'> = {
    snapshot(orders) {
      live.clear()
      take(orders)
    },
    delta: take,
    end() {},
  }
  const feeds: readonly TopicFeed[] = [
    desk.sources.orders(null, sink, caller),
    desk.sources.customers(null, { snapshot: takeCustomers, delta: takeCustomers, end() {} }, caller),
    desk.sources.reads(null, { snapshot: takeReads, delta: takeReads, end() {} }, caller),
    desk.sources.openOrderReadings(
      null,
      {
        snapshot(all) {
          readings.clear()
          takeReadings(all)
        },
        delta: takeReadings,
        end() {},
      },
      caller,
    ),
  ]
  const isClear = (): boolean => live.size === 0 && isAllSeen(unseen())
  const sentence = (): string => restingSentence(resting(), unseen())
  const resting = (): Resting[] => restingOrders(live.values())

  const cancelAll = async (): Promise<void> => {
    for (const customerCode of new Set([...live.values()].map((order) => order.customerCode))) {
      const reply = await desk.handlers['order.cancelAll']({ customerCode, symbol: null, side: null }, caller)
      if (!reply.ok) report(`The orders of ${customerCode} could not be cancelled.`, null)
    }
  }

  const readAgain = async (): Promise<void> => {
    const reply = await desk.handlers['reconciliation.readAgain']({ customerCode: null }, caller)
    if (!reply.ok) report('The lists of open orders could not be read again.', null)
  }

  /** Resolves once no order is live and every list is whole, or when patience ends. */
  const gone = (): Promise<void> =>
    new Promise((resolve) => {
      const stop = clock.after(PATIENCE, resolve)
      changed = () => {
        if (!isClear()) return
        stop()
        resolve()
      }
      changed()
    })

  const detailOf = (of: readonly Resting[]): string => {
    const lines = restingLines(of)
    const more = lines.length - LINES
    return [...lines.slice(0, LINES), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
  }

  const untilAgreed = async (): Promise<boolean> => {
    while (!isClear()) {
      const of = resting()
      const answer = await ask({
        message: sentence(),
        detail: detailOf(of),
        buttons:
          restingCount(of) > 0
            ? ['Stay', 'Cancel all, then quit', 'Quit and leave them live']
            : ['Stay', 'Read the lists again', 'Quit all the same'],
        safe: STAY,
      })
      if (answer === STAY) return false
      if (answer !== CANCEL) return true
      await (live.size > 0 ? cancelAll() : readAgain())
      await gone()
    }
    return true
  }

  return {
    get mayGo() {
      return agreed || isClear()
    },
    async ask() {
      if (asking) return false
      asking = true
      try {
        agreed = await untilAgreed()
      } catch (error) {
        // A dialog that cannot be shown must not hold the program for ever.
        report('Nobody could be asked what to do with resting orders.', error)
        agreed = true
      }
      asking = false
      if (agreed) for (const feed of feeds) feed.close()
      return agreed
    },
    sleeping() {
      if (!isClear()) tell('The machine sleeps; orders do not', sentence())
    },
    awake() {
      if (!isClear())
        tell('Orders stayed live during sleep', `${sentence()} What happened meanwhile is being read back.`)
    },
    ending() {
      if (!isClear()) tell('The machine shuts down; orders stay live', sentence())
    },
  }
}
