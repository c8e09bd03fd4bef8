/** How much of a position the legs of a bracket may close, by trades and by fills whose trades are still on the way. Sends nothing. */

import {
  ZERO,
  add,
  compare,
  decimal,
  maximum,
  negate,
  subtract,
  type Decimal,
} from '../../../../shared/base/decimal.ts'
import { nextLegAmount, uncovered, type Bracket } from '../../../../shared/domain/orders/bracket/bracket.ts'
import { isLive, type Order } from '../../../../shared/domain/orders/order.ts'
import type { OrderEvent } from '../../../../shared/domain/orders/orderLife.ts'
import { signOfSide, type ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'

const EVERYTHING = decimal('1e30')

const fillsAtOnce = ({ type, timeInForce }: Order): boolean =>
  type === 'market' || timeInForce === 'IOC' || timeInForce === 'FOK'

export interface LegRoomOptions {
  readonly orderStore: Pick<OrderStore, 'get' | 'recent'>
  readonly trades: Pick<TradeBook, 'isWhole' | 'unsure' | 'positionAsRead' | 'filledBy'>
  /** The brackets of the account in use, by the key of their entry. */
  readonly brackets: () => ReadonlyMap<string, Bracket>
}

export interface LegRoom {
  /** Call with every change of an entry. */
  orderChanged(key: string, now: Order, before: Order | undefined, event: OrderEvent): void
  /**
   * Contracts that a leg may have now. Where the position is not known for certain, only a fill that was reported as it happened gets a leg
   * (`maySendBlind`: nothing blocks new risk either); null: no leg may be placed.
   */
  amountNow(key: string, subject: Bracket, maySendBlind: boolean): Decimal | null
  /** Whether the position still holds `amount` beside every other leg that may be live, or is not known. `own`: the leg in question. */
  holds(subject: Bracket, amount: Decimal, own: ReferenceId | null): boolean
}

export function createLegRoom({ orderStore, trades, brackets }: LegRoomOptions): LegRoom {
  /** Contracts of each entry that the stream or an answer reported as filled in this run. */
  const filledLive = new Map<string, Decimal>()

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
          : add(sum, subtract(decimal(order.amount), decimal(order.filledAmount)))
    }
    return sum
  }

  /** Contracts that the position holds on the entry's side, never below 0; null where the position is not known for certain. */
  const held = ({ customerCode, symbol, side }: Bracket): Decimal | null => {
    const position = trades.positionAsRead(customerCode, symbol)
    const isKnown = trades.isWhole() && trades.unsure(customerCode) === null && position?.complete !== false
    if (!isKnown) return null
    let size = position ? decimal(position.size) : ZERO
    for (const order of orderStore.recent()) {
      if (order.customerCode !== customerCode || order.symbol !== symbol) continue
      const filled = decimal(order.filledAmount)
      const traded = trades.filledBy(customerCode, symbol, order.referenceId) ?? filled
      const unbooked = maximum(ZERO, subtract(filled, traded))
      size = add(size, signOfSide(order.side) > 0 ? unbooked : negate(unbooked))
    }
    const own = signOfSide(side) > 0 ? size : negate(size)
    return maximum(ZERO, subtract(own, closing({ customerCode, symbol, side })))
  }

  /** Contracts of live legs that close the same position. `except`: a leg that is left out. */
  const openLegs = ({ customerCode, symbol, side }: Bracket, except: ReferenceId | null): Decimal => {
    let open = ZERO
    for (const other of brackets().values()) {
      if (other.customerCode !== customerCode || other.symbol !== symbol || other.side !== side) continue
      for (const { referenceId, amount, fate } of other.legs) {
        if (fate !== 'open' || referenceId === except) continue
        const filled = orderStore.get(customerCode, referenceId)?.filledAmount ?? '0'
        open = add(open, maximum(ZERO, subtract(decimal(amount), decimal(filled))))
      }
    }
    return open
  }

  return {
    orderChanged(key, now, before, event) {
      if (!now.bracket || event.kind !== 'shown' || (event.by !== 'stream' && event.by !== 'answer')) return
      const more = subtract(decimal(now.filledAmount), decimal(before?.filledAmount ?? '0'))
      if (more > 0n) filledLive.set(key, add(filledLive.get(key) ?? ZERO, more))
    },
    amountNow(key, subject, maySendBlind) {
      const size = held(subject)
      if (size !== null) return nextLegAmount(subject, size, openLegs(subject, null))
      const missing = uncovered(subject)
      return maySendBlind && compare(missing, filledLive.get(key) ?? ZERO) <= 0 ? missing : null
    },
    holds(subject, amount, own) {
      const size = held(subject)
      return size === null || compare(subtract(size, openLegs(subject, own)), amount) >= 0
    },
  }
}
