/** The price of a command line: a number, or a place in the market that is frozen when it is read (docs/keyboard.md#grammar). Pure. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import {
  add,
  decimal,
  divide,
  multiply,
  roundToStep,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import {
  ageWords,
  bookTrouble,
  isFresh,
  agedPrices,
  type AgedPrice,
  type Market,
} from '../../format/agedPrices.ts'
import { readTyped } from '../../format/numbers.ts'
import { MARKET_PRICES } from '../../keys/commandWords.ts'

const REFERENCE = new RegExp(
  String.raw`^@?(${MARKET_PRICES.join('|')})(?:([+-])(\d+(?:\.\d+)?)(t|%)?)?$`,
  'i',
)

/** `text` is any price word but `m`. Fails with what is wrong; a price word fails where the market is not known, not live or older than 5 s. */
export function readPrice(text: string, instrument: Instrument, market: Market): Result<DecimalText, string> {
  const reference = REFERENCE.exec(text)
  if (reference) return readReference(reference, instrument, market)
  const read = readTyped(text.startsWith('@') ? text.slice(1) : text)
  if (!read.ok) return fail(`${read.failure}: a price such as @62150, bid, ask+2t, or m for market`)
  return read.value > 0n ? ok(toText(read.value)) : fail('a price must be above 0')
}

function readReference(
  [, word = '', sign, offset, unit]: RegExpExecArray,
  instrument: Instrument,
  market: Market,
): Result<DecimalText, string> {
  const named = priceNamed(word.toLowerCase(), instrument, market)
  if (!named.ok) return named
  const base = named.value
  const tickText = instrument.tickSize
  if (offset === undefined) return ok(toText(onGrid(base, tickText)))
  if (unit === 't' && tickText === null)
    return fail(`the tick of ${shownCode(instrument.symbol)} is not known yet; type a price`)
  const size = decimal(offset)
  const step =
    unit?.toLowerCase() === 't'
      ? multiply(size, decimal(tickText ?? '0'))
      : unit === '%'
        ? divide(multiply(base, size), decimal('100'))
        : size
  const price = onGrid(add(base, (sign === '-' ? -step : step) as Decimal), tickText)
  return price > 0n ? ok(toText(price)) : fail('the price comes out at or below 0')
}

const onGrid = (price: Decimal, tick: DecimalText | null): Decimal =>
  tick === null ? price : roundToStep(price, decimal(tick), 'nearest')

/** The price that a word names. It fails unless the price is younger than 5 s and the order book is live: an order may be made of it. */
function priceNamed(word: string, { symbol }: Instrument, market: Market): Result<Decimal, string> {
  const price = newestPrice(word, market)
  if (price === null) return fail(`${word} of ${shownCode(symbol)} is not known now; type a price`)
  const trouble = bookTrouble(market)
  if (trouble !== null)
    return fail(
      `the book of ${shownCode(symbol)} is ${trouble}, and ${word} is ${ageWords(price.age)}; type a price`,
    )
  return isFresh(price)
    ? ok(price.price)
    : fail(`${word} of ${shownCode(symbol)} is ${ageWords(price.age)}; type a price`)
}

function newestPrice(word: string, market: Market): AgedPrice | null {
  const { bid, ask, last } = agedPrices(market)
  if (word === 'bid') return bid
  if (word === 'ask') return ask
  if (word === 'last') return last
  return bid === null || ask === null
    ? null
    : { ...bid, price: divide(add(bid.price, ask.price), decimal('2')) }
}
