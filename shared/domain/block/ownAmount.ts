/** The contracts of one customer by a method that shares nothing: a list, a cash amount, or a position. Pure. */

import {
  ZERO,
  absolute,
  decimalOf,
  divide,
  isMultiple,
  multiply,
  roundToStep,
  subtract,
  toText,
  type Decimal,
} from '../../base/decimal.ts'
import { signOfSide, type Side } from '../scalars.ts'
import { methodGoesByPosition, type BlockMethod } from './blockMethods.ts'

export interface OwnSizing {
  readonly method: BlockMethod
  readonly side: Side
  /** For `position` and `grow` the percent of each position, for `target` the signed position of each. Ignored by the others. */
  readonly parent: Decimal
  /** Contracts. */
  readonly lot: Decimal
  /** USDC per contract at which `cash` becomes contracts. Left out or null: not known. */
  readonly price?: Decimal | null
}

interface OwnAmount {
  readonly amount: Decimal
  /** USDC of the cash amount that whole lots leave over. Left out: no cash amount gave the contracts. */
  readonly left?: Decimal
  /** The signed position that gave the amount; null: none did. */
  readonly sizedBy: Decimal | null
}

/** Percent by which `grow` may grow a position. A tenfold position is rather a slip of the hand. */
const MOST_GROWTH = 1_000

/** Why a percent fits no position; null: it does, or the method takes none. */
export function whyNoPercent({ method, parent }: Pick<OwnSizing, 'method' | 'parent'>): string | null {
  const outside = (most: number) => parent <= ZERO || parent > decimalOf(most)
  if (method === 'position' && outside(100)) return '% of position: type a percent above 0 and at most 100.'
  if (method === 'grow' && outside(MOST_GROWTH))
    return '+% of position: type a percent above 0 and at most 1,000.'
  return null
}

/** Contracts that an amount of USDC is worth at a price, down to a lot. */
export const amountOfCash = (cash: Decimal, price: Decimal, lot: Decimal): Decimal =>
  roundToStep(divide(cash, price, 'down'), lot, 'down')

/** Why a customer gets nothing whose share is smaller than one lot: a clause. */
export const tooSmall = (lot: Decimal): string => `its share is less than a lot of ${toText(lot)}`

type Own = OwnAmount | { readonly reason: string }

function ofCash({ lot, price }: OwnSizing, cash: Decimal): Own {
  if (price === undefined || price === null || price <= ZERO)
    return { reason: 'no price is known at which its cash becomes contracts' }
  const amount = amountOfCash(cash, price, lot)
  return amount === ZERO
    ? { reason: `its ${toText(cash)} USDC are less than a lot of ${toText(lot)} at ${toText(price)}` }
    : { amount, left: subtract(cash, multiply(amount, price)), sizedBy: null }
}

function toTarget({ side, parent, lot }: OwnSizing, held: Decimal): Own {
  const missing = multiply(subtract(parent, held), decimalOf(signOfSide(side)))
  if (missing === ZERO) return { reason: `it holds ${toText(held)} already` }
  if (missing < ZERO) return { reason: `it holds ${toText(held)}: a ${side} leads away from the target` }
  const amount = roundToStep(missing, lot, 'down')
  return amount === ZERO
    ? { reason: `less than a lot of ${toText(lot)} is missing` }
    : { amount, sizedBy: held }
}

function ofPosition({ method, side, parent, lot }: OwnSizing, held: Decimal): Own {
  if (held === ZERO) return { reason: 'it has no position' }
  const adds = held > ZERO === (side === 'buy')
  const way = held > ZERO ? 'long' : 'short'
  if (method === 'position' && adds) return { reason: `it is ${way}: a ${side} would add to its position` }
  if (method === 'grow' && !adds) return { reason: `it is ${way}: a ${side} would reduce its position` }
  const exact = divide(multiply(absolute(held), parent), decimalOf(100), 'down')
  const amount = roundToStep(exact, lot, 'down')
  return amount === ZERO ? { reason: tooSmall(lot) } : { amount, sizedBy: held }
}

/** What the customer gets, or why nothing: a clause. `measure`: its typed contracts or USDC, or its signed position. */
export function ownAmount(sizing: OwnSizing, measure: Decimal): Own {
  const { method, lot } = sizing
  if (method === 'cash') return ofCash(sizing, measure)
  if (method === 'target') return toTarget(sizing, measure)
  if (methodGoesByPosition(method)) return ofPosition(sizing, measure)
  return isMultiple(measure, lot)
    ? { amount: measure, sizedBy: null }
    : { reason: `${toText(measure)} is not a multiple of the lot ${toText(lot)}` }
}
