/** Where the board keeps its orders: every live one, the newest that are over, and of older ones no more than whose they were. Folds nothing. */

import { decimal, signOf } from '../../../shared/base/decimal.ts'
import { isLive, type Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'

/** Orders that are over and still kept whole. */
export const TERMINAL_KEPT = 5_000
/** Ms for which an order that is over is kept whole in any case: late news of it is folded into what was known (unknownOrderResolver.ts looks after a refused one for a minute). */
const LATE_NEWS = 600_000
/** Ms for which an order that ended with fills is among the `recent` ones. */
const RECENT = 60_000

/** What is left of an order that went: it was over. */
export interface Gone {
  readonly customerCode: CustomerCode
  readonly origin: Order['origin']
}

type Kept = Order | Gone
const isWhole = (of: Kept): of is Order => 'phase' in of

const isRecent = (of: Kept, now: number): of is Order =>
  isWhole(of) && !isLive(of) && now - of.updatedAt < RECENT

export class OrderRetention {
  /** Ids are unique at a desk, so that nearly every one has one customer. */
  private readonly byId = new Map<ReferenceId, Kept | readonly Kept[]>()
  private readonly liveIds = new Set<ReferenceId>()
  /** Of orders that ended with fills lately, those heard of last at the end. */
  private readonly filledIds = new Set<ReferenceId>()
  /** Orders in the order in which they were over, each as often as it was. */
  private overIds: ReferenceId[] = []
  private overCustomers: CustomerCode[] = []
  private nextToGo = 0
  /** One record for all that is gone of one customer and origin. */
  private readonly goneOf = new Map<string, Gone>()

  get(customer: CustomerCode, id: ReferenceId): Order | undefined {
    const kept = this.find(customer, id)
    return kept && isWhole(kept) ? kept : undefined
  }

  /** What is left of an order that is kept whole no more. */
  gone(customer: CustomerCode, id: ReferenceId): Gone | undefined {
    const kept = this.find(customer, id)
    return kept && !isWhole(kept) ? kept : undefined
  }

  /** Customers that have or had an order with this id. */
  owners(id: ReferenceId): readonly CustomerCode[] {
    return this.allOf(id).map((of) => of.customerCode)
  }

  live(): Order[] {
    const live: Order[] = []
    for (const id of this.liveIds)
      for (const of of this.allOf(id)) if (isWhole(of) && isLive(of)) live.push(of)
    return live
  }

  /** Every live order, and those that ended with fills less than a minute ago. `now`: wall clock, ms. */
  recent(now: number): Order[] {
    this.forgetRecent(now)
    const recent = this.live()
    for (const id of this.filledIds) for (const of of this.allOf(id)) if (isRecent(of, now)) recent.push(of)
    return recent
  }

  /** Every order that is kept whole. */
  all(): Order[] {
    const all: Order[] = []
    for (const id of this.byId.keys()) all.push(...this.allOf(id).filter(isWhole))
    return all
  }

  /** Puts an order in the place of what was known of it. `now`: wall clock, ms. */
  put(order: Order, now: number): void {
    const { customerCode, referenceId } = order
    const before = this.get(customerCode, referenceId)
    this.replace(referenceId, order)
    if (isLive(order)) {
      this.liveIds.add(referenceId)
      return
    }
    if (!this.allOf(referenceId).filter(isWhole).some(isLive)) this.liveIds.delete(referenceId)
    this.filledIds.delete(referenceId)
    if (signOf(decimal(order.filledAmount)) > 0) this.filledIds.add(referenceId)
    this.forgetRecent(now)
    if (before && !isLive(before)) return
    this.overIds.push(referenceId)
    this.overCustomers.push(customerCode)
    this.letGo(now)
  }

  clear(): void {
    this.byId.clear()
    this.liveIds.clear()
    this.filledIds.clear()
    this.overIds = []
    this.overCustomers = []
    this.nextToGo = 0
    this.goneOf.clear()
  }

  private allOf(id: ReferenceId): readonly Kept[] {
    const kept = this.byId.get(id)
    return kept === undefined ? [] : 'customerCode' in kept ? [kept] : kept
  }

  private find(customer: CustomerCode, id: ReferenceId): Kept | undefined {
    const kept = this.byId.get(id)
    if (kept === undefined) return undefined
    if ('customerCode' in kept) return kept.customerCode === customer ? kept : undefined
    return kept.find((of) => of.customerCode === customer)
  }

  private replace(id: ReferenceId, next: Kept): void {
    const others = this.allOf(id).filter((of) => of.customerCode !== next.customerCode)
    this.byId.set(id, others.length === 0 ? next : [...others, next])
  }

  private forgetRecent(now: number): void {
    for (const id of this.filledIds) {
      if (this.allOf(id).some((of) => isRecent(of, now))) return
      this.filledIds.delete(id)
    }
  }

  /** Lets the oldest go that are over, as far as there are too many. One that may not go yet holds up those after it. */
  private letGo(now: number): void {
    while (this.overIds.length - this.nextToGo > TERMINAL_KEPT) {
      const id = this.overIds[this.nextToGo] as ReferenceId
      const customer = this.overCustomers[this.nextToGo] as CustomerCode
      const order = this.get(customer, id)
      // One that is alive again is put at the end when it is over again. One that the desk itself held for dead may surface much later.
      if (order && !isLive(order) && order.phase !== 'dead') {
        if (now - order.updatedAt < LATE_NEWS) break
        this.replace(id, this.whatIsLeft(order))
      }
      this.nextToGo++
    }
    if (this.nextToGo < TERMINAL_KEPT) return
    this.overIds = this.overIds.slice(this.nextToGo)
    this.overCustomers = this.overCustomers.slice(this.nextToGo)
    this.nextToGo = 0
  }

  private whatIsLeft({ customerCode, origin }: Order): Gone {
    const key = `${origin} ${customerCode}`
    const left = this.goneOf.get(key) ?? { customerCode, origin }
    this.goneOf.set(key, left)
    return left
  }
}
