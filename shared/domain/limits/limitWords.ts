/** The sentences of limits: names, units and scopes in the dealer's words. Decides nothing. */

import { decimal, roundToStep, toText, type Decimal } from '../../base/decimal.ts'
import { groupedDigits } from '../../base/groupedText.ts'
import { shownCode } from '../../base/shownCode.ts'
import type { NumberMeaning } from '../orders/limitDecision.ts'
import type { LimitChange, LimitLevel, LimitName, LimitScope } from './limits.ts'

interface Words {
  readonly name: string
  readonly unit: '' | ' contracts' | ' USDC' | '×' | ' %'
}

export const LIMIT_WORDS: Readonly<Record<LimitName, Words>> = {
  amount: { name: 'Amount', unit: ' contracts' },
  notional: { name: 'Notional', unit: ' USDC' },
  leverage: { name: 'Leverage', unit: '×' },
  exposure: { name: 'Open exposure', unit: ' USDC' },
  touch: { name: 'Price through the touch', unit: ' %' },
  mark: { name: 'Price worse than the mark', unit: ' %' },
  away: { name: 'Price away from the mark', unit: ' %' },
  trigger: { name: 'Trigger away from the mark', unit: ' %' },
  slippage: { name: 'Slippage', unit: ' %' },
  duplicates: { name: 'Same order within 10 s', unit: '' },
  crosses: { name: 'May cross other customers', unit: '' },
  ahead: { name: 'Ahead of other customers', unit: '' },
  preference: { name: 'First again', unit: '' },
  oneSided: { name: 'Filled while another was not', unit: '' },
  ordersInSecond: { name: 'Orders in a second', unit: '' },
  ordersInMinute: { name: 'Orders in a minute', unit: '' },
  ordersInDay: { name: 'Orders in a day', unit: '' },
  valueInSecond: { name: 'Value sent in a second', unit: ' USDC' },
  valueInMinute: { name: 'Value sent in a minute', unit: ' USDC' },
  valueInDay: { name: 'Value sent in a day', unit: ' USDC' },
}

/** Shown beside the number that confirms warnings. */
export const NUMBER_WORDS: Readonly<Record<NumberMeaning, string>> = {
  notional: 'the notional in thousands of USDC',
  amount: 'the amount, because no price is known',
}

export function scopeWords({ customerCode, symbol }: LimitScope): string {
  if (customerCode !== null && symbol !== null) return `${shownCode(customerCode)} in ${shownCode(symbol)}`
  if (customerCode !== null) return `customer ${shownCode(customerCode)}`
  return symbol === null ? 'the desk' : shownCode(symbol)
}

const CENT = decimal('0.01')

/** A value with unit and separators of thousands. Parts of a hundredth are rounded up, so that a value over a bound also reads as over it. */
export function limitValue(limit: LimitName, value: Decimal): string {
  const { unit } = LIMIT_WORDS[limit]
  const exact = unit === ' contracts' || unit === '×' || unit === ''
  return `${groupedDigits(toText(exact ? value : roundToStep(value, CENT, 'up')))}${unit}`
}

/** One line: the value, the bound, and the scope of the bound. */
export function overSentence(
  limit: LimitName,
  level: LimitLevel,
  value: Decimal,
  bound: Decimal,
  scope: LimitScope,
): string {
  const name = level === 'block' ? 'limit' : 'warning'
  if (limit === 'duplicates') {
    const times = value === decimal('1') ? 'once' : `${toText(value)} times`
    return `This may be a repeat: the same order was sent ${times} in the last 10 s. The ${name} for ${scopeWords(scope)} allows ${toText(bound)}. Check the orders table before you send it again.`
  }
  if (limit === 'crosses' || limit === 'ahead')
    return `The ${name} for ${scopeWords(scope)} allows ${toText(bound)} such orders.`
  if (limit === 'oneSided')
    return `The ${name} for ${scopeWords(scope)} allows ${toText(bound)} such customers.`
  if (limit === 'preference') return `The ${name} for ${scopeWords(scope)} allows ${toText(bound)} in a row.`
  return `${LIMIT_WORDS[limit].name} ${limitValue(limit, value)}, over the ${name} of ${limitValue(limit, bound)} for ${scopeWords(scope)}.`
}

/** Instruments separated by a comma and a space; no code has a space. */
const shownList = (symbols: string): string => symbols.split(', ').map(shownCode).join(', ')

/** One line of a saved change. */
export function changeSentence({ scope, limit, level, from, to, loosens }: LimitChange): string {
  const words = (bound: string | null): string => {
    if (limit === 'instruments') return bound === null ? 'all' : bound === '' ? 'none' : shownList(bound)
    return bound === null ? 'none' : limitValue(limit, decimal(bound))
  }
  const name = limit === 'instruments' ? 'Allowed instruments' : `${LIMIT_WORDS[limit].name}, ${level}`
  return `${scopeWords(scope)}: ${name}: ${words(from)} → ${words(to)}${loosens ? ' (looser)' : ''}`
}
