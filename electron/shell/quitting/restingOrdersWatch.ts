/** Follows the resting orders and the positions at the venue, and how much of their lists was read, for the questions before quitting. Cancels nothing. */

import type { Caller, TopicFeed } from '../../../shared/contract/ports.ts'
import {
  positionsUnread,
  whyCustomersUnknown,
  type Session,
  type VenueRead,
} from '../../../shared/contract/status.ts'
import type { Customer } from '../../../shared/domain/accounts/customer.ts'
import { positionKey, type Position } from '../../../shared/domain/accounts/position.ts'
import { standingLines } from '../../../shared/domain/accounts/standingPositions.ts'
import {
  isAllSeen,
  unseenOf,
  type OpenOrderReading,
  type Unseen,
} from '../../../shared/domain/orders/openOrderReading.ts'
import { armedBrackets } from '../../../shared/domain/orders/bracket/armedBrackets.ts'
import { isLive, orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import {
  restingLines,
  restingOrders,
  restingSentence,
  type Resting,
} from '../../../shared/domain/orders/restingOrders.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Desk } from '../../deskTypes.ts'

const LOCKED =
  'The session is locked. Orders and positions may stay live at the venue, and Openpit does not watch them while it is away. Unlock the session to see or cancel them.'

export class RestingOrdersWatch {
  private readonly live = new Map<string, Order>()
  private readonly customers = new Set<CustomerCode>()
  private readonly readings = new Map<string, OpenOrderReading>()
  private readonly feeds: readonly TopicFeed[]
  private readonly positions = new Map<string, Position>()
  private reads: readonly VenueRead[] = []
  private locked = false
  /** How often an order that was live here filled further. Its position may follow later. */
  fills = 0
  /** Called after every change. */
  onChange: () => void = () => {}

  constructor(sources: Desk['sources'], caller: Caller) {
    const end = () => {}
    const takeCustomers = (customers: readonly Customer[]) => this.takeCustomers(customers)
    const takeReads = (reads: readonly VenueRead[]) => this.takeReads(reads)
    const takeSession = (session: Session) => this.takeSession(session)
    this.feeds = [
      sources.session(null, { snapshot: takeSession, delta: takeSession, end }, caller),
      sources.orders(
        null,
        {
          snapshot: (orders) => {
            this.live.clear()
            this.takeOrders(orders)
          },
          delta: (orders) => this.takeOrders(orders),
          end,
        },
        caller,
      ),
      sources.customers(null, { snapshot: takeCustomers, delta: takeCustomers, end }, caller),
      sources.positions(
        null,
        {
          snapshot: (positions) => {
            this.positions.clear()
            this.takePositions(positions)
          },
          delta: (positions) => this.takePositions(positions),
          end,
        },
        caller,
      ),
      sources.reads(null, { snapshot: takeReads, delta: takeReads, end }, caller),
      sources.openOrderReadings(
        null,
        {
          snapshot: (readings) => {
            this.readings.clear()
            this.takeReadings(readings)
          },
          delta: (readings) => this.takeReadings(readings),
          end,
        },
        caller,
      ),
    ]
  }

  /** Whether no order is live, and every list of open orders is whole. */
  get isClear(): boolean {
    return this.live.size === 0 && isAllSeen(this.unseen())
  }

  /** The session is locked: nobody may read here who has orders or positions, and nothing may be canceled. */
  get isLocked(): boolean {
    return this.locked
  }

  /** Customers with live orders. */
  customersWithOrders(): ReadonlySet<CustomerCode> {
    return new Set([...this.live.values()].map((order) => order.customerCode))
  }

  resting(): Resting[] {
    return restingOrders(this.live.values())
  }

  /** Live entries whose fills get a take profit or stop loss from Openpit. */
  armed(): Order[] {
    return armedBrackets(this.live.values())
  }

  /** Names no customer while the session is locked. */
  sentence(): string {
    if (this.locked) return LOCKED
    return restingSentence(this.resting(), this.unseen())
  }

  /** The positions that stand or may stand, a line for each customer. */
  standing(): readonly string[] {
    return standingLines(this.positions.values())
  }

  /** Why there may be other positions, in one sentence; null: every trade was read, or nobody is signed in. */
  positionsUnread(): string | null {
    return positionsUnread(this.reads)
  }

  /** What stays at the venue when the terminal closes, for a log or a console; no line where nothing does. Names no customer while the session is locked. */
  lines(): readonly string[] {
    if (this.locked) return [LOCKED]
    const unread = this.positionsUnread()
    const positions = [...this.standing(), ...(unread === null ? [] : [unread])]
    return [
      ...(this.isClear ? [] : [this.sentence(), ...restingLines(this.resting())]),
      ...(positions.length === 0 ? [] : ['Positions stay open at the venue:', ...positions]),
    ]
  }

  close(): void {
    for (const feed of this.feeds) feed.close()
  }

  private takeSession(session: Session): void {
    this.locked = session.locked !== null
    this.onChange()
  }

  private unseen(): Unseen {
    return {
      lists: unseenOf(this.customers, this.readings),
      customers: whyCustomersUnknown(this.reads),
    }
  }

  private takeOrders(orders: readonly Order[]): void {
    for (const order of orders) {
      const key = orderKey(order)
      const before = this.live.get(key)
      if (before && before.filledAmount !== order.filledAmount) this.fills++
      if (isLive(order)) this.live.set(key, order)
      else this.live.delete(key)
    }
    this.onChange()
  }

  private takePositions(positions: readonly Position[]): void {
    for (const position of positions)
      this.positions.set(positionKey(position.customerCode, position.symbol), position)
    this.onChange()
  }

  private takeCustomers(customers: readonly Customer[]): void {
    this.customers.clear()
    for (const { code } of customers) this.customers.add(code)
    this.onChange()
  }

  private takeReads(reads: readonly VenueRead[]): void {
    this.reads = reads
    this.onChange()
  }

  private takeReadings(readings: readonly OpenOrderReading[]): void {
    for (const reading of readings) this.readings.set(reading.customerCode, reading)
    this.onChange()
  }
}
