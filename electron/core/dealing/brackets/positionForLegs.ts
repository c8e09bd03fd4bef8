/** How much of a position the legs of a bracket may close, by trades and by fills whose trades are still on the way. Sends nothing. */

import {
  ZERO,
  add,
  compare,
  decimal,
  maximum,
  minimum,
  negate,
  subtract,
  type Decimal,
} from '../../../../shared/base/decimal.ts'
import { nextLegAmount, uncovered, type Bracket } from '../../../../shared/domain/orders/bracket/bracket.ts'
import { isLive, type Order } from '../../../../shared/domain/orders/order.ts'
import type { OrderEvent } from '../../../../shared/domain/orders/orderLife.ts'
import { mayWaitForTrigger } from '../../../../shared/domain/orders/triggerFit.ts'
import { signOfSide, type ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'

const EVERYTHING = decimal('1e30')

const fillsAtOnce = (order: Order): boolean =>
  !mayWaitForTrigger(order) &&
  (order.type === 'market' || order.timeInForce === 'IOC' || order.timeInForce === 'FOK')

/** Contracts that a report may show as filled. Of a fill that is larger than its order, only trades prove the rest. */
const believable = ({ amount, filledAmount }: Order): Decimal =>
  amount === null ? decimal(filledAmount) : minimum(decimal(amount), decimal(filledAmount))

export interface LegRoomOptions {
  readonly orderStore: Pick<OrderStore, 'get' | 'recent'>
  readonly trades: Pick<TradeBook, 'isWhole' | 'unsure' | 'positionAsRead' | 'filledBy'>
  /** The brackets of the account in use, by the key of their entry. */
  readonly brackets: () => ReadonlyMap<string, Bracket>
}

/** Contracts, at most what the bracket lacks. */
export interface Room {
  /** A leg may have them now. */
  readonly now: Decimal
  /** A leg may have them once orders that are not over turn out to close nothing. Never less than `now`. */
  readonly later: Decimal
  /** A leg may have them once trades show a fill that only reports show so far. Never less than `later`; the rest is proven not to be there. */
  readonly reported: Decimal
}

/** The legs that may be live on one side of one position. */
export interface LiveLegs {
  /** Contracts of the position on the side that the legs close. Never below 0. */
  readonly held: Decimal
  /** Contracts that the legs may still close. */
  readonly open: Decimal
  readonly legs: readonly Order[]
}

export interface LegRoom {
  /** Call with every change of an entry. */
  orderChanged(key: string, now: Order, before: Order | undefined, event: OrderEvent): void
  /**
   * What a leg may have. Where the position is not known for certain, only a fill that was reported as it happened gets a leg
   * (`maySendBlind`: nothing blocks new risk either); null: no leg may be placed.
   */
  roomFor(key: string, subject: Bracket, maySendBlind: boolean): Room | null
  /** Whether the position still holds `amount` beside every other leg that may be live, or is not known. `own`: the leg in question. */
  holds(subject: Bracket, amount: Decimal, own: ReferenceId | null): boolean
  /** The legs that may be live beside this bracket's, with its own; null: the position is not known for certain. */
  liveLegs(subject: Bracket): LiveLegs | null
}

export function createLegRoom({ orderStore, trades, brackets }: LegRoomOptions): LegRoom {
  /** Contracts of each entry that the stream or an answer reported as filled in this run. */
  const filledLive = new Map<string, Decimal>()

  /** Contracts that the order or its trades show as filled, whichever is more: the channels are not synchronized. */
  const filledOf = ({ customerCode, symbol, referenceId, filledAmount }: Order): Decimal =>
    maximum(decimal(filledAmount), trades.filledBy(customerCode, symbol, referenceId).named)

  /** Contracts that orders which fill at once are taking from the position just now. Of an order sized in cash all of it is meant. */
  const closing = ({
    customerCode,
    symbol,
    side,
  }: Pick<Bracket, 'customerCode' | 'symbol' | 'side'>): Decimal => {
    let sum = ZERO
    for (const order of orderStore.recent()) {
      if (order.customerCode !== customerCode || order.symbol !== symbol || order.side === side) continue
      if (!isLive(order) || order.legOf !== undefined || !fillsAtOnce(order)) continue
      sum =
        order.amount === null
          ? EVERYTHING
          : add(sum, maximum(ZERO, subtract(decimal(order.amount), filledOf(order))))
    }
    return sum
  }

  /**
   * Contracts of the position on the entry's side; null where the position is not known for certain. `asReported`: counts of the entry also what
   * no trade proves, because it is beyond the order's amount or because some trade names no order.
   */
  const positionOf = ({ customerCode, symbol, side, entry }: Bracket, asReported = false): Decimal | null => {
    const position = trades.positionAsRead(customerCode, symbol)
    const isKnown = trades.isWhole() && trades.unsure(customerCode) === null && position?.complete !== false
    if (!isKnown) return null
    let size = position ? decimal(position.size) : ZERO
    for (const order of orderStore.recent()) {
      if (order.customerCode !== customerCode || order.symbol !== symbol) continue
      const isReported = asReported && order.referenceId === entry
      const filled = isReported ? decimal(order.filledAmount) : believable(order)
      const { named, mayBeMore } = trades.filledBy(customerCode, symbol, order.referenceId)
      const traded = mayBeMore && !isReported ? maximum(named, filled) : named
      const unbooked = maximum(ZERO, subtract(filled, traded))
      size = add(size, signOfSide(order.side) > 0 ? unbooked : negate(unbooked))
    }
    return signOfSide(side) > 0 ? size : negate(size)
  }

  /** Contracts of legs that may be live and close the same position. `leftOut`: whether a leg does not count. */
  const openLegs = (
    { customerCode, symbol, side }: Bracket,
    leftOut: (leg: Order | undefined, id: ReferenceId) => boolean,
  ): Decimal => {
    let open = ZERO
    for (const other of brackets().values()) {
      if (other.customerCode !== customerCode || other.symbol !== symbol || other.side !== side) continue
      for (const { referenceId, amount, fate } of other.legs) {
        const leg = orderStore.get(customerCode, referenceId)
        if (fate !== 'open' || leftOut(leg, referenceId)) continue
        open = add(open, maximum(ZERO, subtract(decimal(amount), leg ? filledOf(leg) : ZERO)))
      }
    }
    return open
  }

  return {
    orderChanged(key, now, before, event) {
      if (!now.bracket || event.kind !== 'shown' || (event.by !== 'stream' && event.by !== 'answer')) return
      const more = subtract(believable(now), before ? believable(before) : ZERO)
      if (more > 0n) filledLive.set(key, add(filledLive.get(key) ?? ZERO, more))
    },
    roomFor(key, subject, maySendBlind) {
      const size = positionOf(subject)
      if (size !== null) {
        const isUnproven = (leg: Order | undefined) =>
          leg !== undefined && leg.legOf !== subject.entry && leg.phase !== 'working'
        const open = openLegs(subject, isUnproven)
        return {
          now: nextLegAmount(
            subject,
            subtract(size, closing(subject)),
            openLegs(subject, () => false),
          ),
          later: nextLegAmount(subject, size, open),
          reported: nextLegAmount(subject, positionOf(subject, true) ?? size, open),
        }
      }
      const missing = uncovered(subject)
      return maySendBlind && compare(missing, filledLive.get(key) ?? ZERO) <= 0
        ? { now: missing, later: missing, reported: missing }
        : null
    },
    holds(subject, amount, own) {
      const size = positionOf(subject)
      if (size === null) return true
      const others = openLegs(subject, (_leg, id) => id === own)
      return compare(subtract(subtract(size, closing(subject)), others), amount) >= 0
    },
    liveLegs(subject) {
      const size = positionOf(subject)
      if (size === null) return null
      const legs: Order[] = []
      const open = openLegs(subject, (leg) => {
        if (leg && compare(decimal(leg.amount ?? '0'), filledOf(leg)) > 0) legs.push(leg)
        return false
      })
      return { held: maximum(ZERO, size), open, legs }
    },
  }
}
