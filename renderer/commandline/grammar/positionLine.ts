/** Reads the lines that close, reverse or halve positions: `flat # btc`, `flat # all`, `rev # btc`, `half # btc` (docs/keyboard.md#grammar). Pure. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { absolute, toText, type Decimal } from '../../../shared/base/decimal.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { plainDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { halfOf, twice } from '../../state/actions/intentSentence.ts'
import { refuseMisfit } from './lineFit.ts'
import type { Word } from './wordsOfLine.ts'
import { readCustomer, readInstrument } from './nameWords.ts'
import { need, refuse, type LineContext, type LineReading } from './lineReading.ts'

/** What a customer holds, signed; refused while unknown or flat. */
export function readHeld(
  word: Word,
  customer: CustomerCode,
  { symbol }: Instrument,
  context: LineContext,
  otherwise: string,
): Decimal {
  const held = context.positionOf(customer, symbol)
  if (held === null)
    return refuse(word, `the position of ${customer} in ${shownCode(symbol)} is not known${otherwise}`)
  return held === 0n ? refuse(word, `${customer} is flat in ${shownCode(symbol)}`) : held
}

/** `flat C1042 btc`, `flat # all`. */
export function readFlatten(words: readonly Word[], context: LineContext): LineReading {
  const customerCode = readCustomer(need(words[1], 'customer or #'), context)
  const which = need(words[2], 'instrument or all')
  if (words[3]) refuse(words[3], 'nothing goes after the instrument')
  if (which.text.toLowerCase() !== 'all')
    return { kind: 'flatten', customerCode, symbol: readInstrument(which, context).symbol }
  const symbols = context.heldSymbols(customerCode)
  if (symbols === null)
    return refuse(which, `the positions of ${shownCode(customerCode)} are not all known; name the instrument`)
  return symbols.length === 0
    ? refuse(which, `${shownCode(customerCode)} has no open position`)
    : { kind: 'flattenAll', customerCode, symbols }
}

/** `rev C1042 eth`: one market order of twice the position. `half # btc`: one of half of it, in whole lots. */
export function readResize(verb: 'rev' | 'half', words: readonly Word[], context: LineContext): LineReading {
  const customerCode = readCustomer(need(words[1], 'customer or #'), context)
  const which = need(words[2], 'instrument')
  const instrument = readInstrument(which, context)
  if (words[3]) refuse(words[3], 'nothing goes after the instrument')
  const held = readHeld(which, customerCode, instrument, context, '; write the order with a size')
  const size = verb === 'rev' ? twice(absolute(held)) : halfOf(absolute(held), instrument.lotSize)
  if (size <= 0n) refuse(which, `half of the position of ${shownCode(customerCode)} is less than one lot`)
  const draft = plainDraft({
    customerCode,
    symbol: instrument.symbol,
    side: held > 0n ? 'sell' : 'buy',
    type: 'market',
    amount: toText(size),
  })
  refuseMisfit(draft, instrument, () => which, context)
  return { kind: 'order', draft, sizedBy: toText(held) }
}
