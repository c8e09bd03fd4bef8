/** Before → after of an order: position, margin, leverage, liquidation and fee, each with the reason of a doubt. An estimate. Pure. */

import { shownCode } from '../../base/shownCode.ts'
import { add, decimal, decimalOf, negate, type Decimal } from '../../base/decimal.ts'
import type { CustomerFigures, Figure, FigureInputs } from '../accounts/customerFigures.ts'
import type { FeeProfileItem } from '../accounts/fees.ts'
import { whyIncomplete } from '../accounts/figureRows.ts'
import type { BookWalk } from '../book/bookWalk.ts'
import type { Instrument } from '../instrument.ts'
import type { OrderDraft } from '../orders/order.ts'
import type { CustomerCode } from '../scalars.ts'
import { expectedFee, expectedFill, walkSizeOf, type Expected } from './expectedFill.ts'
import { figuresAfterFill, type FiguresAfterFill } from './figuresAfterFill.ts'

export interface Change {
  readonly before: Figure
  readonly after: Figure
}

export interface OrderPreview {
  readonly expected: Expected
  /** Contracts. */
  readonly position: Change
  /** USDC of margin used, and the same as a fraction of the equity. */
  readonly marginUsed: Change
  readonly usedShare: Change
  readonly free: Change
  /** USDC per contract; neither value nor reason where there is no position, or no mark liquidates it. */
  readonly liquidation: Change
  /** How far the mark may move before, as a fraction of the mark. */
  readonly distance: Change
  /** USDC; below 0 is a rebate. */
  readonly fee: Figure
  /** The customer's rates for the instrument, in bps. */
  readonly rates: FeeProfileItem | undefined
}

/** What an order is previewed for. */
export interface Previewed {
  readonly customerCode: CustomerCode
  readonly instrument: Instrument
  /** The order; null while a rule is broken. */
  readonly draft: OrderDraft | null
  /** Null while the fee profile is not known. */
  readonly fees: readonly FeeProfileItem[] | null
}

export interface PreviewInputs {
  readonly inputs: FigureInputs
  /** The figures of these inputs. */
  readonly figures: CustomerFigures
  /** Why a position without a row may not be flat: a clause without a full stop. Null: no row means flat. */
  readonly positionUnknown: string | null
  /** What the order takes from the book; null without a live book, undefined before the first reading. */
  readonly walk: BookWalk | null | undefined
}

const FLAT: Figure = { value: null, why: null }
const unknown = (why: string): Figure => ({ value: null, why })
const INCOMPLETE = 'the order is not complete'

function positionOf(
  { positions, allOld }: FigureInputs,
  positionUnknown: string | null,
  { instrument }: Previewed,
): Figure {
  const held = positions.find(({ symbol }) => symbol === instrument.symbol)
  const why = held ? whyIncomplete(held) : positionUnknown
  return why === null ? { value: decimal(held?.size ?? '0'), why: allOld } : unknown(why)
}

function expectedOf(
  { orders }: FigureInputs,
  { draft, instrument }: Previewed,
  walk: BookWalk | null | undefined,
): Expected {
  const { lotSize } = instrument
  if (draft === null) return { why: INCOMPLETE }
  if (walk === undefined && walkSizeOf(draft, lotSize) !== null) return { why: 'the book is being read' }
  return expectedFill({ draft, walk: walk ?? null, lotSize, orders })
}

type After = Pick<FiguresAfterFill, 'marginUsed' | 'usedShare' | 'free' | 'liquidation' | 'distance'> & {
  readonly position: Figure
  readonly fee: Figure
}

const unknownAfter = (why: string, position: Figure = unknown(why)): After => ({
  position,
  fee: unknown(why),
  marginUsed: unknown(why),
  usedShare: unknown(why),
  free: unknown(why),
  liquidation: unknown(why),
  distance: unknown(why),
})

/** The figures once the fill is whole; each with the reason where the fill is not known. */
function afterOf(
  inputs: FigureInputs,
  { customerCode, instrument, draft, fees }: Previewed,
  before: Figure,
  expected: Expected,
): After {
  if ('why' in expected) return unknownAfter(expected.why)
  if (draft === null) return unknownAfter(INCOMPLETE)
  const { fill } = expected
  const amount = add(fill.taken.amount, fill.rests.amount)
  const signed = draft.side === 'buy' ? amount : negate(amount)
  const position: Figure =
    before.value === null ? before : { value: add(before.value, signed), why: before.why ?? fill.caution }
  const fee = expectedFee(
    fill,
    fees?.find(({ symbol }) => symbol === instrument.symbol),
  )
  if (fee === null) {
    const why =
      fees === null ? 'the fee profile is not known' : `there is no fee of ${shownCode(instrument.symbol)}`
    return unknownAfter(why, position)
  }
  const after = figuresAfterFill(inputs, {
    customerCode,
    instrument,
    side: draft.side,
    amount,
    quote: add(fill.taken.quote, fill.rests.quote),
    fee,
    leverage: draft.leverage,
    caution: before.why ?? fill.caution,
  })
  return { ...after, position, fee: { value: fee, why: fill.caution } }
}

export function orderPreview(
  { inputs, figures, positionUnknown, walk }: PreviewInputs,
  previewed: Previewed,
): OrderPreview {
  const { symbol } = previewed.instrument
  const expected = expectedOf(inputs, previewed, walk)
  const position = positionOf(inputs, positionUnknown, previewed)
  const after = afterOf(inputs, previewed, position, expected)
  const held = figures.positions.get(symbol)
  return {
    expected,
    position: { before: position, after: after.position },
    marginUsed: { before: figures.marginUsed, after: after.marginUsed },
    usedShare: { before: figures.usedShare, after: after.usedShare },
    free: { before: figures.free, after: after.free },
    liquidation: { before: held?.liquidation ?? FLAT, after: after.liquidation },
    distance: { before: held?.distance ?? FLAT, after: after.distance },
    fee: after.fee,
    rates: previewed.fees?.find((item) => item.symbol === symbol),
  }
}

/** The leverage of customer and instrument: an order's own stays after it. `now`: null where none is known. `why`: why it may be old. */
export function leverageChange(now: Decimal | null, why: string | null, draft: OrderDraft | null): Change {
  const before: Figure =
    now === null ? unknown('no leverage of the customer’s own is known') : { value: now, why }
  const own = draft?.leverage ?? null
  return { before, after: own === null ? before : { value: decimalOf(own), why: null } }
}
