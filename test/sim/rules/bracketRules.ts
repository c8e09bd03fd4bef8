/**
 * Rules of brackets: no leg leaves that is larger than what its entry filled or than the position, none is sent twice, no fill is forgotten or
 * given up while the position holds it, and a fill without its leg is said. The truth is the venue's own record.
 */

import {
  ZERO,
  add,
  compare,
  decimal,
  maximum,
  negate,
  subtract,
  toText,
  type Decimal,
} from '../../../shared/base/decimal.ts'
import type { Notice } from '../../../shared/domain/notice.ts'
import { haltBlocking } from '../../../shared/domain/orders/halt.ts'
import { isLive, isUnproven, type Order } from '../../../shared/domain/orders/order.ts'
import type { HttpRequest } from '../../../electron/broker/rest/http.ts'
import type { OrderRecord } from '../../../electron/paper/bookkeeping/records.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'
import { markOf, type Intent } from '../plan/dealer.ts'
import { legKey, type LegPrices } from '../plan/brackets.ts'
import type { Machine } from '../world/machine.ts'
import type { SimTerminal } from '../world/terminal.ts'
import { keyOf, type SimVenue } from '../world/venue.ts'

export interface BracketRules {
  /** Whether an order at the venue is a leg of some intent. */
  isLeg(order: LegPrices): boolean
  /** Whether the body of a new order is a leg. */
  readonly isLegBody: (body: string | null) => boolean
  /** The first byte of a request leaves. */
  onWire(request: HttpRequest, venue: SimVenue): void
  /** The desk shows an order anew. */
  onOrder(machine: Machine, order: Order, venue: SimVenue): void
  /** How many legs left so far. */
  readonly legs: number
  /** What a dealer would miss now, by intent. */
  judge(desk: SimTerminal, venue: SimVenue): readonly string[]
}

/** Ms by which the desk may know a position later than the venue: a silent channel, a slow answer, and the 5 s that it waits before it releases. */
const KNOWN_WITHIN = 15_000
const EVERYTHING = decimal('1e30')

type Body = Readonly<Record<string, string | number | undefined>>

function pricesOf(body: string | null): LegPrices {
  const read = JSON.parse(body ?? '{}') as Body
  const price = (name: string) => (read[name] === undefined ? null : String(read[name]))
  return {
    symbol: String(read['symbol']),
    type: String(read['type']),
    takeProfitPrice: price('take_profit_price'),
    triggerPrice: price('trigger_price'),
  }
}

/** Contracts of an order that had not filled. */
const restOf = ({ amount, filledAmount }: Pick<Order, 'amount' | 'filledAmount'>): Decimal =>
  amount === null ? EVERYTHING : maximum(ZERO, subtract(decimal(amount), decimal(filledAmount)))

/** What the desk may take the position for, counted on this side, smallest and largest. */
function heldOn(
  venue: SimVenue,
  { customerCode, symbol, side }: Pick<Order, 'customerCode' | 'symbol' | 'side'>,
  kept: ReferenceId | null,
) {
  const { least, most } = venue.sizesKnownAs(customerCode, symbol, KNOWN_WITHIN, kept)
  return side === 'buy'
    ? { least: maximum(ZERO, least), most: maximum(ZERO, most) }
    : { least: maximum(ZERO, negate(most)), most: maximum(ZERO, negate(least)) }
}

/** Contracts that orders of unknown status may be closing: they fill at once, or they are legs. */
function mayBeClosing(desk: SimTerminal, entry: OrderRecord): Decimal {
  let sum = ZERO
  for (const order of desk.orders.values()) {
    if (order.customerCode !== entry.customerCode || order.symbol !== entry.symbol) continue
    if (order.side === entry.side || !isUnproven(order)) continue
    const fillsAtOnce = order.type === 'market' || order.timeInForce === 'IOC' || order.timeInForce === 'FOK'
    if (fillsAtOnce || order.legOf !== undefined) sum = add(sum, restOf(order))
  }
  return sum
}

/** Whether the dealer is alarmed that a fill of the entry has no leg. */
function isAlarmed({ core }: SimTerminal, entry: OrderRecord): boolean {
  let shown: readonly Notice[] = []
  const sink = {
    snapshot: (all: readonly Notice[]) => {
      shown = all
    },
    delta: () => undefined,
    end: () => undefined,
  }
  core.sources.notices(null, sink, { windowId: 'judge', allows: () => true }).close()
  return shown.some(
    ({ level, message, referenceId }) =>
      level === 'error' && referenceId === entry.referenceId && /^No .* is placed for /.test(message),
  )
}

/** The desk gives up contracts of a fill: the position must lack them beside the legs that may be live. Call with every order that the desk shows anew. */
function openReleaseRule(
  isCovering: (leg: Order) => boolean,
  report: (sentence: string) => void,
): (machine: Machine, order: Order, venue: SimVenue) => void {
  /** Entries with a bracket and legs, as the desk last showed them. */
  const shownOrders = new Map<string, Order>()
  let shownBy: Machine | null = null

  /** A leg whose intent did not reach the disk is gone with its run. The next run shows those that did. */
  const beginRun = (machine: Machine): void => {
    shownBy = machine
    for (const [key, { legOf }] of shownOrders) if (legOf !== undefined) shownOrders.delete(key)
  }

  const judgeRelease = (entry: Order, given: Decimal, venue: SimVenue): void => {
    let missing = add(subtract(decimal(entry.filledAmount), decimal(entry.bracket?.released ?? '0')), given)
    let open = ZERO
    for (const leg of shownOrders.values()) {
      if (leg.legOf === undefined || leg.customerCode !== entry.customerCode) continue
      if (leg.legOf === entry.referenceId && isCovering(leg))
        missing = subtract(missing, decimal(leg.amount ?? '0'))
      if (leg.symbol === entry.symbol && leg.side !== entry.side && isLive(leg)) open = add(open, restOf(leg))
    }
    // The position before the fill excuses nothing. What the desk does not show as filled yet, it cannot count.
    const truth =
      venue.orders.get(keyOf(entry.customerCode, entry.referenceId))?.filledAmount ?? entry.filledAmount
    const unseen = subtract(decimal(truth), decimal(entry.filledAmount))
    const held = subtract(heldOn(venue, entry, entry.referenceId).least, unseen)
    const room = maximum(ZERO, subtract(held, open))
    if (compare(given, maximum(ZERO, subtract(missing, room))) > 0)
      report(
        `${entry.referenceId}: ${toText(given)} of its fill were released, the position held at least ${toText(room)} for ${toText(missing)} without a leg`,
      )
  }

  return (machine, order, venue) => {
    if (machine !== shownBy) beginRun(machine)
    if (!order.bracket && order.legOf === undefined) return
    const key = keyOf(order.customerCode, order.referenceId)
    const released = decimal(order.bracket?.released ?? '0')
    const given = subtract(released, decimal(shownOrders.get(key)?.bracket?.released ?? '0'))
    if (given > 0n) judgeRelease(order, given, venue)
    shownOrders.set(key, order)
  }
}

export function openBracketRules(
  byLeg: ReadonlyMap<string, Intent>,
  report: (sentence: string) => void,
): BracketRules {
  /** Contracts of legs that left, by intent. */
  const left = new Map<string, Decimal>()
  /** Legs that the dealer, a halt or a cancel-all canceled. */
  const canceled = new Set<string>()
  let legs = 0

  const isCovering = (leg: Order): boolean =>
    leg.phase !== 'not-sent' || canceled.has(keyOf(leg.customerCode, leg.referenceId))

  const judgeRelease = openReleaseRule(isCovering, report)

  const intentOf = (prices: LegPrices): Intent | undefined => {
    const key = legKey(prices)
    return key === null ? undefined : byLeg.get(key)
  }
  const entryOf = ({ draft }: Intent, venue: SimVenue): OrderRecord | undefined =>
    [...venue.orders.values()].find((order) => {
      const { cashAmount } = order
      const mark = markOf({ amount: cashAmount === null ? order.amount : null, cashAmount })
      return intentOf(order) === undefined && mark === markOf(draft)
    })

  return {
    get legs() {
      return legs
    },
    isLeg: (order) => intentOf(order) !== undefined,
    isLegBody: (body) => body !== null && intentOf(pricesOf(body)) !== undefined,
    onWire({ method, path, body }, venue) {
      if (method !== 'POST' || !path.endsWith('/orders') || body === null) return
      const intent = intentOf(pricesOf(body))
      if (!intent) return
      const { amount, side, reference_id: id } = JSON.parse(body) as Body
      const sum = add(left.get(intent.id) ?? ZERO, decimal(String(amount)))
      left.set(intent.id, sum)
      legs += 1
      const filled = decimal(entryOf(intent, venue)?.filledAmount ?? '0')
      if (compare(sum, filled) > 0)
        report(
          `legs of ${intent.id} for ${toText(sum)} left, the last as ${String(id)}: its entry filled ${toText(filled)}`,
        )
      const most = heldOn(venue, intent.draft, null).most
      if (compare(decimal(String(amount)), most) > 0)
        report(
          `leg ${String(id)} of ${intent.id} for ${String(amount)} left: the position can be known as no more than ${toText(most)}`,
        )
      if (side === intent.draft.side) report(`leg ${String(id)} of ${intent.id} is on the side of its entry`)
      if (!path.includes(`/${intent.draft.customerCode}/`))
        report(`leg ${String(id)} of ${intent.id} was sent for another customer: ${path}`)
    },
    onOrder(machine, order, venue) {
      judgeRelease(machine, order, venue)
      // A cancel that was itself not sent is over: the leg counts as before.
      if (order.legOf === undefined || order.phase === 'not-sent') return
      const key = keyOf(order.customerCode, order.referenceId)
      if (order.pending === 'cancel') canceled.add(key)
      else canceled.delete(key)
    },
    judge(desk, venue) {
      const missing: string[] = []
      for (const intent of byLeg.values()) {
        const entry = entryOf(intent, venue)
        const shown = entry && desk.orders.get(keyOf(entry.customerCode, entry.referenceId))
        if (!entry || !shown) continue
        const filled = decimal(entry.filledAmount)
        let covered = decimal(shown.bracket?.released ?? '0')
        for (const order of desk.orders.values()) {
          if (order.customerCode !== entry.customerCode || order.legOf !== entry.referenceId) continue
          if (isCovering(order)) covered = add(covered, decimal(order.amount ?? '0'))
        }
        const rest = subtract(filled, covered)
        // A halt that Openpit started stays until a dealer lifts it, and keeps the leg back.
        const isHeld = haltBlocking(desk.halts(), entry, () => '', true) !== null
        // An order of unknown status may have closed what lacks its leg. The leg waits for the dealer's word about that order.
        const mayWait = isHeld || compare(rest, mayBeClosing(desk, entry)) <= 0
        if (rest > 0n && !mayWait)
          missing.push(`${intent.id}: ${toText(rest)} of ${toText(filled)} filled have no leg`)
        if (rest > 0n && mayWait && !isAlarmed(desk, entry))
          missing.push(
            `${intent.id}: ${toText(rest)} of ${toText(filled)} filled have no leg, and no alarm says so`,
          )
        if (rest < 0n)
          missing.push(
            `${intent.id}: legs and released contracts make ${toText(covered)}, filled ${toText(filled)}`,
          )
      }
      for (const [key, leg] of venue.orders) {
        const intent = intentOf(leg)
        if (!intent) continue
        const shown = desk.orders.get(key)
        if (!shown) missing.push(`${intent.id}: the desk shows no leg ${leg.referenceId}`)
        else if (shown.origin !== 'desk' || shown.legOf === undefined)
          missing.push(`${intent.id}: the desk does not know ${leg.referenceId} as its leg`)
        else if (isLive(shown) && compare(decimal(shown.filledAmount), decimal(leg.filledAmount)) !== 0)
          missing.push(
            `${intent.id}: leg ${leg.referenceId} filled ${leg.filledAmount}, shown ${shown.filledAmount}`,
          )
      }
      return missing
    },
  }
}
