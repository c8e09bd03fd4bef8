/** Turns a request of a ladder into an intent of its customer and instrument, or says why there is none. Pure; sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import {
  absolute,
  add,
  decimal,
  divide,
  multiply,
  roundToStep,
  subtract,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import { assertNever, fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { LadderRequest } from './ladderProps.ts'
import type { Intent } from '../../state/stores/proposalStore.ts'
import { NO_CHANGES, plainDraft, type Order, type OrderChanges } from '../../../shared/domain/orders/order.ts'
import { TYPE_RULES } from '../../../shared/domain/orders/orderFieldRules.ts'
import { standsAs } from '../../state/actions/proposalBasis.ts'
import { capOf } from '../../keys/caps.ts'
import { twice } from '../../state/actions/intentSentence.ts'

export interface LadderTarget {
  readonly customerCode: CustomerCode
  readonly instrument: Instrument
  /** Contracts held, signed; null while unknown. */
  readonly position: Decimal | null
  /** The mark price; null while unknown or old. */
  readonly mark: Decimal | null
  /** The offset of take profit and stop loss from the mark price, in percent. */
  readonly offset: Decimal
  /** What waits for Enter on this ladder. */
  readonly waiting: Intent | null
}

export function intentOfRequest(request: LadderRequest, target: LadderTarget): Result<Intent, string> {
  const { customerCode, instrument } = target
  const { symbol } = instrument
  switch (request.kind) {
    case 'limit':
    case 'take':
      return ok({
        kind: 'order',
        draft: plainDraft({
          customerCode,
          symbol,
          side: request.side,
          type: 'limit',
          amount: request.amount,
          limitPrice: request.price,
          timeInForce: request.kind === 'take' ? 'IOC' : 'GTC',
        }),
      })
    case 'trigger':
      return ok({
        kind: 'order',
        draft: plainDraft({
          customerCode,
          symbol,
          side: request.side,
          type: request.limitPrice === null ? request.type : `${request.type}_limit`,
          amount: request.amount,
          limitPrice: request.limitPrice,
          triggerPrice: request.price,
          triggerPriceType: TYPE_RULES[request.type].triggerPriceType,
        }),
      })
    case 'stopPosition':
      return stopOfPosition(request.price, target)
    case 'move':
      return moved(request, target)
    case 'moveTo':
      return movedTo(request)
    case 'reverse':
      return reversed(target)
    case 'protect':
      return protection(target)
    case 'cancel':
      return ok({ kind: 'cancel', orders: request.orders })
    case 'cancelAll':
      return ok({ kind: 'cancelAll', customerCode, symbol, side: request.side })
    case 'flatten':
      return ok({ kind: 'flatten', customerCode, symbol })
    default:
      return assertNever(request)
  }
}

/** The held size; fails where the position is unknown or flat. */
function held({ customerCode, instrument, position }: LadderTarget): Result<Decimal, string> {
  const subject = `The position of ${shownCode(customerCode)} in ${shownCode(instrument.symbol)}`
  if (position === null)
    return fail(
      `${subject} is not known for certain, so it cannot give the size of an order. Nothing was proposed.`,
    )
  return position === 0n ? fail(`${subject} is flat. Nothing was proposed.`) : ok(position)
}

function reversed(target: LadderTarget): Result<Intent, string> {
  const size = held(target)
  if (!size.ok) return size
  const draft = plainDraft({
    customerCode: target.customerCode,
    symbol: target.instrument.symbol,
    side: size.value > 0n ? 'sell' : 'buy',
    type: 'market',
    amount: toText(twice(absolute(size.value))),
  })
  return ok({ kind: 'order', draft, sizedBy: toText(size.value) })
}

function stopOfPosition(triggerPrice: DecimalText, target: LadderTarget): Result<Intent, string> {
  const size = held(target)
  if (!size.ok) return size
  const draft = plainDraft({
    customerCode: target.customerCode,
    symbol: target.instrument.symbol,
    side: size.value > 0n ? 'sell' : 'buy',
    type: 'stop_loss',
    amount: toText(absolute(size.value)),
    triggerPrice,
    triggerPriceType: TYPE_RULES.stop_loss.triggerPriceType,
  })
  return ok({ kind: 'order', draft, sizedBy: toText(size.value) })
}

const HUNDRED = decimal('100')

/** A combo for the whole position. Rounds both prices away from the mark price, to a tick. */
function protection(target: LadderTarget): Result<Intent, string> {
  const { customerCode, instrument, mark, offset } = target
  const size = held(target)
  if (!size.ok) return size
  if (mark === null)
    return fail(
      `The mark price of ${shownCode(instrument.symbol)} is not known or is old. Nothing was proposed. Write the oco on the command line.`,
    )
  if (instrument.tickSize === null)
    return fail(
      `The tick of ${shownCode(instrument.symbol)} is not known. Nothing was proposed. Write the oco on the command line.`,
    )
  const tick = decimal(instrument.tickSize)
  const distance = divide(multiply(mark, offset), HUNDRED)
  const above = toText(roundToStep(add(mark, distance), tick, 'ceil'))
  const below = toText(roundToStep(subtract(mark, distance), tick, 'floor'))
  const isLong = size.value > 0n
  const draft = plainDraft({
    customerCode,
    symbol: instrument.symbol,
    side: isLong ? 'sell' : 'buy',
    type: 'take_profit_stop_loss',
    amount: toText(absolute(size.value)),
    takeProfitPrice: isLong ? above : below,
    stopLossPrice: isLong ? below : above,
    triggerPriceType: TYPE_RULES.take_profit_stop_loss.triggerPriceType,
  })
  return ok({ kind: 'order', draft, sizedBy: toText(size.value) })
}

type Move = Extract<LadderRequest, { kind: 'move' }>

const twoPrices = (): string =>
  `This order has two prices: Alt ↑ ↓ moves both, ${capOf('A', 'orders')} in the orders changes one.`

function movedTo({ order, price, leg }: Extract<LadderRequest, { kind: 'moveTo' }>): Result<Intent, string> {
  const isCombo = order.takeProfitPrice !== null && order.stopLossPrice !== null
  if (isCombo && (leg === undefined || leg === 'OCO')) return fail(twoPrices())
  const field = isCombo ? (leg === 'TP' ? 'takeProfitPrice' : 'stopLossPrice') : ownPrice(order)
  return field === null
    ? fail(NO_PRICE)
    : ok({ kind: 'amend', order, changes: { ...NO_CHANGES, [field]: price } })
}

const NO_PRICE = 'This order has no price to move.'

/** A further press moves what already waits by another tick. */
function moved({ order, ticks, both }: Move, { instrument, waiting }: LadderTarget): Result<Intent, string> {
  const isCombo = order.takeProfitPrice !== null && order.stopLossPrice !== null
  if (isCombo !== both) return fail(isCombo ? twoPrices() : 'This order is no combo: Shift ↑ ↓ moves it.')
  if (instrument.tickSize === null)
    return fail(
      `The tick of ${shownCode(instrument.symbol)} is not known: change the order in the orders with ${capOf('A', 'orders')}.`,
    )
  const tick = decimal(instrument.tickSize)
  const before =
    waiting?.kind === 'amend' &&
    waiting.order.referenceId === order.referenceId &&
    standsAs(waiting.order, order)
      ? waiting.changes
      : NO_CHANGES
  const fields = isCombo ? (['takeProfitPrice', 'stopLossPrice'] as const) : [ownPrice(order)]
  const changes = { ...NO_CHANGES }
  for (const field of fields) {
    const price = field === null ? null : (before[field] ?? order[field])
    if (field === null || price === null) return fail(NO_PRICE)
    changes[field] = byTick(price, tick, ticks)
  }
  return ok({ kind: 'amend', order, changes })
}

const byTick = (price: DecimalText, tick: Decimal, ticks: 1 | -1): DecimalText =>
  toText(ticks > 0 ? add(decimal(price), tick) : subtract(decimal(price), tick))

/** The price that places an order on the ladder. */
function ownPrice(order: Order): 'limitPrice' | 'triggerPrice' | null {
  if (order.limitPrice !== null) return 'limitPrice'
  return order.triggerPrice === null ? null : 'triggerPrice'
}

/** The order as a waiting change would leave it, of a combo only the legs that move; null where nothing moves. */
export function ghostOf(waiting: Intent | null): Order | null {
  if (waiting?.kind !== 'amend') return null
  const changed = Object.entries(waiting.changes).filter(([, value]) => value !== null)
  const { order, changes } = waiting
  const legs = [changes.takeProfitPrice, changes.stopLossPrice]
  const still = legs.some((price) => price !== null) ? NO_LEGS : {}
  return { ...order, ...still, ...(Object.fromEntries(changed) as Partial<OrderChanges>) }
}

const NO_LEGS = { takeProfitPrice: null, stopLossPrice: null }
