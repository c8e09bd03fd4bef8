/** Before → after of an order: the account, the book, the marks and the fees as they are now. Estimates; sends nothing. */

import { useStore } from 'zustand'
import { ZERO, add, decimal, negate } from '../../../shared/base/decimal.ts'
import { type Figure, type FigureInputs } from '../../../shared/domain/accounts/customerFigures.ts'
import { whyIncomplete } from '../../../shared/domain/accounts/figureRows.ts'
import type { FeeProfileItem } from '../../../shared/domain/accounts/fees.ts'
import { figuresAfterFill, type FiguresAfterFill } from '../../../shared/domain/preview/figuresAfterFill.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import {
  expectedFee,
  expectedFill,
  walkSizeOf,
  type Expected,
} from '../../../shared/domain/preview/expectedFill.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { useBookWalk, type SeenWalk } from '../useBookWalk.ts'
import { useSession } from '../useSession.ts'
import { figureInputs, useCustomerFigures } from './useCustomerFigures.ts'

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
  /** USDC; below 0 is a rebate. */
  readonly fee: Figure
  /** The customer's rates for the instrument, in bps. */
  readonly rates: FeeProfileItem | undefined
}

const FLAT: Figure = { value: null, why: null }
const unknown = (why: string): Figure => ({ value: null, why })
const INCOMPLETE = 'the order is not complete'

/** What an order is previewed for. */
interface Previewed {
  readonly customerCode: CustomerCode
  readonly instrument: Instrument
  /** The order; null while a rule is broken. */
  readonly draft: OrderDraft | null
  /** Null while the fee profile is not known. */
  readonly fees: readonly FeeProfileItem[] | null
}

function positionOf({ positions }: FigureInputs, isKnown: boolean, { instrument }: Previewed): Figure {
  const held = positions.find(({ symbol }) => symbol === instrument.symbol)
  if (held) {
    const why = whyIncomplete(held)
    return why === null ? { value: decimal(held.size), why } : unknown(why)
  }
  return isKnown ? { value: ZERO, why: null } : unknown('the positions are not read yet')
}

function expectedOf(
  { orders }: FigureInputs,
  { draft, instrument }: Previewed,
  seen: SeenWalk | undefined,
): Expected {
  const { lotSize } = instrument
  if (draft === null) return { why: INCOMPLETE }
  if (seen === undefined && walkSizeOf(draft, lotSize) !== null) return { why: 'the book is being read' }
  return expectedFill({ draft, walk: seen?.walk ?? null, lotSize, orders })
}

type After = Pick<FiguresAfterFill, 'marginUsed' | 'usedShare' | 'free' | 'liquidation'> & {
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
    before.value === null ? before : { value: add(before.value, signed), why: fill.caution }
  const fee = expectedFee(
    fill,
    fees?.find(({ symbol }) => symbol === instrument.symbol),
  )
  if (fee === null) {
    const why = fees === null ? 'the fee profile is not known' : `there is no fee of ${instrument.symbol}`
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
    caution: fill.caution,
  })
  return { ...after, position, fee: { value: fee, why: fill.caution } }
}

export function useOrderPreview(previewed: Previewed): OrderPreview {
  const { server, clock } = useSession()
  const { customerCode, instrument, draft, fees } = previewed
  const { symbol } = instrument
  const figures = useCustomerFigures(customerCode)
  const touch = useStore(server.tickers, ({ value }) => {
    const ticker = value?.get(symbol)
    return `${ticker?.bestBid ?? ''}/${ticker?.bestAsk ?? ''}`
  })
  const seen = useBookWalk(draft, instrument.lotSize, touch)
  const inputs = figureInputs(server, customerCode, clock.now())
  const expected = expectedOf(inputs, previewed, seen)
  const position = positionOf(inputs, server.positions.getState().known, previewed)
  const after = afterOf(inputs, previewed, position, expected)
  return {
    expected,
    position: { before: position, after: after.position },
    marginUsed: { before: figures.marginUsed, after: after.marginUsed },
    usedShare: { before: figures.usedShare, after: after.usedShare },
    free: { before: figures.free, after: after.free },
    liquidation: { before: figures.positions.get(symbol)?.liquidation ?? FLAT, after: after.liquidation },
    fee: after.fee,
    rates: fees?.find((item) => item.symbol === symbol),
  }
}
