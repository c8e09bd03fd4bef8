/** Stores orders: every live order, the newest terminal orders, and of older ones only their customer and origin. Folds nothing. */

import { decimal, signOf } from '../../../shared/base/decimal.ts'
import { isLive, type Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'

/** Terminal orders that are stored whole. */
export const TERMINAL_KEPT = 5_000
/** Ms for which a terminal order is stored whole in any case. Late news is folded into it; a refused order is polled for a minute (pollEndedOrdersForReappearance.ts). */
const LATE_NEWS = 600_000
/** Ms for which an order that ended with fills is among the `recent` orders. */
const RECENT = 60_000

/** What remains of a terminal order that is not stored whole any more. */
export interface Gone {
  readonly customerCode: CustomerCode
  readonly origin: Order['origin']
}

type Stored = Order | Gone
const isWhole = (stored: Stored): stored is Order => 'phase' in stored

const isRecent = (stored: Stored, now: number): stored is Order =>
  isWhole(stored) && !isLive(stored) && now - stored.updatedAt < RECENT

export class RetainedOrders {
  /** Our ids are unique, so nearly every id has one customer. */
  private readonly byId = new Map<ReferenceId, Stored | readonly Stored[]>()
  private readonly liveIds = new Set<ReferenceId>()
  /** Ids of orders that ended with fills lately, the newest last. */
  private readonly filledIds = new Set<ReferenceId>()
  /** Ids of the live orders of each customer, and of those that ended with fills lately. */
  private readonly activeIds = new Map<CustomerCode, Set<ReferenceId>>()
  /** Orders in the order of their ends. An order that ended twice is there twice. */
  private terminalIds: ReferenceId[] = []
  private terminalCustomers: CustomerCode[] = []
  private nextToGo = 0
  /** One shared record for all orders of one customer and origin that are gone. */
  private readonly goneOf = new Map<string, Gone>()

  get(customer: CustomerCode, id: ReferenceId): Order | undefined {
    const stored = this.find(customer, id)
    return stored && isWhole(stored) ? stored : undefined
  }

  /** What remains of an order that is not stored whole any more. */
  gone(customer: CustomerCode, id: ReferenceId): Gone | undefined {
    const stored = this.find(customer, id)
    return stored && !isWhole(stored) ? stored : undefined
  }

  /** Customers that have or had an order with this id. */
  owners(id: ReferenceId): readonly CustomerCode[] {
    return this.allOf(id).map(({ customerCode }) => customerCode)
  }

  live(): Order[] {
    const live: Order[] = []
    for (const id of this.liveIds)
      for (const stored of this.allOf(id)) if (isWhole(stored) && isLive(stored)) live.push(stored)
    return live
  }

  /** Every live order, and those that ended with fills less than a minute ago. `now`: wall clock, ms. */
  recent(now: number): Order[] {
    this.forgetRecent(now)
    const recent = this.live()
    for (const id of this.filledIds)
      for (const stored of this.allOf(id)) if (isRecent(stored, now)) recent.push(stored)
    return recent
  }

  /** The live orders of one customer. Visits no order of another. */
  liveOf(customer: CustomerCode): Order[] {
    return this.activeOf(customer).filter(isLive)
  }

  /** Those of `recent` that are one customer's. Visits no order of another. `now`: wall clock, ms. */
  recentOf(customer: CustomerCode, now: number): Order[] {
    return this.activeOf(customer).filter((order) => isLive(order) || isRecent(order, now))
  }

  /** Every order that is stored whole. */
  all(): Order[] {
    const all: Order[] = []
    for (const id of this.byId.keys()) all.push(...this.allOf(id).filter(isWhole))
    return all
  }

  /** Every live order, and the terminal orders that are not reduced yet, without dead ones of before. Visits no others. */
  newest(): Order[] {
    const newest = new Set(this.live())
    for (let at = this.nextToGo; at < this.terminalIds.length; at++) {
      const order = this.get(this.terminalCustomers[at] as CustomerCode, this.terminalIds[at] as ReferenceId)
      if (order) newest.add(order)
    }
    return [...newest]
  }

  /** Stores an order in the place of its earlier state. `now`: wall clock, ms. */
  put(order: Order, now: number): void {
    const { customerCode, referenceId } = order
    const before = this.get(customerCode, referenceId)
    this.replace(referenceId, order)
    if (isLive(order)) {
      this.liveIds.add(referenceId)
      this.activate(order)
      return
    }
    if (!this.allOf(referenceId).filter(isWhole).some(isLive)) this.liveIds.delete(referenceId)
    this.filledIds.delete(referenceId)
    if (signOf(decimal(order.filledAmount)) > 0) {
      this.filledIds.add(referenceId)
      this.activate(order)
    } else this.activeIds.get(customerCode)?.delete(referenceId)
    this.forgetRecent(now)
    if (before && !isLive(before)) return
    this.terminalIds.push(referenceId)
    this.terminalCustomers.push(customerCode)
    this.reduceOldest(now)
  }

  clear(): void {
    this.byId.clear()
    this.liveIds.clear()
    this.filledIds.clear()
    this.activeIds.clear()
    this.terminalIds = []
    this.terminalCustomers = []
    this.nextToGo = 0
    this.goneOf.clear()
  }

  private activate({ customerCode, referenceId }: Order): void {
    const ids = this.activeIds.get(customerCode) ?? new Set()
    this.activeIds.set(customerCode, ids.add(referenceId))
  }

  private activeOf(customer: CustomerCode): Order[] {
    return [...(this.activeIds.get(customer) ?? [])].flatMap((id) => this.get(customer, id) ?? [])
  }

  private allOf(id: ReferenceId): readonly Stored[] {
    const stored = this.byId.get(id)
    return stored === undefined ? [] : 'customerCode' in stored ? [stored] : stored
  }

  private find(customer: CustomerCode, id: ReferenceId): Stored | undefined {
    const stored = this.byId.get(id)
    if (stored === undefined) return undefined
    if ('customerCode' in stored) return stored.customerCode === customer ? stored : undefined
    return stored.find(({ customerCode }) => customerCode === customer)
  }

  private replace(id: ReferenceId, next: Stored): void {
    const others = this.allOf(id).filter(({ customerCode }) => customerCode !== next.customerCode)
    this.byId.set(id, others.length === 0 ? next : [...others, next])
  }

  private forgetRecent(now: number): void {
    for (const id of this.filledIds) {
      const all = this.allOf(id)
      if (all.some((stored) => isRecent(stored, now))) return
      this.filledIds.delete(id)
      for (const stored of all)
        if (!isWhole(stored) || !isLive(stored)) this.activeIds.get(stored.customerCode)?.delete(id)
    }
  }

  /** Reduces the oldest terminal orders to what remains, while there are too many. An order that must stay whole holds up those after it. */
  private reduceOldest(now: number): void {
    while (this.terminalIds.length - this.nextToGo > TERMINAL_KEPT) {
      const id = this.terminalIds[this.nextToGo] as ReferenceId
      const customer = this.terminalCustomers[this.nextToGo] as CustomerCode
      const order = this.get(customer, id)
      // An order that is live again gets another place at its next end. A dead order stays whole, because it may reappear much later.
      if (order && !isLive(order) && order.phase !== 'dead') {
        if (now - order.updatedAt < LATE_NEWS) break
        this.replace(id, this.remainderOf(order))
      }
      this.nextToGo++
    }
    if (this.nextToGo < TERMINAL_KEPT) return
    this.terminalIds = this.terminalIds.slice(this.nextToGo)
    this.terminalCustomers = this.terminalCustomers.slice(this.nextToGo)
    this.nextToGo = 0
  }

  private remainderOf({ customerCode, origin }: Order): Gone {
    const key = `${origin} ${customerCode}`
    const remainder = this.goneOf.get(key) ?? { customerCode, origin }
    this.goneOf.set(key, remainder)
    return remainder
  }
}
