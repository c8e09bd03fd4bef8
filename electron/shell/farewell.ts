/** Before the program goes or the machine sleeps: says what stays live at the venue, and offers to cancel it first. Nothing here protects an order. */

import type { Clock } from '../../shared/base/clock.ts'
import type { Caller, TopicFeed, TopicSink } from '../../shared/contract/ports.ts'
import { isLive, type Order } from '../../shared/domain/order.ts'
import {
  restingCount,
  restingLines,
  restingOrders,
  restingSentence,
  type Resting,
} from '../../shared/domain/restingOrders.ts'
import type { Desk } from '../desk.ts'

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

export interface FarewellParts {
  readonly desk: Pick<Desk, 'handlers' | 'sources' | 'allows'>
  readonly clock: Clock
  /** Resolves with the place of the button that was pressed. */
  readonly ask: (question: Question) => Promise<number>
  /** A passing message of the operating system. */
  readonly tell: (title: string, body: string) => void
  readonly report: (sentence: string, error: unknown) => void
}

export interface Farewell {
  /** Whether the program may go without a question: nothing rests, or the dealer said so. */
  readonly mayGo: boolean
  /** Asks where orders rest; true: go. A second call while one is open answers false. */
  ask(): Promise<boolean>
  /** The machine goes to sleep: there is no time for more than a sentence. */
  sleeping(): void
  awake(): void
}

const STAY = 0
const CANCEL = 1

export function createFarewell(parts: FarewellParts): Farewell {
  const { desk, clock, ask, tell, report } = parts
  const caller: Caller = { windowId: 'shell', allows: (scope) => desk.allows('shell', scope) }
  const live = new Map<string, Order>()
  let changed = () => {}
  let agreed = false
  let asking = false

  const take = (orders: readonly Order[]): void => {
    for (const order of orders) {
      const key = `${order.customerCode} ${order.referenceId}`
      if (isLive(order)) live.set(key, order)
      else live.delete(key)
    }
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
  const feed: TopicFeed = desk.sources.orders(null, sink, caller)
  const resting = (): Resting[] => restingOrders(live.values())

  const cancelAll = async (): Promise<void> => {
    for (const customerCode of new Set([...live.values()].map((order) => order.customerCode))) {
      const reply = await desk.handlers['order.cancelAll']({ customerCode, symbol: null, side: null }, caller)
      if (!reply.ok) report(`The orders of ${customerCode} could not be cancelled.`, null)
    }
  }

  /** Resolves once no order is live, or when patience ends. */
  const gone = (): Promise<void> =>
    new Promise((resolve) => {
      const stop = clock.after(PATIENCE, resolve)
      changed = () => {
        if (live.size > 0) return
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
    for (let of = resting(); restingCount(of) > 0; of = resting()) {
      const answer = await ask({
        message: restingSentence(of),
        detail: detailOf(of),
        buttons: ['Stay', 'Cancel all, then quit', 'Quit and leave them live'],
        safe: STAY,
      })
      if (answer === STAY) return false
      if (answer !== CANCEL) return true
      await cancelAll()
      await gone()
    }
    return true
  }

  return {
    get mayGo() {
      return agreed || live.size === 0
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
      if (agreed) feed.close()
      return agreed
    },
    sleeping() {
      const of = resting()
      if (restingCount(of) > 0) tell('The machine sleeps; orders do not', restingSentence(of))
    },
    awake() {
      const of = resting()
      if (restingCount(of) > 0)
        tell(
          'Orders stayed live during sleep',
          `${restingSentence(of)} What happened meanwhile is being read back.`,
        )
    },
  }
}
