/** What is known of each instrument that a customer has a position or an order in, and what is missing for its figures. Pure. */

import { shownCode } from '../../base/shownCode.ts'
import { ZERO, add, decimal, divide, roundToStep, type Decimal } from '../../base/decimal.ts'
import { markOf, type Instrument, type Ticker } from '../instrument.ts'
import type { Order } from '../orders/order.ts'
import type { Symbol } from '../scalars.ts'
import type { Exposure } from './accountFigures.ts'
import type { CashSums } from './cashSums.ts'
import { initialMarginOf, maintenanceMarginOf, standingLeverage, type CustomerMargin } from './margin.ts'
import { unsureWords, type Position } from './position.ts'
import { NOTHING_RESTS, restingValues, type RestingValue } from './restingValue.ts'

/** What is known of one customer's positions and orders. */
export interface RowInputs {
  readonly cashSums: CashSums | undefined
  /** Every position of the customer, flat ones included. */
  readonly positions: readonly Position[]
  readonly orders: readonly Order[]
  /** The sums of these orders, where they are known already. */
  readonly resting?: ReadonlyMap<Symbol, RestingValue>
  readonly margin: CustomerMargin | undefined
  readonly instrument: (symbol: Symbol) => Instrument | undefined
  readonly ticker: (symbol: Symbol) => Ticker | undefined
  readonly isMarkOld: (ticker: Ticker) => boolean
}

/** One instrument that the customer has a position or an order in. */
export interface FigureRow {
  readonly symbol: Symbol
  readonly position: Position | undefined
  readonly exposure: Exposure
  readonly maintenanceMargin: Decimal
  readonly leverage: Decimal | null
  /** What is missing for the value of the position, and for its margin. */
  readonly lacksValue: readonly string[]
  readonly lacksMargin: readonly string[]
  readonly cautions: readonly string[]
  readonly orderCautions: readonly string[]
}

/** The clauses that were found. */
export const clauses = (...found: readonly (string | null)[]): string[] =>
  found.filter((clause) => clause !== null)

/** Whether a customer holds nothing, as far as its trades are known. */
export const isFlat = (position: Position | undefined): boolean =>
  position === undefined || (position.size === '0' && position.complete)

/** Why the size of a position is not known: a clause without a full stop; null where it is. */
export const whyIncomplete = ({ symbol, complete, unsure }: Position): string | null =>
  complete
    ? null
    : unsure
      ? `the position in ${shownCode(symbol)} is ${unsureWords(unsure)}`
      : `the trades of ${shownCode(symbol)} are not read to the first one`

/** USDC paid for the open size that no settlement has turned into cash; null where a settlement row has no known sign. */
export function unsettledCost(position: Position, sums: CashSums | undefined): Decimal | null {
  const rows = sums?.instruments.find(({ symbol }) => symbol === position.symbol)
  if (rows?.settled === null) return null
  return rows ? add(decimal(position.cashCost), decimal(rows.settled)) : decimal(position.cashCost)
}

/** The whole leverage that an initial margin in percent allows. */
const leverageOfMargin = (percent: Decimal | null): Decimal | null =>
  percent === null || percent <= ZERO
    ? null
    : roundToStep(divide(decimal('100'), percent), decimal('1'), 'down')

function rowOf(inputs: RowInputs, symbol: Symbol, resting: RestingValue): FigureRow {
  const { cashSums, margin } = inputs
  const position = inputs.positions.find((held) => held.symbol === symbol)
  const instrument = inputs.instrument(symbol)
  const ticker = inputs.ticker(symbol)
  const size = decimal(position?.size ?? '0')
  const mark = markOf(ticker)
  const cost = position ? unsettledCost(position, cashSums) : ZERO
  const profile = margin?.profile ?? null
  const initial = instrument ? initialMarginOf(instrument, profile) : null
  const maintenance = instrument ? maintenanceMarginOf(instrument, profile) : null
  const isHeld = size !== ZERO
  const incomplete = position ? whyIncomplete(position) : null
  const unread = margin?.why ?? 'not read so far'
  return {
    symbol,
    position,
    exposure: {
      size,
      cost: cost ?? ZERO,
      mark,
      restingBuys: resting.buys,
      restingSells: resting.sells,
      initialMargin: initial ?? ZERO,
    },
    maintenanceMargin: maintenance ?? ZERO,
    leverage: instrument ? (standingLeverage(instrument, profile) ?? leverageOfMargin(initial)) : null,
    lacksValue: clauses(
      incomplete,
      cost === null ? `a settlement of ${shownCode(symbol)} has no known sign` : null,
      isHeld && mark === null ? `there is no mark of ${shownCode(symbol)}` : null,
    ),
    lacksMargin: clauses(
      profile === null ? `the margin profile is not known: ${unread}` : null,
      initial === null || maintenance === null ? `the margin of ${shownCode(symbol)} is not known` : null,
    ),
    cautions: clauses(
      isHeld && ticker && inputs.isMarkOld(ticker) ? `the mark of ${shownCode(symbol)} is old` : null,
    ),
    orderCautions: clauses(resting.caution),
  }
}

/** A row for each instrument with a position or a resting order. */
export function figureRows(inputs: RowInputs): readonly FigureRow[] {
  const resting = inputs.resting ?? restingValues(inputs.orders)
  const held = inputs.positions.filter((position) => !isFlat(position)).map(({ symbol }) => symbol)
  return [...new Set([...held, ...resting.keys()])].map((symbol) =>
    rowOf(inputs, symbol, resting.get(symbol) ?? NOTHING_RESTS),
  )
}
