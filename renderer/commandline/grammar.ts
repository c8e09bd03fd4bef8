/** The command line's grammar (ux.md §17, first part): reads a line into what it would do, or says what is wrong and where. Pure; sends nothing. */

import { decimal, toText, type Decimal } from '../../shared/base/decimal.ts'
import type { Customer } from '../../shared/domain/customer.ts'
import type { Instrument, Ticker } from '../../shared/domain/instrument.ts'
import type { OrderDraft, TimeInForce } from '../../shared/domain/order.ts'
import { LEVERAGES, defaultTimeInForce } from '../../shared/domain/orderRules.ts'
import type { CustomerCode, Side, Symbol } from '../../shared/domain/text.ts'
import { grouped, readTyped } from '../words/numbers.ts'
import { plainDraft, valueOf } from '../words/orderSentence.ts'
import { wordsOf, type Word } from './lineReader.ts'
import { readPrice } from './priceWord.ts'

/** What `#` and `.` name openly, and what names are known. Nothing else is taken from the window. */
export interface LineContext {
  readonly customer: CustomerCode | null
  readonly instrument: Symbol | null
  readonly customers: readonly Customer[]
  readonly instruments: readonly Instrument[]
  readonly tickers: ReadonlyMap<string, Ticker>
}

export type LineReading =
  | { readonly kind: 'empty' }
  /** Wrong from `start` to `end`. */
  | { readonly kind: 'bad'; readonly start: number; readonly end: number; readonly reason: string }
  /** Right so far; `next` says what to type. */
  | { readonly kind: 'unfinished'; readonly next: string }
  | { readonly kind: 'order'; readonly draft: OrderDraft }
  | {
      readonly kind: 'cancelAll'
      readonly customerCode: CustomerCode
      readonly symbol: Symbol | null
      readonly side: Side | null
    }
  | { readonly kind: 'flatten'; readonly customerCode: CustomerCode; readonly symbol: Symbol }
  | { readonly kind: 'help' }

/** Above this USDC notional a line is refused outright: a money amount typed as contracts looks like this (ux.md §6, the Citi case). */
export const LARGEST_NOTIONAL = decimal('1000000000')

/** Carries a refusal out of the nested readers; never leaves this module. */
class Refused {
  readonly reading: LineReading
  constructor(reading: LineReading) {
    this.reading = reading
  }
}

const refuse = (word: Word, reason: string): never => {
  throw new Refused({ kind: 'bad', start: word.start, end: word.end, reason })
}

const need = (word: Word | undefined, next: string): Word => {
  if (word) return word
  throw new Refused({ kind: 'unfinished', next })
}

export function readLine(line: string, context: LineContext): LineReading {
  const words = wordsOf(line)
  const first = words[0]
  if (!first) return { kind: 'empty' }
  try {
    const several = /;/.exec(line)
    if (several)
      return {
        kind: 'bad',
        start: several.index,
        end: several.index + 1,
        reason: 'one command per line: leave out the ;',
      }
    switch (first.text.toLowerCase()) {
      case 'help':
      case '?':
        return { kind: 'help' }
      case 'cx':
        return readCancel(words, context)
      case 'flat':
        return readFlatten(words, context)
      default:
        return readOrder(words, context)
    }
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.reading
    throw thrown
  }
}

function readOrder(words: readonly Word[], context: LineContext): LineReading {
  const customerCode = readCustomer(need(words[0], 'customer or #'), context)
  const side = readSide(need(words[1], 'b or s'))
  const size = readSize(need(words[2], 'size, or $cash'))
  const instrument = readInstrument(need(words[3], 'instrument'), context)
  const ticker = context.tickers.get(instrument.symbol)
  const priceWord = words[4]
  if (!priceWord) throw new Refused({ kind: 'unfinished', next: 'price or m' })
  if (/^(stop|tp|oco|then)$/i.test(priceWord.text))
    refuse(priceWord, `"${priceWord.text}" orders go through the ticket (F9) for now`)
  if (/^(gtc|ioc|fok|x\d+)$/i.test(priceWord.text)) refuse(priceWord, 'price or m comes first')
  const market = priceWord.text.toLowerCase() === 'm'
  const price = market ? null : readPrice(priceWord.text, instrument, ticker)
  if (price && !price.ok) return refuse(priceWord, price.failure)

  let timeInForce: TimeInForce | null = null
  let leverage: number | null = null
  for (const word of words.slice(5)) {
    const text = word.text.toLowerCase()
    if (/^(gtc|ioc|fok)$/.test(text)) {
      if (timeInForce !== null) refuse(word, 'time in force is given twice')
      timeInForce = text.toUpperCase() as TimeInForce
      if (size.cash && timeInForce !== 'IOC') refuse(word, 'cash orders are IOC only')
    } else if (text.startsWith('x')) {
      if (leverage !== null) refuse(word, 'leverage is given twice')
      leverage = readLeverage(word)
    } else refuse(word, `"${word.text}" is none of gtc, ioc, fok or leverage such as x5`)
  }
  const type = market ? 'market' : 'limit'
  const draft = plainDraft({
    customerCode,
    symbol: instrument.symbol,
    side,
    type,
    amount: size.cash ? null : toText(size.value),
    cashAmount: size.cash ? toText(size.value) : null,
    limitPrice: price?.ok ? price.value : null,
    timeInForce: timeInForce ?? defaultTimeInForce(type, size.cash),
    leverage,
  })
  const { notional } = valueOf(draft, ticker)
  if (notional !== null && notional > LARGEST_NOTIONAL)
    refuse(
      size.word,
      size.cash
        ? `${grouped(notional, 0)} USDC is above this line's limit of ${grouped(LARGEST_NOTIONAL, 0)}`
        : `${grouped(size.value, 0)} contracts ≈ ${grouped(notional, 0)} USDC; for money write $${size.word.text}`,
    )
  return { kind: 'order', draft }
}

/** `cx # btc [b|s]`, `cx C1042`. */
function readCancel(words: readonly Word[], context: LineContext): LineReading {
  const customerCode = readCustomer(need(words[1], 'customer or #'), context)
  const instrument = words[2] ? readInstrument(words[2], context) : null
  const side = words[3] ? readSide(words[3]) : null
  if (words[4]) refuse(words[4], 'nothing goes after the side')
  return { kind: 'cancelAll', customerCode, symbol: instrument?.symbol ?? null, side }
}

/** `flat C1042 btc`. */
function readFlatten(words: readonly Word[], context: LineContext): LineReading {
  const customerCode = readCustomer(need(words[1], 'customer or #'), context)
  const instrument = readInstrument(need(words[2], 'instrument'), context)
  if (words[3]) refuse(words[3], 'nothing goes after the instrument')
  return { kind: 'flatten', customerCode, symbol: instrument.symbol }
}

function readCustomer(word: Word, context: LineContext): CustomerCode {
  if (word.text === '#') return context.customer ?? refuse(word, 'no customer is chosen in this window (F2)')
  if (/[:,=/@]/.test(word.text))
    return refuse(word, 'one customer only: splits and groups are not taken here')
  const exactly = context.customers.find((of) => of.code === word.text)
  const alike = context.customers.filter((of) => of.code.toLowerCase() === word.text.toLowerCase())
  const found = exactly ?? (alike.length === 1 ? alike[0] : undefined)
  return found?.code ?? refuse(word, `"${word.text}" is no customer of this desk; the customer comes first`)
}

function readSide(word: Word): Side {
  const text = word.text.toLowerCase()
  if (text === 'b' || text === 'buy') return 'buy'
  if (text === 's' || text === 'sell') return 'sell'
  return refuse(word, `"${word.text}" is no side: b or s`)
}

function readSize(word: Word): { readonly cash: boolean; readonly value: Decimal; readonly word: Word } {
  const cash = /^\$|\$$/.test(word.text)
  if (/^(pos|.*%p)$/i.test(word.text))
    refuse(word, 'sizes from the position go through the ladder (P) for now')
  const read = readTyped(word.text.replace(/^\$|\$$/, ''))
  if (!read.ok) return refuse(word, `${read.failure}: a size such as 2.5, 10k, or $25k for cash`)
  if (read.value <= 0n) refuse(word, 'the size must be above 0')
  return { cash, value: read.value, word }
}

function readInstrument(word: Word, context: LineContext): Instrument {
  const wanted = word.text.toLowerCase()
  if (wanted === '.') {
    const shown = context.instruments.find((of) => of.symbol === context.instrument)
    return shown ?? refuse(word, 'no instrument is chosen in this window (F3)')
  }
  const found = findInstruments(wanted, context.instruments)
  if (found.length === 1 && found[0]) return found[0]
  return refuse(
    word,
    found.length === 0
      ? `"${word.text}" is no instrument of this venue`
      : `"${word.text}" may be ${found.map((of) => of.symbol).join(' or ')}`,
  )
}

/** Instruments that a word names: its whole symbol, else its base asset. */
export function findInstruments(text: string, instruments: readonly Instrument[]): readonly Instrument[] {
  const wanted = text.toLowerCase()
  const exactly = instruments.filter((of) => of.symbol.toLowerCase() === wanted)
  return exactly.length > 0 ? exactly : instruments.filter((of) => of.underlying.toLowerCase() === wanted)
}

function readLeverage(word: Word): number {
  const match = /^x([1-9]\d*)$/i.exec(word.text)
  const leverage = match ? Number.parseInt(match[1] ?? '', 10) : Number.NaN
  return LEVERAGES.includes(leverage)
    ? leverage
    : refuse(word, `leverage ${word.text.slice(1) || '?'} is not accepted (1–13, not 11)`)
}
