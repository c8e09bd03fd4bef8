/** Publishes the positions that our trades make, each marked where trades of it may be missing. Stores no trade. */

import { decimal, type Decimal } from '../../../shared/base/decimal.ts'
import type { MissingTrades, Position } from '../../../shared/domain/accounts/position.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { publish, type Published } from '../support/publishTopic.ts'
import { createCustomersMissingTrades } from './customersMissingTrades.ts'
import type { PositionTrades } from './tradesAndPositionsByInstrument.ts'

/** A position in numbers; `certain` is false while trades of it may be missing. */
export interface Held {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
  /** Contracts, above 0 long. */
  readonly size: Decimal
  readonly certain: boolean
}

/** Sizes by position. Positions never change in place, so that each size is parsed once. */
const sizes = new WeakMap<Position, Decimal>()
function sizeOf(position: Position): Decimal {
  const size = sizes.get(position) ?? decimal(position.size)
  sizes.set(position, size)
  return size
}

export interface PositionBook {
  readonly positions: Published<'positions'>
  /** Whether the history is known from its first record until now: positions are marked incomplete until it is. */
  setWhole(whole: boolean): void
  /** Whether the history is known from its first record until now. */
  isWhole(): boolean
  /** Whether the history was read from its first record once since the book was empty: a trade that a list then shows as new is no history. */
  wasWhole(): boolean
  /** Trades of the customer (null: of an unknown customer) are missing: the positions they may belong to are not sure until `restore`. */
  lose(customer: CustomerCode | null, loss: MissingTrades): void
  /** How often trades were lost since the book was empty, and whether positions are not sure because of it. */
  lost(): { readonly count: number; readonly open: boolean }
  /** Why the positions of a customer are not known for sure (null asks for losses of unknown customers). Null: no trade of the customer is known to be missing. */
  unsure(customer: CustomerCode | null): MissingTrades | null
  /** Every trade was read from the newest to the first record, each of them readable. */
  restore(): void
  position(customer: CustomerCode, symbol: Symbol): Position | undefined
  /** The position by the trades that were read: `complete` does not consider lost trades. */
  positionAsRead(customer: CustomerCode, symbol: Symbol): Position | undefined
  /** Every position that is not known to be flat. */
  held(): readonly Held[]
}

export interface PublishedPositions {
  readonly book: PositionBook
  /** A position as windows see it: marked where it is not known for certain. */
  shown(position: Position): Position
  publish(changed: readonly Position[]): void
  clear(): void
}

export function createPublishedPositions(byPosition: PositionTrades): PublishedPositions {
  const losses = createCustomersMissingTrades()
  let whole = false
  let wasWhole = false

  const unsure = (customer: CustomerCode | null): MissingTrades | null => losses.unsure(customer)
  const isKnown = (customer: CustomerCode): boolean => whole && unsure(customer) === null
  const shown = (position: Position): Position =>
    isKnown(position.customerCode)
      ? position
      : { ...position, complete: false, unsure: unsure(position.customerCode) }
  const positions = publish<'positions'>(() => byPosition.all().map(shown))
  const publishAll = (): void => {
    const all = byPosition.all()
    if (all.length > 0) positions.delta(all.map(shown))
  }

  const book: PositionBook = {
    positions,
    isWhole: () => whole,
    wasWhole: () => wasWhole,
    setWhole(now) {
      if (now === whole) return
      whole = now
      wasWhole ||= now
      publishAll()
    },
    lose(customer, loss) {
      if (losses.lose(customer, loss)) publishAll()
    },
    lost: () => ({ count: losses.count, open: losses.isOpen }),
    unsure,
    restore() {
      if (!losses.isOpen) return
      losses.restore()
      publishAll()
    },
    position(customer, symbol) {
      const known = byPosition.get(customer, symbol)
      return known && shown(known)
    },
    positionAsRead(customer, symbol) {
      const known = byPosition.get(customer, symbol)
      return known && (whole ? known : { ...known, complete: false })
    },
    held: () =>
      byPosition.all().flatMap((position): Held[] => {
        const { customerCode, symbol } = position
        const certain = position.complete && isKnown(customerCode)
        return position.size === '0' && certain
          ? []
          : [{ customerCode, symbol, size: sizeOf(position), certain }]
      }),
  }
  return {
    book,
    shown,
    publish: (changed) => positions.delta(changed.map(shown)),
    clear() {
      byPosition.clear()
      losses.clear()
      whole = false
      wasWhole = false
      positions.replace()
    },
  }
}
