/** The effect of an intent as one sentence that begins with its customer. Reads only the window's data; sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import {
  ZERO,
  absolute,
  decimal,
  divide,
  multiply,
  roundToStep,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import { assertNever } from '../../../shared/base/result.ts'
import type { Instrument, Ticker } from '../../../shared/domain/instrument.ts'
import type { BracketPrices } from '../../../shared/domain/orders/bracketPrices.ts'
import { isLive, plainDraft, type Order, type OrderDraft } from '../../../shared/domain/orders/order.ts'
import { NO_REMARKS, type OrderRemarks } from '../../../shared/domain/orders/orderRemarks.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { positionOf, whyPositionUnknown } from '../accounts/knownPositions.ts'
import { marketOf } from '../marketOf.ts'
import type { MarketView } from '../marketProblems.ts'
import { amendSentence } from '../../format/amendSentence.ts'
import { customerFirst } from '../../format/customerFirst.ts'
import { placesOf, signed } from '../../format/numbers.ts'
import { readingWords } from '../../../shared/domain/orders/openOrderReading.ts'
import { mayBeOpen, takenWords } from '../../format/openOrderWords.ts'
import { NO_VALUE, orderSentence } from '../../format/orderSentence.ts'
import { scaleSentence } from '../../format/scale/scaleSentence.ts'
import { priceText } from '../../format/priceText.ts'
import type { Intent } from '../stores/proposalStore.ts'
import { ofPair } from '../stores/serverMirrors.ts'
import { readingOf } from '../stores/unseenLists.ts'
import type { WindowSession } from '../windowSession.ts'

type Flatten = Extract<Intent, { readonly kind: 'flatten' }>
type FlattenAll = Extract<Intent, { readonly kind: 'flattenAll' }>
type CancelAll = Extract<Intent, { readonly kind: 'cancelAll' }>

export const instrumentOf = (session: WindowSession, symbol: string): Instrument | undefined =>
  session.server.instruments.getState().value?.find((instrument) => instrument.symbol === symbol)

export const tickerOf = (session: WindowSession, symbol: string): Ticker | undefined =>
  session.server.tickers.getState().value?.get(symbol)

/** Instruments in which a customer holds a position; null while one of its positions is not known for certain. */
export function heldSymbols(session: WindowSession, customer: CustomerCode): readonly Symbol[] | null {
  const symbols = session.server.instruments.getState().value?.map(({ symbol }) => symbol) ?? []
  const { rows, keysByCustomer } = session.server.positions.getState()
  const traded = [...(keysByCustomer.get(customer) ?? [])].flatMap((key) => rows.get(key)?.symbol ?? [])
  const sizes = [...new Set([...symbols, ...traded])].map(
    (symbol) => [symbol, positionOf(session, customer, symbol)] as const,
  )
  if (sizes.length === 0 || sizes.some(([, size]) => size === null)) return null
  return sizes.flatMap(([symbol, size]) => (size === ZERO ? [] : [symbol]))
}

/** The market data for an order of this customer in this instrument; null where the instrument is unknown. */
export function marketViewOf(
  session: WindowSession,
  { customerCode, symbol }: Pick<OrderDraft, 'customerCode' | 'symbol'>,
): MarketView | null {
  const instrument = instrumentOf(session, symbol)
  if (!instrument) return null
  return {
    instrument,
    ticker: tickerOf(session, symbol),
    position: positionOf(session, customerCode, symbol),
    rules: session.server.limits.getState().value?.rules ?? [],
    now: session.clock.now(),
  }
}

export function customerOf(intent: Intent): CustomerCode | undefined {
  switch (intent.kind) {
    case 'order':
      return intent.draft.customerCode
    case 'amend':
      return intent.order.customerCode
    case 'cancel':
      return intent.orders[0]?.customerCode
    case 'cancelAll':
    case 'flatten':
    case 'flattenAll':
      return intent.customerCode
    default:
      return assertNever(intent)
  }
}

/** The market order that changes a customer's position to `times` its present size; null while the position is unknown or flat. */
export function orderAgainst(
  session: WindowSession,
  { customerCode, symbol }: Pick<Flatten, 'customerCode' | 'symbol'>,
  size: (held: Decimal) => Decimal = (held) => held,
): OrderDraft | null {
  const position = positionOf(session, customerCode, symbol)
  if (position === null || position === ZERO) return null
  const amount = size(absolute(position))
  if (amount <= 0n) return null
  const side = position > 0n ? 'sell' : 'buy'
  return plainDraft({ customerCode, symbol, side, type: 'market', amount: toText(amount) })
}

export const twice = (held: Decimal): Decimal => multiply(held, decimal('2'))

/** Half of a position, rounded down to whole lots where the lot is known. */
export function halfOf(held: Decimal, lot: DecimalText | null): Decimal {
  const half = divide(held, decimal('2'), 'down')
  return lot === null ? half : roundToStep(half, decimal(lot), 'down')
}

/** Whether a flatten would send nothing: the position is proven flat, and no order is live or may be. */
export const isNothingToFlatten = (session: WindowSession, { customerCode, symbol }: Flatten): boolean =>
  positionOf(session, customerCode, symbol) === ZERO &&
  (session.server.orders.getState().groups.get(ofPair(customerCode, symbol))?.keys.size ?? 0) === 0 &&
  mayBeOpen(readingOf(session.server, customerCode)) === null

function flattenWords(session: WindowSession, intent: Flatten): string {
  const { customerCode, symbol } = intent
  const live = session.server.orders.getState().groups.get(ofPair(customerCode, symbol))
  const count = live?.keys.size ?? 0
  const reading = readingOf(session.server, customerCode)
  const unseen = mayBeOpen(reading)
  const all = count === 1 ? 'its order' : `its ${count} orders`
  const orders = unseen === null ? all : takenWords(count, reading)
  const cancel = count === 0 ? '' : `cancel ${orders}, then `
  const hidden = count === 0 && unseen !== null ? `; ${unseen}` : ''
  const unknown = whyPositionUnknown(session, customerCode, symbol)
  if (unknown !== null)
    return `FLATTEN ${shownCode(symbol)}: ${cancel}one market order against the position, whose size is not known: ${unknown}${hidden}`
  const order = orderAgainst(session, intent)
  if (!order)
    return count === 0
      ? `FLATTEN ${shownCode(symbol)}: the position is flat, nothing is to be closed${hidden}`
      : `FLATTEN ${shownCode(symbol)}: ${cancel}close only what ${count === 1 ? 'it fills' : 'they fill'} meanwhile; the position is flat now`
  const instrument = instrumentOf(session, symbol)
  if (!instrument)
    return `FLATTEN ${shownCode(symbol)}: ${cancel}one market order; ${shownCode(symbol)} is not in the list of instruments${hidden}`
  return `FLATTEN ${shownCode(symbol)}: ${cancel}${orderSentence(order, instrument, marketOf(session, symbol))}${hidden}`
}

/** `FLATTEN all 2 positions: BTCUSDC_PERP −2.5, ETHUSDC_PERP +4; cancel 3 orders, then one market order each`. */
function flattenAllWords(session: WindowSession, { customerCode, symbols }: FlattenAll): string {
  const { groups } = session.server.orders.getState()
  const held = symbols.map((symbol) => {
    const size = positionOf(session, customerCode, symbol)
    return `${shownCode(symbol)} ${size === null ? 'of unknown size' : signed(size, placesOf(instrumentOf(session, symbol)?.lotSize ?? null, 5))}`
  })
  const count = symbols.reduce(
    (sum, symbol) => sum + (groups.get(ofPair(customerCode, symbol))?.keys.size ?? 0),
    0,
  )
  const reading = readingOf(session.server, customerCode)
  const unseen = mayBeOpen(reading)
  const hidden = count === 0 && unseen !== null ? `; ${unseen}` : ''
  const cancel = count === 0 ? 'one' : `cancel ${takenWords(count, reading)}, then one`
  const all = symbols.length === 1 ? 'the only position' : `all ${symbols.length} positions`
  return `FLATTEN ${all}: ${held.join(', ')}; ${cancel} market order each, one after the other${hidden}`
}

/** Orders that a sentence names one by one. */
const MOST_NAMED = 3

/** `CANCEL BUY 2.5 BTCUSDC_PERP limit 60000`; where more may be open, that too. */
function cancelWords(session: WindowSession, orders: readonly Order[]): string {
  const [first] = orders
  if (!first) return 'CANCEL no order'
  const reading = readingOf(session.server, first.customerCode)
  const more = mayBeOpen(reading) === null ? '' : `; ${readingWords(reading)}`
  const named = orders.slice(0, MOST_NAMED).map(orderToCancelWords).join(', ')
  const others = orders.length > MOST_NAMED ? ` and ${orders.length - MOST_NAMED} more` : ''
  const count = orders.length === 1 ? '' : `${orders.length} orders: `
  return `CANCEL ${count}${named}${others}${more}`
}

/** `SELL 2.5 BTCUSDC_PERP stop loss 60500`. */
function orderToCancelWords({ side, amount, cashAmount, symbol, type, ...prices }: Order): string {
  const price = prices.triggerPrice ?? prices.limitPrice ?? prices.stopLossPrice
  const size = amount ?? `${cashAmount ?? ''} USDC`
  return [side.toUpperCase(), size, symbol, type.replaceAll('_', ' '), price]
    .filter((word) => word !== null)
    .join(' ')
}

/** The orders that the core would cancel, as far as this window knows them. */
function cancelAllWords(session: WindowSession, intent: CancelAll): string {
  const { customerCode, symbol, side } = intent
  const scope = `CANCEL ALL${side === null ? '' : side === 'buy' ? ' BIDS' : ' ASKS'} ${symbol ?? 'of every instrument'}`
  const { rows, known } = session.server.orders.getState()
  if (!known) return `${scope}: how many orders are open is not known`
  const live = [...rows.values()].filter(
    (order) =>
      isLive(order) &&
      order.customerCode === customerCode &&
      (symbol === null || order.symbol === symbol) &&
      (side === null || order.side === side),
  ).length
  const reading = readingOf(session.server, customerCode)
  return `${scope}: ${live === 0 ? (mayBeOpen(reading) ?? 'no order is open') : takenWords(live, reading)}`
}

/** The whole sentence of an intent, its customer first. */
export function sentenceOf(session: WindowSession, intent: Intent): string {
  return customerFirst(customerOf(intent) ?? 'no customer', wordsOf(session, intent))
}

/** The sentence of an order without its value, for places where the core's value is shown instead of the window's estimate. */
export function bareSentenceOf(
  session: WindowSession,
  intent: Extract<Intent, { readonly kind: 'order' }>,
): string {
  const { draft, scale } = intent
  const instrument = instrumentOf(session, draft.symbol)
  if (!instrument || scale !== undefined) return sentenceOf(session, intent)
  return customerFirst(
    draft.customerCode,
    orderSentence(draft, instrument, marketOf(session, draft.symbol), NO_VALUE),
  )
}

/** `· for each fill Openpit then places take profit 66,000.0 / stop loss 60,500.0`. The legs are this desk's own: nothing places them while Openpit is closed. */
function bracketText(bracket: BracketPrices | undefined, instrument: Instrument | undefined): string {
  if (bracket === undefined) return ''
  const { takeProfitPrice, stopLossPrice } = bracket
  const prices = [
    takeProfitPrice === null ? null : `take profit ${priceText(takeProfitPrice, instrument)}`,
    stopLossPrice === null ? null : `stop loss ${priceText(stopLossPrice, instrument)}`,
  ].filter((words) => words !== null)
  return ` · then Openpit places ${prices.join(' / ')} for each fill, while it runs`
}

/** `· ref DESK7 · note “client call”`. */
function remarksWords({ reference, note }: OrderRemarks = NO_REMARKS): string {
  const words = [
    reference === null ? null : `ref ${reference}`,
    note === null ? null : `note “${note}”, which stays on this desk`,
  ]
  return words.map((part) => (part === null ? '' : ` · ${part}`)).join('')
}

function wordsOf(session: WindowSession, intent: Intent): string {
  switch (intent.kind) {
    case 'order': {
      const { draft } = intent
      const instrument = instrumentOf(session, draft.symbol)
      const order = !instrument
        ? `${draft.side} ${shownCode(draft.symbol)}`
        : intent.scale === undefined
          ? orderSentence(draft, instrument, marketOf(session, draft.symbol))
          : scaleSentence(draft, intent.scale, instrument)
      return order + bracketText(intent.bracket, instrument) + remarksWords(intent.remarks)
    }
    case 'amend':
      return amendSentence(intent.order, intent.changes, instrumentOf(session, intent.order.symbol))
    case 'flatten':
      return flattenWords(session, intent)
    case 'cancelAll':
      return cancelAllWords(session, intent)
    case 'flattenAll':
      return flattenAllWords(session, intent)
    case 'cancel':
      return cancelWords(session, intent.orders)
    default:
      return assertNever(intent)
  }
}
