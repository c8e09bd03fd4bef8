/** Reads a scale: `scale cust side size inst FROM..TO count`, with `rising` or `falling` amounts and leverage (docs/keyboard.md#grammar). Pure. */

import { decimal, toText, type DecimalText } from '../../../../shared/base/decimal.ts'
import type { Instrument } from '../../../../shared/domain/instrument.ts'
import { plainDraft } from '../../../../shared/domain/orders/order.ts'
import { draftsOfRows, wholeOfRows } from '../../../../shared/domain/orders/scale/scaleAct.ts'
import {
  scaleRows,
  type ScaleField,
  type ScaleWeights,
} from '../../../../shared/domain/orders/scale/scaleRows.ts'
import { SCALE_WEIGHT_WORDS } from '../../../keys/commandWords.ts'
import { rateFinding } from '../../../state/ticket/scaleRate.ts'
import { refuseMisfit } from '../lineFit.ts'
import { need, refuse, type LineContext, type LineReading } from '../lineReading.ts'
import { readCustomer, readInstrument, readSide } from '../nameWords.ts'
import { isPositionSize, readLeverage, readTypedSize, refuseTooMuchMoney } from '../orderLine.ts'
import { readPrice } from '../priceWord.ts'
import type { Word } from '../wordsOfLine.ts'

const RANGE = 'first and last price, such as 61000..62000'
const COUNT = 'how many orders'

export function readScale(words: readonly Word[], context: LineContext): LineReading {
  const customerCode = readCustomer(need(words[1], 'customer or #'), context)
  const side = readSide(need(words[2], 'b or s'))
  const sizeWord = need(words[3], 'size of all orders together')
  const size = isPositionSize(sizeWord)
    ? refuse(sizeWord, 'a scale takes a typed size, such as 2.5')
    : readTypedSize(sizeWord)
  if (size.cash) refuse(sizeWord, 'a scale takes contracts, no cash amount')
  const instrument = readInstrument(need(words[4], 'instrument'), context)
  const rangeWord = need(words[5], RANGE)
  const { from, to } = readRange(rangeWord, instrument, context)
  const countWord = need(words[6], COUNT)
  const { weights, leverage } = readOptions(words.slice(7))
  const made = scaleRows({
    from: decimal(from),
    to: decimal(to),
    count: /^\d+$/.test(countWord.text) ? Number(countWord.text) : Number.NaN,
    amount: size.value,
    weights,
    tick: instrument.tickSize === null ? null : decimal(instrument.tickSize),
    lot: instrument.lotSize === null ? null : decimal(instrument.lotSize),
  })
  const wordOf: Readonly<Record<ScaleField, Word>> = {
    amount: sizeWord,
    from: rangeWord,
    to: rangeWord,
    count: countWord,
  }
  if (!made.ok) return refuse(wordOf[made.failure.field], made.failure.sentence.replace(/\.$/, ''))
  const draft = plainDraft({
    customerCode,
    symbol: instrument.symbol,
    side,
    type: 'limit',
    amount: toText(size.value),
    limitPrice: from,
    timeInForce: 'GTC',
    leverage,
  })
  const rate = rateFinding(draft, made.value.length, {
    rules: context.rules,
    position: context.positionOf(customerCode, instrument.symbol),
  })
  if (rate?.level === 'block' && rate.isSure)
    return refuse(countWord, `${rate.sentence.replace(/\.$/, '')}: type fewer orders`)
  refuseTooMuchMoney(wholeOfRows(draft, made.value), sizeWord, context)
  for (const row of draftsOfRows(draft, made.value))
    refuseMisfit(
      row,
      instrument,
      (field) => (field === 'amount' || field === 'cashAmount' ? sizeWord : rangeWord),
      context,
    )
  return { kind: 'order', draft, scale: made.value }
}

/** `61000..62000`, `bid..bid-20t`: each end is a price word. */
function readRange(
  word: Word,
  instrument: Instrument,
  context: LineContext,
): { readonly from: DecimalText; readonly to: DecimalText } {
  const [first = '', last, more] = word.text.split('..')
  if (first === '' || last === undefined || more !== undefined)
    return refuse(word, `a scale goes over a range: ${RANGE}`)
  if (last === '') need(undefined, 'the last price')
  const end = (text: string): DecimalText => {
    const price = readPrice(text, instrument, context.marketOf(instrument.symbol))
    return price.ok ? price.value : refuse(word, price.failure)
  }
  return { from: end(first), to: end(last) }
}

function readOptions(words: readonly Word[]): {
  readonly weights: ScaleWeights
  readonly leverage: number | null
} {
  let weights: ScaleWeights | null = null
  let leverage: number | null = null
  for (const word of words) {
    const text = word.text.toLowerCase()
    const chosen = SCALE_WEIGHT_WORDS.find((known) => known === text)
    if (chosen !== undefined) {
      if (weights !== null) refuse(word, 'the amounts are given twice')
      weights = chosen
    } else if (text.startsWith('x')) {
      if (leverage !== null) refuse(word, 'leverage is given twice')
      leverage = readLeverage(word)
    } else
      refuse(
        word,
        `"${word.text}" is none of ${SCALE_WEIGHT_WORDS.join(', ')}, leverage such as x5. The orders of a scale are GTC and take no ref=, note= or then`,
      )
  }
  return { weights: weights ?? 'even', leverage }
}
