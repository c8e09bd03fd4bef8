/** Reads an order: `cust side size inst price opt*`, with market, limit and the trigger types (docs/keyboard.md#grammar). Pure. */

import {
  absolute,
  decimal,
  divide,
  multiply,
  roundToStep,
  toText,
  ZERO,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { plainDraft, type OrderDraft, type TimeInForce } from '../../../shared/domain/orders/order.ts'
import {
  LEVERAGES,
  TYPE_RULES,
  defaultTimeInForce,
  takesCash,
  type OrderField,
} from '../../../shared/domain/orders/orderFieldRules.ts'
import {
  LONGEST_NOTE,
  LONGEST_REFERENCE,
  NO_REMARKS,
  orderNote,
  orderReference,
  type OrderRemarks,
} from '../../../shared/domain/orders/orderRemarks.ts'
import { grouped, readTyped } from '../../format/numbers.ts'
import { valueOf } from '../../format/orderSentence.ts'
import { TIME_IN_FORCE_WORDS } from '../../keys/commandWords.ts'
import { refuseMisfit } from './lineFit.ts'
import type { Word } from './wordsOfLine.ts'
import { readCustomer, readInstrument, readSide } from './nameWords.ts'
import { readHeld } from './positionLine.ts'
import { readPrice } from './priceWord.ts'
import { readBracket, refuseBracket } from './bracket/bracketWords.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { need, refuse, type LineContext, type LineReading } from './lineReading.ts'

/** Above this USDC notional a line is refused outright: a money amount typed as contracts looks like this (docs/limits.md#large-line). */
export const LARGEST_NOTIONAL = decimal('1000000000')

const isTimeInForce = (text: string): boolean => TIME_IN_FORCE_WORDS.some((word) => word === text)

type Priced = Pick<OrderDraft, 'type'> & Partial<OrderDraft>

/** What the words of an order say, for the customer that its first word names. Not checked against the market yet. */
export function readOrderWords(words: readonly Word[], customerCode: CustomerCode, context: LineContext) {
  const side = readSide(need(words[1], 'b or s'))
  const sizeWord = need(words[2], 'size, $cash or pos')
  const typedSize = isPositionSize(sizeWord) ? null : readTypedSize(sizeWord)
  const instrument = readInstrument(need(words[3], 'instrument'), context)
  const held = typedSize ? null : readHeld(sizeWord, customerCode, instrument, context, '; type a size')
  const size = typedSize ?? { cash: false, value: readPositionSize(sizeWord, held ?? ZERO, instrument) }
  const { priced, used } = readPriceWords(words, 4, instrument, context)
  const { bracket, others } = readBracket(words.slice(used))
  const { timeInForce, leverage, remarks } = readOptions(others, size.cash)
  if (size.cash && !takesCash(priced.type))
    refuse(sizeWord, 'a cash amount works with market and limit orders only')
  const draft = plainDraft({
    ...priced,
    customerCode,
    symbol: instrument.symbol,
    side,
    amount: size.cash ? null : toText(size.value),
    cashAmount: size.cash ? toText(size.value) : null,
    triggerPriceType: TYPE_RULES[priced.type].triggerPriceType,
    timeInForce: timeInForce ?? defaultTimeInForce(priced.type, size.cash),
    leverage,
  })
  refuseTooMuchMoney(draft, sizeWord, context)
  const ofField = (field: OrderField): Word => wordOf(field, draft, sizeWord, words)
  return { draft, remarks, bracket, size, sizeWord, held, instrument, wordOf: ofField }
}

export function readOrder(words: readonly Word[], context: LineContext): LineReading {
  const customerCode = readCustomer(need(words[0], 'customer or #'), context)
  const read = readOrderWords(words, customerCode, context)
  const { draft, remarks, bracket, held, instrument } = read
  refuseMisfit(draft, instrument, read.wordOf, context)
  if (bracket !== null) refuseBracket(draft, instrument, bracket, context)
  return {
    kind: 'order',
    draft,
    ...(remarks === null ? {} : { remarks }),
    ...(held === null ? {} : { sizedBy: toText(held) }),
    ...(bracket === null ? {} : { bracket: bracket.prices }),
  }
}

export function refuseTooMuchMoney(draft: OrderDraft, size: Word, context: LineContext): void {
  const { notional } = valueOf(draft, context.marketOf(draft.symbol))
  if (notional !== null && notional > LARGEST_NOTIONAL)
    refuse(
      size,
      draft.amount === null
        ? `${grouped(notional, 0)} USDC is above this line's limit of ${grouped(LARGEST_NOTIONAL, 0)}`
        : `${grouped(decimal(draft.amount), 0)} contracts ≈ ${grouped(notional, 0)} USDC; for money write $${size.text}`,
    )
}

/** The word that a field of the draft was read from. A price is the one word behind the instrument that holds it. */
function wordOf(field: OrderField, draft: OrderDraft, size: Word, words: readonly Word[]): Word {
  if (field === 'amount' || field === 'cashAmount') return size
  const price = words[4] ?? size
  // `stop 60500 @60420`: the trigger, then the limit.
  if (draft.triggerPrice !== null) return words[field === 'limitPrice' ? 6 : 5] ?? price
  return draft.takeProfitPrice === null ? price : (words[5] ?? price)
}

/** The price or trigger from word `at` on; `used` is the first word behind it. */
function readPriceWords(
  words: readonly Word[],
  at: number,
  instrument: Instrument,
  context: LineContext,
): { readonly priced: Priced; readonly used: number } {
  const word = need(words[at], 'price or m')
  const text = word.text.toLowerCase()
  switch (text) {
    case 'm':
      return { priced: { type: 'market' }, used: at + 1 }
    case 'stop':
    case 'tp': {
      const triggerPrice = readTrigger(need(words[at + 1], 'trigger price'))
      const limitWord = words[at + 2]
      const plain = text === 'stop' ? 'stop_loss' : 'take_profit'
      if (!limitWord?.text.startsWith('@')) return { priced: { type: plain, triggerPrice }, used: at + 2 }
      const limitPrice = readTrigger({ ...limitWord, text: limitWord.text.slice(1) }, limitWord)
      return { priced: { type: `${plain}_limit`, triggerPrice, limitPrice }, used: at + 3 }
    }
    case 'oco': {
      const pair = need(words[at + 1], 'take profit/stop loss, such as 66000/60500')
      const [takeProfit = '', stopLoss, more] = pair.text.split('/')
      if (stopLoss === undefined || more !== undefined)
        return refuse(pair, 'an oco is take profit/stop loss, such as 66000/60500')
      return {
        priced: {
          type: 'take_profit_stop_loss',
          takeProfitPrice: readTrigger({ ...pair, text: takeProfit }, pair),
          stopLossPrice: readTrigger({ ...pair, text: stopLoss }, pair),
        },
        used: at + 2,
      }
    }
  }
  if (text === 'then') return refuse(word, 'an order comes first: price or m, then what follows it')
  if (isTimeInForce(text) || /^x\d+$/.test(text)) return refuse(word, 'price or m comes first')
  const price = readPrice(word.text, instrument, context.marketOf(instrument.symbol))
  return price.ok
    ? { priced: { type: 'limit', limitPrice: price.value }, used: at + 1 }
    : refuse(word, price.failure)
}

/** A plain number above 0; `shown` is what the refusal stands under. */
function readTrigger(word: Word, shown: Word = word): DecimalText {
  const read = readTyped(word.text)
  if (!read.ok) return refuse(shown, `${read.failure}: a price such as 60500`)
  return read.value > 0n ? toText(read.value) : refuse(shown, 'a price must be above 0')
}

function readOptions(words: readonly Word[], cash: boolean) {
  let timeInForce: TimeInForce | null = null
  let leverage: number | null = null
  let remarks: OrderRemarks | null = null
  for (const word of words) {
    const text = word.text.toLowerCase()
    if (isTimeInForce(text)) {
      if (timeInForce !== null) refuse(word, 'time in force is given twice')
      timeInForce = text.toUpperCase() as TimeInForce
      if (cash && timeInForce !== 'IOC') refuse(word, 'cash orders are IOC only')
    } else if (/^(?:ref|note)=/.test(text)) {
      remarks = readRemark(word, remarks ?? NO_REMARKS)
    } else if (text.startsWith('x')) {
      if (leverage !== null) refuse(word, 'leverage is given twice')
      leverage = readLeverage(word)
    } else
      refuse(
        word,
        `"${word.text}" is none of ${TIME_IN_FORCE_WORDS.join(', ')}, leverage such as x5, then, ref= or note=`,
      )
  }
  return { timeInForce, leverage, remarks }
}

/** `ref=DESK7`, `note=call`, `note="call at 3"`. */
function readRemark(word: Word, before: OrderRemarks): OrderRemarks {
  const text = word.text.slice(word.text.indexOf('=') + 1)
  if (/^ref=/i.test(word.text)) {
    if (before.reference !== null) refuse(word, 'ref= is given twice')
    return orderReference.safeParse(text).success
      ? { ...before, reference: text }
      : refuse(word, `ref= takes 1 to ${LONGEST_REFERENCE} letters, digits, _ or -`)
  }
  if (before.note !== null) refuse(word, 'note= is given twice')
  const [, quoted] = /^"([^"]*)"$/.exec(text) ?? []
  if (/^"[^"]*$/.test(text)) need(undefined, 'the rest of the note, then "')
  const note = (quoted ?? text).trim()
  if (note === '') refuse(word, 'note= takes a word, or words in quotation marks')
  if (note.length > LONGEST_NOTE) refuse(word, `a note has at most ${LONGEST_NOTE} characters`)
  return orderNote.safeParse(note).success
    ? { ...before, note }
    : refuse(word, 'a note takes visible characters without quotation marks')
}

interface Size {
  readonly cash: boolean
  readonly value: Decimal
}

export const isPositionSize = (word: Word): boolean => /^(pos|.*%p)$/i.test(word.text)

export function readTypedSize(word: Word): Size {
  const cash = /^\$|\$$/.test(word.text)
  const read = readTyped(word.text.replace(/^\$|\$$/, ''))
  if (!read.ok) return refuse(word, `${read.failure}: a size such as 2.5, 10k, pos, or $25k for cash`)
  if (read.value <= 0n) refuse(word, 'the size must be above 0')
  return { cash, value: read.value }
}

/** `pos`, or `50%p` of it: the derived position's size, rounded down to a whole lot. */
function readPositionSize(word: Word, held: Decimal, instrument: Instrument): Decimal {
  const whole = absolute(held)
  if (word.text.toLowerCase() === 'pos') return whole
  const share = readTyped(word.text.slice(0, -2))
  if (!share.ok || share.value <= 0n || share.value > decimal('100'))
    return refuse(word, 'a share of the position is 1%p to 100%p')
  const part = divide(multiply(whole, share.value), decimal('100'), 'down')
  const size = instrument.lotSize === null ? part : roundToStep(part, decimal(instrument.lotSize), 'down')
  return size > 0n ? size : refuse(word, 'that share is less than one lot')
}

export function readLeverage(word: Word): number {
  const match = /^x([1-9]\d*)$/i.exec(word.text)
  const leverage = match ? Number.parseInt(match[1] ?? '', 10) : Number.NaN
  return LEVERAGES.includes(leverage)
    ? leverage
    : refuse(word, `leverage ${word.text.slice(1) || '?'} is not accepted (1–13, not 11)`)
}
