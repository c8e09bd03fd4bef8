/** Rules of brackets: no leg leaves that is larger than what its entry filled, none is sent twice, and no fill is forgotten. The truth is the venue's own record. */

import { ZERO, add, compare, decimal, subtract, toText, type Decimal } from '../../../shared/base/decimal.ts'
import { haltBlocking } from '../../../shared/domain/orders/halt.ts'
import { isLive, isUnproven, type Order } from '../../../shared/domain/orders/order.ts'
import type { HttpRequest } from '../../../electron/broker/rest/http.ts'
import type { OrderRecord } from '../../../electron/paper/bookkeeping/records.ts'
import { markOf, type Intent } from '../plan/dealer.ts'
import { legKey, type LegPrices } from '../plan/brackets.ts'
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
  onOrder(order: Order): void
  /** How many legs left so far. */
  readonly legs: number
  /** What a dealer would miss now, by intent. */
  judge(desk: SimTerminal, venue: SimVenue): readonly string[]
}

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

export function openBracketRules(
  byLeg: ReadonlyMap<string, Intent>,
  report: (sentence: string) => void,
): BracketRules {
  /** Contracts of legs that left, by intent. */
  const left = new Map<string, Decimal>()
  /** Legs that the dealer, a halt or a cancel-all canceled. */
  const canceled = new Set<string>()
  let legs = 0

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
      if (side === intent.draft.side) report(`leg ${String(id)} of ${intent.id} is on the side of its entry`)
      if (!path.includes(`/${intent.draft.customerCode}/`))
        report(`leg ${String(id)} of ${intent.id} was sent for another customer: ${path}`)
    },
    onOrder(order) {
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
          const wasLeft =
            order.phase !== 'not-sent' || canceled.has(keyOf(order.customerCode, order.referenceId))
          if (wasLeft) covered = add(covered, decimal(order.amount ?? '0'))
        }
        const rest = subtract(filled, covered)
        // A halt that Openpit started stays until a dealer lifts it, and keeps the leg back.
        const isHeld = haltBlocking(desk.halts(), entry, () => '', true) !== null
        // An order of unknown status may have closed what lacks its leg. The leg waits for the dealer's word about that order.
        const mayBeClosed = [...desk.orders.values()].some(
          (order) =>
            order.customerCode === entry.customerCode &&
            order.symbol === entry.symbol &&
            order.side !== entry.side &&
            isUnproven(order),
        )
        if (rest > 0n && !isHeld && !mayBeClosed)
          missing.push(`${intent.id}: ${toText(rest)} of ${toText(filled)} filled have no leg`)
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
