/** The facts beside the sentence of an intent, before and after the first Enter: touch, sweep of a market order, position. Sends nothing. */

import { useStore } from 'zustand'
import { add, negate, type DecimalText } from '../../shared/base/decimal.ts'
import type { OrderDraft } from '../../shared/domain/orders/order.ts'
import { instrumentOf, orderAgainst } from '../state/actions/intentSentence.ts'
import { positionOf } from '../state/accounts/knownPositions.ts'
import { marketOf } from '../state/marketOf.ts'
import type { Intent } from '../state/stores/proposalStore.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { useBookWalk, type SeenWalk } from '../state/useBookWalk.ts'
import { useNow } from '../state/useNow.ts'
import { useSession } from '../state/useSession.ts'
import { UNKNOWN, placesOf, signed } from '../format/numbers.ts'
import { ageWords, bookTrouble, isFresh, agedPrices, type Market } from '../format/agedPrices.ts'
import { estimateText, valueOf } from '../format/orderSentence.ts'
import { averageText } from '../format/priceText.ts'

/** The order of an intent; null where the intent is no order or has an unknown size. */
const orderOf = (session: WindowSession, intent: Intent): OrderDraft | null =>
  intent.kind === 'order' ? intent.draft : intent.kind === 'flatten' ? orderAgainst(session, intent) : null

function sweepWords(
  sweep: SeenWalk | undefined,
  touch: string,
  price: (text: DecimalText) => string,
): string {
  if (sweep === undefined) return 'sweep …'
  const { walk } = sweep
  if (walk === null) return 'sweep unknown: no live book'
  const moved = sweep.touch === touch ? '' : ' (was, the book moved)'
  const rest = walk.whole ? '' : `, the known book holds ${walk.filled} only`
  return `sweep avg ${price(walk.averagePrice)}, worst ${price(walk.worstPrice)}${rest}${moved}`
}

/** The touch. An old touch, or the touch of a book that is not live, is marked: `book ~62,148.0/62,150.5 (12 s old)`. */
function bookWords(market: Market, price: (text: DecimalText | null | undefined) => string): string {
  const { ticker } = market
  const words = `${price(ticker?.bestBid)}/${price(ticker?.bestAsk)}`
  const { bid, ask } = agedPrices(market)
  const touch = bid ?? ask
  const age = touch === null || isFresh(touch) ? null : ageWords(touch.age)
  const why = [bookTrouble(market), age].filter((reason) => reason !== null)
  return why.length === 0 ? `book ${words}` : `book ~${words} (${why.join(', ')})`
}

/** `book 62,148.0/62,150.5 · sweep avg 62,147.3 · pos +1.000 → +3.500`; `—` for unknown values. Draws nothing for intents that send no order. */
export function BookAndPositionFacts({ intent }: { readonly intent: Intent }) {
  const session = useSession()
  useStore(session.server.tickers)
  useStore(session.server.connection)
  useStore(session.server.positions, (positions) => positions.revision)
  const draft = orderOf(session, intent)
  useNow(draft !== null)
  const market = draft === null ? null : marketOf(session, draft.symbol)
  const touch = `${market?.ticker?.bestBid ?? ''}/${market?.ticker?.bestAsk ?? ''}`
  const asks = draft !== null && draft.type === 'market' && draft.amount !== null
  const sweep = useBookWalk(asks ? draft : null, null, touch)
  if (draft === null || market === null) return null
  const instrument = instrumentOf(session, draft.symbol)
  const price = (text: DecimalText | null | undefined) => averageText(text ?? null, instrument)
  const before = positionOf(session, draft.customerCode, draft.symbol)
  const value = valueOf(draft, market)
  const { amount } = value
  const after =
    amount === null || before === null ? null : add(before, draft.side === 'buy' ? amount : negate(amount))
  const lots = placesOf(instrument?.lotSize ?? null, 5)
  const size = (contracts: typeof after) => (contracts === null ? UNKNOWN : signed(contracts, lots))
  const facts = [
    bookWords(market, price),
    ...(draft.type === 'market' && draft.amount !== null ? [sweepWords(sweep, touch, price)] : []),
    `pos ${size(before)} → ${draft.amount === null ? estimateText(size(after), value) : size(after)}`,
  ]
  return <span className="facts"> · {facts.join(' · ')}</span>
}
