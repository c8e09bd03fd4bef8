/** Who of a closing block is flat, in words. Reads no store. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { FlatCount } from '../../../shared/domain/block/flatCount.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { placesOf, signed } from '../numbers.ts'

/** Customers that the line names. The title names all. */
const NAMED = 3

interface Named {
  readonly customerCode: CustomerCode
  readonly words: string
}

const names = (all: readonly Named[]): string => {
  const more = all.length > NAMED ? ` and ${all.length - NAMED} more` : ''
  return `${all
    .slice(0, NAMED)
    .map(({ words }) => words)
    .join(', ')}${more}`
}

export interface FlatWords {
  /** `2 of 4 flat, 1 holds a position (C2007 -0.010), 1 not read (C3311)`. */
  readonly line: string
  /** One customer a line, with the reason. Empty where every customer is flat. */
  readonly detail: string
}

export function flatWords(count: FlatCount, instrument: Instrument): FlatWords {
  const { meant, flat, open, holding, unread, parts } = count
  const size = (value: (typeof holding)[number]['size']) => signed(value, placesOf(instrument.lotSize, 3))
  const holds = holding.map(({ customerCode, size: held }) => ({
    customerCode,
    words: `${shownCode(customerCode)} ${size(held)}`,
  }))
  const named = (codes: readonly CustomerCode[]): readonly Named[] =>
    codes.map((customerCode) => ({ customerCode, words: shownCode(customerCode) }))
  return {
    line: [
      `${flat} of ${meant} flat`,
      ...(open.length > 0 ? [`${open.length} may still fill`] : []),
      ...(holds.length > 0
        ? [`${holds.length} ${holds.length === 1 ? 'holds' : 'hold'} a position (${names(holds)})`]
        : []),
      ...(unread.length > 0
        ? [`${unread.length} not read (${names(named(unread.map(({ customerCode }) => customerCode)))})`]
        : []),
      ...(parts > 0 ? [`${parts} meant to keep a part`] : []),
    ].join(', '),
    detail: [
      ...open.map((customerCode) => `${shownCode(customerCode)}: its order of this block may still fill`),
      ...holds.map(({ words }) => `${words}: it is not flat`),
      ...unread.map(({ customerCode, why }) => `${shownCode(customerCode)}: ${why}`),
    ].join('\n'),
  }
}
