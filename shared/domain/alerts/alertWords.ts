/** What an alert watches and why it fired, in words. Pure. */

import { decimal, roundToStep, toText, type Decimal, type DecimalText } from '../../base/decimal.ts'
import { groupedDigits } from '../../base/groupedText.ts'
import { shownCode } from '../../base/shownCode.ts'
import { directionOf, levelOf, type AlertChoice, type AlertKind, type AlertWatch } from './alertRule.ts'

export const KIND_WORDS: Readonly<Record<AlertKind, string>> = {
  price: 'Price',
  spread: 'Spread',
  funding: 'Funding',
  liquidation: 'Liquidation near',
  margin: 'Free margin',
  used: 'Margin used',
  equity: 'Equity',
  orderAge: 'Order too long alive',
  fill: 'Fill',
  reject: 'Reject',
  connection: 'Connection lost',
}

/** The unit behind a level, with its space where it has one. */
export function unitOf(watch: AlertWatch): string {
  switch (watch.kind) {
    case 'spread':
      return watch.unit === 'ticks' ? ' ticks' : ' bps'
    case 'funding':
    case 'liquidation':
    case 'used':
      return ' %'
    case 'margin':
    case 'equity':
      return ' USDC'
    case 'orderAge':
      return ' s'
    case 'price':
    case 'fill':
    case 'reject':
    case 'connection':
      return ''
  }
}

/** Digits that a figure keeps behind the point: a distance or a rate is a quotient of many. */
const STEPS: Readonly<Record<AlertKind, string | null>> = {
  price: null,
  spread: '0.01',
  funding: '0.0001',
  liquidation: '0.01',
  margin: '0.01',
  used: '0.01',
  equity: '0.01',
  orderAge: '1',
  fill: null,
  reject: null,
  connection: null,
}

/** A figure as text, without its unit. A rounded figure never reads as beyond a level that it did not reach. */
export function figureText(watch: AlertWatch, value: Decimal): DecimalText {
  const step = STEPS[watch.kind]
  if (step === null) return toText(value)
  return toText(roundToStep(value, decimal(step), directionOf(watch) === 'above' ? 'floor' : 'ceil'))
}

const shown = (watch: AlertWatch, value: string): string => `${groupedDigits(value)}${unitOf(watch)}`

/** `Price of BTCUSDC_PERP at or above 65,000`. */
export function watchWords({ watch, customerCode }: Pick<AlertChoice, 'watch' | 'customerCode'>): string {
  const level = levelOf(watch)
  const at = level === null ? '' : shown(watch, level)
  const owner = customerCode === null ? 'any customer' : shownCode(customerCode)
  const forWhom = customerCode === null ? '' : `, for ${owner}`
  const name = 'symbol' in watch ? shownCode(watch.symbol) : ''
  switch (watch.kind) {
    case 'price':
      return `Last price of ${name} at ${at} or ${watch.direction}${forWhom}`
    case 'spread':
      return `Spread of ${name} at ${at} or wider${forWhom}`
    case 'funding':
      return `Funding of ${name} at ${at} or ${watch.direction}${forWhom}`
    case 'liquidation':
      return `A position of ${owner} within ${at} of its liquidation price`
    case 'margin':
      return `Free margin of ${owner} at ${at} or below`
    case 'used':
      return `Margin used of ${owner} at ${at} of the equity or above`
    case 'equity':
      return `Equity of ${owner} at ${at} or below`
    case 'orderAge':
      return `An order of ${owner} live for ${at} or longer`
    case 'fill':
      return `Fills of ${owner}`
    case 'reject':
      return `Refused orders of ${owner}`
    case 'connection':
      return 'The link to the venue is lost'
  }
}

/**
 * Why an alert on a figure fired: one sentence. `owner`: the customer, position or order; null where the alert has one subject. `isSeen`: the figure was
 * read short of the level before, so it reached the level now.
 */
export function firedWords(watch: AlertWatch, value: Decimal, owner: string | null, isSeen: boolean): string {
  const figure = shown(watch, figureText(watch, value))
  const level = levelOf(watch)
  const limit = level === null ? '' : shown(watch, level)
  const name = 'symbol' in watch ? shownCode(watch.symbol) : ''
  switch (watch.kind) {
    case 'price':
      return isSeen
        ? `${name} traded at ${figure}: ${watch.direction === 'above' ? 'up' : 'down'} to ${limit}.`
        : `${name} traded at ${figure}: not ${watch.direction === 'above' ? 'below' : 'above'} ${limit}.`
    case 'spread':
      return `The spread of ${name} is ${figure}: at least ${limit}.`
    case 'funding':
      return `The funding rate of ${name} is ${figure}: ${watch.direction} ${limit}.`
    case 'liquidation':
      return `${owner ?? 'A position'} is ${figure} from its liquidation price: within ${limit}.`
    case 'margin':
      return `The free margin of ${owner ?? 'a customer'} is ${figure}: not above ${limit}.`
    case 'used':
      return `The margin used of ${owner ?? 'a customer'} is ${figure} of the equity: at least ${limit}.`
    case 'equity':
      return `The equity of ${owner ?? 'a customer'} is ${figure}: not above ${limit}.`
    case 'orderAge':
      return `Order ${owner ?? ''} is live for ${figure}: ${limit} or longer.`
    case 'fill':
    case 'reject':
    case 'connection':
      return watchWords({ watch, customerCode: null })
  }
}
