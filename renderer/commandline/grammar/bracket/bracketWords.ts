/** Reads the bracket of an order line: `then oco TP/SL`, `then stop PRICE` or `then tp PRICE` behind the order (docs/keyboard.md#grammar). Pure. */

import { decimal, toText, type DecimalText } from '../../../../shared/base/decimal.ts'
import type { Instrument } from '../../../../shared/domain/instrument.ts'
import { bracketProblems, type BracketPrices } from '../../../../shared/domain/orders/bracketPrices.ts'
import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import { legDraft } from '../../../../shared/domain/orders/bracket/bracket.ts'
import { fitProblems } from '../../../../shared/domain/orders/marketFit.ts'
import { readTyped } from '../../../format/numbers.ts'
import { priceText } from '../../../format/priceText.ts'
import { need, refuse, type LineContext } from '../lineReading.ts'
import type { Word } from '../wordsOfLine.ts'

/** The prices of a bracket and the word that holds them. */
export interface TypedBracket {
  readonly prices: BracketPrices
  readonly word: Word
}

const NEEDED = 'oco TP/SL, stop PRICE or tp PRICE'

/** A plain number above 0; `shown` is what the refusal stands under. */
function readBracketPrice(text: string, shown: Word): DecimalText {
  const read = readTyped(text)
  if (!read.ok) return refuse(shown, `${read.failure}: a price such as 60500`)
  return read.value > 0n ? toText(read.value) : refuse(shown, 'a price must be above 0')
}

function pricesOf(kind: Word, word: Word): BracketPrices {
  const none = { takeProfitPrice: null, stopLossPrice: null }
  switch (kind.text.toLowerCase()) {
    case 'stop':
      return { ...none, stopLossPrice: readBracketPrice(word.text, word) }
    case 'tp':
      return { ...none, takeProfitPrice: readBracketPrice(word.text, word) }
    case 'oco': {
      const [takeProfit = '', stopLoss, more] = word.text.split('/')
      if (stopLoss === undefined || more !== undefined)
        return refuse(word, 'an oco is take profit/stop loss, such as 66000/60500')
      return {
        takeProfitPrice: readBracketPrice(takeProfit, word),
        stopLossPrice: readBracketPrice(stopLoss, word),
      }
    }
    default:
      return refuse(kind, `after then comes ${NEEDED}`)
  }
}

/** The bracket among the words behind an order's price, and the other words. */
export function readBracket(words: readonly Word[]): {
  readonly bracket: TypedBracket | null
  readonly others: readonly Word[]
} {
  const at = words.findIndex(({ text }) => text.toLowerCase() === 'then')
  if (at < 0) return { bracket: null, others: words }
  const kind = need(words[at + 1], NEEDED)
  const word = need(
    words[at + 2],
    kind.text.toLowerCase() === 'oco' ? 'take profit/stop loss, such as 66000/60500' : 'price',
  )
  const others = [...words.slice(0, at), ...words.slice(at + 3)]
  const again = others.find(({ text }) => text.toLowerCase() === 'then')
  if (again) refuse(again, 'an order has one bracket')
  return { bracket: { prices: pricesOf(kind, word), word }, others }
}

/** Refuses prices on the wrong side of the entry, and prices between two ticks. */
export function refuseBracket(
  draft: OrderDraft,
  instrument: Instrument,
  { prices, word }: TypedBracket,
  context: LineContext,
): void {
  const { ticker } = context.marketOf(instrument.symbol)
  const mark = ticker?.markPrice ? decimal(ticker.markPrice) : null
  const [problem] = bracketProblems(draft, prices, mark, (price) => priceText(toText(price), instrument))
  if (problem) refuse(word, problem.sentence)
  const [misfit] = fitProblems(legDraft({ ...draft, prices }, null), {
    instrument,
    market: null,
    prices: { trade_price: null, mark_price: null },
    position: null,
  })
  if (misfit) refuse(word, misfit.sentence)
}
