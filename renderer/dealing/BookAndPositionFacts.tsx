/** The facts beside the sentence of an intent, before and after the first Enter: touch, sweep of a market order, position. Sends nothing. */

import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { add, negate, type DecimalText } from '../../shared/base/decimal.ts'
import type { BookWalk } from '../../shared/domain/book/bookWalk.ts'
import type { OrderDraft } from '../../shared/domain/orders/order.ts'
import { instrumentOf, orderAgainst, positionOf } from '../state/actions/intentSentence.ts'
import { marketOf } from '../state/marketOf.ts'
import type { Intent } from '../state/stores/proposalStore.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { useNow } from '../state/useNow.ts'
import { useSession } from '../state/useSession.ts'
import { UNKNOWN, placesOf, signed } from '../format/numbers.ts'
import { ageWords, bookTrouble, isFresh, agedPrices, type Market } from '../format/agedPrices.ts'
import { estimateText, valueOf } from '../format/orderSentence.ts'
import { averageText } from '../format/priceText.ts'

/** Ms between two sweeps of a market order while the touch does not move. */
const LOOK_EVERY = 1_000

/** The order of an intent; null where the intent is no order or has an unknown size. */
const orderOf = (session: WindowSession, intent: Intent): OrderDraft | null =>
  intent.kind === 'order' ? intent.draft : intent.kind === 'flatten' ? orderAgainst(session, intent) : null

/** A sweep of the book, and the touch on screen at its request. */
interface Sweep {
  readonly walk: BookWalk | null
  readonly touch: string
}

/** The sweep of a market order; undefined before the first answer. Requested again whenever the touch moves. */
function useSweep(draft: OrderDraft | null, touch: string): Sweep | undefined {
  const { client, clock } = useSession()
  const asks = draft !== null && draft.type === 'market' && draft.amount !== null
  const key = asks ? JSON.stringify({ symbol: draft.symbol, side: draft.side, amount: draft.amount }) : null
  const turns = useRef(0)
  const [seen, setSeen] = useState<(Sweep & { readonly key: string; readonly turn: number }) | null>(null)
  useEffect(() => {
    if (key === null) return
    const look = async () => {
      const turn = ++turns.current
      const reply = await client.call('book.walk', JSON.parse(key))
      const walk = reply.ok ? reply.value.walk : null
      // Ignores an answer that came after a newer one.
      setSeen((was) => (was !== null && was.turn > turn ? was : { key, walk, touch, turn }))
    }
    void look()
    return clock.every(LOOK_EVERY, () => void look())
  }, [client, clock, key, touch])
  return seen !== null && seen.key === key ? seen : undefined
}

function sweepWords(sweep: Sweep | undefined, touch: string, price: (text: DecimalText) => string): string {
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
  const sweep = useSweep(draft, touch)
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
