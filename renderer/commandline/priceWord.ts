/** The price of a command line: a number, or a place in the market that is frozen when it is read (docs/keyboard.md#grammar). Pure. */

import {
  add,
  decimal,
  divide,
  multiply,
  roundToStep,
  toText,
  type Decimal,
  type DecimalText,
} from '../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { Instrument, Ticker } from '../../shared/domain/instrument.ts'
import { readTyped } from '../format/numbers.ts'

const REFERENCE = /^@?(bid|ask|mid|last)(?:([+-])(\d+(?:\.\d+)?)(t|%)?)?$/i

/** `m` is told apart by the caller. Fails with what was wrong; a price relative to an unknown market fails too. */
export function readPrice(
  text: string,
  instrument: Instrument,
  ticker: Ticker | undefined,
): Result<DecimalText, string> {
  const reference = REFERENCE.exec(text)
  if (reference) return readReference(reference, instrument, ticker)
  const read = readTyped(text.startsWith('@') ? text.slice(1) : text)
  if (!read.ok) return fail(`${read.failure}: a price such as @62150, bid, ask+2t, or m for market`)
  return read.value > 0n ? ok(toText(read.value)) : fail('a price must be above 0')
}

function readReference(
  [, name = '', sign, offset, unit]: RegExpExecArray,
  instrument: Instrument,
  ticker: Ticker | undefined,
): Result<DecimalText, string> {
  const base = marketPrice(name.toLowerCase(), ticker)
  if (base === null)
    return fail(`${name.toLowerCase()} of ${instrument.symbol} is not known now; type a price`)
  const tickText = instrument.tickSize
  if (offset === undefined) return ok(toText(onGrid(base, tickText)))
  if (unit === 't' && tickText === null)
    return fail(`the tick of ${instrument.symbol} is not known yet; type a price`)
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

function marketPrice(name: string, ticker: Ticker | undefined): Decimal | null {
  const read = (text: DecimalText | null | undefined) => (text ? decimal(text) : null)
  const bid = read(ticker?.bestBid)
  const ask = read(ticker?.bestAsk)
  if (name === 'bid') return bid
  if (name === 'ask') return ask
  if (name === 'last') return read(ticker?.lastPrice)
  return bid === null || ask === null ? null : divide(add(bid, ask), decimal('2'))
}
