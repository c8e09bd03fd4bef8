/** The positions that stand when the terminal closes, in lines by customer. Pure. Never surer than the trades that were read. */

import { decimal, absolute, signOf, toText } from '../../base/decimal.ts'
import { shownCode } from '../../base/shownCode.ts'
import { unsureWords, type Position } from './position.ts'

/** Open, or perhaps open. */
const mayStand = ({ size, complete, unsure }: Position): boolean =>
  signOf(decimal(size)) !== 0 || !complete || unsure !== null

/** How many positions stand or may stand. */
export function standingCount(positions: Iterable<Position>): number {
  let count = 0
  for (const position of positions) if (mayStand(position)) count++
  return count
}

function wordsOf({ symbol, size, complete, unsure }: Position): string {
  const amount = decimal(size)
  const sign = signOf(amount)
  const side = sign === 0 ? 'perhaps flat' : `${sign > 0 ? 'long' : 'short'} ${toText(absolute(amount))}`
  const doubt =
    unsure === null ? (complete ? null : 'not sure: trades before are unknown') : unsureWords(unsure)
  return `${shownCode(symbol)} ${side}${doubt === null ? '' : ` (${doubt})`}`
}

/** `C1042: BTCUSDC_PERP long 2.5, ETHUSDC_PERP short 12`, a line for each customer. A position that may be open counts. */
export function standingLines(positions: Iterable<Position>): readonly string[] {
  const byCustomer = new Map<string, string[]>()
  for (const position of positions)
    if (mayStand(position)) {
      const { customerCode } = position
      byCustomer.set(customerCode, [...(byCustomer.get(customerCode) ?? []), wordsOf(position)])
    }
  return [...byCustomer]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([customer, words]) => `${shownCode(customer)}: ${words.toSorted().join(', ')}`)
}
