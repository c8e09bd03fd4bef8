/** The amount of an order from a share of the free margin, a share of the position, or the USDC at risk until a stop. Pure; sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import {
  ZERO,
  absolute,
  compare,
  decimal,
  divide,
  multiply,
  roundToStep,
  subtract,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import type { Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { Side } from '../../../shared/domain/scalars.ts'
import { exact, grouped, readTyped } from '../../format/numbers.ts'
import { amountText } from '../../format/orderSentence.ts'
import { pricePlaces } from '../../format/priceText.ts'

/** What the amount is computed from; empty: the dealer types it. */
export type SizeBasis = '' | 'free' | 'position' | 'risk'

export const SIZE_LABELS: Readonly<Record<Exclude<SizeBasis, ''>, string>> = {
  free: '% of free',
  position: '% of position',
  risk: 'USDC at risk',
}

export interface SizeInput {
  readonly basis: Exclude<SizeBasis, ''>
  /** As typed: percent, or USDC at risk. */
  readonly value: string
  /** As typed: USDC per contract. Only for `risk`. */
  readonly stop: string
  readonly side: Side | ''
  readonly instrument: Instrument
  /** USDC of free margin. */
  readonly free: Figure
  /** Contracts held, signed; null while unknown. */
  readonly position: Decimal | null
  /** The price of the order, else a fresh price that it would get; null where there is none. */
  readonly price: Decimal | null
  /** Percent of initial margin that the order would have; null while unknown. */
  readonly initialMargin: Decimal | null
}

/** `field`: the field to mend. */
export type SizeReading =
  | { readonly amount: DecimalText; readonly words: string; readonly caution: string | null }
  | { readonly field: 'sizeValue' | 'riskStop'; readonly sentence: string }
  | null

const HUNDRED = decimal('100')

const problem = (sentence: string, field: 'sizeValue' | 'riskStop' = 'sizeValue') => ({ field, sentence })

/** The amount in whole lots, never more than asked for; null while nothing is typed. */
export function amountBySize(input: SizeInput): SizeReading {
  const { basis, value } = input
  if (value === '') return null
  const name = SIZE_LABELS[basis]
  const read = readTyped(value.replace(/\s*%$/, ''))
  if (!read.ok) return problem(`${name}: ${read.failure}.`)
  if (read.value <= ZERO) return problem(`${name} must be above 0.`)
  if (basis === 'position') return ofPosition(input, read.value)
  if (input.price === null)
    return problem(
      `No fresh price of ${shownCode(input.instrument.symbol)} is known, so no amount can be computed. Type a limit price or an amount.`,
    )
  return basis === 'free' ? ofFree(input, read.value, input.price) : ofRisk(input, read.value, input.price)
}

function wholeLots({ instrument }: SizeInput, contracts: Decimal, words: string, caution: string | null) {
  const { lotSize, underlying } = instrument
  if (lotSize === null)
    return problem(
      `The lot of ${shownCode(instrument.symbol)} is not known, so no amount can be computed. Type an amount.`,
    )
  const lot = decimal(lotSize)
  const amount = roundToStep(contracts, lot, 'floor')
  if (amount === ZERO)
    return problem(`${words} is below the smallest amount ${exact(lot)} ${underlying}. Type more.`)
  const rounded = amount === contracts ? '' : `, rounded down to the lot ${exact(lot)}`
  return { amount: toText(amount), words: `${words}${rounded}`, caution }
}

function ofPosition(input: SizeInput, percent: Decimal): SizeReading {
  const { position, instrument } = input
  if (position === null)
    return problem(
      `The position in ${shownCode(instrument.symbol)} is not known for certain. Type an amount.`,
    )
  if (position === ZERO)
    return problem(`There is no position in ${shownCode(instrument.symbol)}. Type an amount.`)
  const held = absolute(position)
  const words = `${exact(percent)} % of the position of ${exact(held)} ${instrument.underlying}`
  return wholeLots(input, divide(multiply(held, percent), HUNDRED, 'down'), words, null)
}

/** The margin that the order binds by itself is the share of the free margin, before fees. */
function ofFree(input: SizeInput, percent: Decimal, price: Decimal): SizeReading {
  const { free, initialMargin, instrument } = input
  if (compare(percent, HUNDRED) > 0) return problem('% of free must be at most 100.')
  if (free.value === null)
    return problem(`The free margin is not known: ${free.why ?? 'there is none'}. Type an amount.`)
  if (free.value <= ZERO)
    return problem(`The free margin is ${grouped(free.value, 2)} USDC: nothing is free. Type an amount.`)
  if (initialMargin === null || initialMargin <= ZERO)
    return problem(`The initial margin of ${shownCode(instrument.symbol)} is not known. Type an amount.`)
  const margin = divide(multiply(free.value, percent), HUNDRED, 'down')
  const notional = divide(multiply(margin, HUNDRED, 'down'), initialMargin, 'down')
  const words = `${exact(percent)} % of ${grouped(free.value, 2)} USDC free at ${exact(initialMargin)} % margin`
  return wholeLots(input, divide(notional, price, 'down'), words, free.why)
}

/** Loss from the price of the order to the stop, before fees and slippage. */
function ofRisk(input: SizeInput, risk: Decimal, price: Decimal): SizeReading {
  const { side, stop, instrument } = input
  if (side === '') return problem('Choose buy or sell first: the stop lies on the other side of the price.')
  if (stop === '') return problem('Stop at is needed: the price at which the risk ends.', 'riskStop')
  const read = readTyped(stop)
  if (!read.ok) return problem(`Stop at: ${read.failure}.`, 'riskStop')
  const at = (value: Decimal) => grouped(value, pricePlaces(instrument))
  const isBeyond = side === 'buy' ? read.value < price : read.value > price
  if (read.value <= ZERO || !isBeyond)
    return problem(
      `Stop at ${at(read.value)} must be ${side === 'buy' ? 'below' : 'above'} the price ${at(price)}: a ${side} loses there.`,
      'riskStop',
    )
  const distance = absolute(subtract(price, read.value))
  const words = `${grouped(risk, 2)} USDC at risk from ${at(price)} to ${at(read.value)}`
  return wholeLots(input, divide(risk, distance, 'down'), words, null)
}

/** `0.591 BTC`. */
export const sizedWords = (amount: DecimalText, instrument: Instrument): string =>
  `${amountText(decimal(amount), instrument)} ${instrument.underlying}`
